import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { crossOf, openFutures } from '../../futures-double.ts';
import { tap } from '../../screen-double.tsx';

afterEach(cleanup);

const coin = (currency: string, playerPoint: string) => ({
  ...crossOf({ wallet: currency, playerPoint, equity: playerPoint, available: playerPoint }),
  currency,
});

test('a wallet of a coin is listed only while something is in it', async () => {
  await openFutures('/future/BTCUSDT', {
    wallets: [crossOf({ playerPoint: '0' }), coin('BTC', '0.05'), coin('ETH', '0')],
  });
  await screen.findByRole('listbox', { name: '호가' });
  await tap('자산', 'tab');
  expect(await screen.findByRole('region', { name: 'BTC' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'USDT' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'ETH' })).toBeNull();
});
