import { refillPractice } from '@maru/contract/account/calls';
import { siteDnw } from '@maru/contract/site';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { crossOf, openFutures } from '../../futures-double.ts';
import { tap } from '../../screen-double.tsx';
import { siteMoney } from '../../server-double.ts';

afterEach(cleanup);

const coin = (currency: string, playerPoint: string) => ({
  ...crossOf({ wallet: currency, playerPoint, equity: playerPoint, available: playerPoint }),
  currency,
});

test('a wallet of a coin is listed while something is in it, or a listed contract is paid from it', async () => {
  await openFutures('/future/BTCUSDT', {
    wallets: [crossOf({ playerPoint: '0' }), coin('BTC', '0.05'), coin('ETH', '0')],
  });
  await screen.findByRole('listbox', { name: '호가' });
  await tap('자산', 'tab');
  expect(await screen.findByRole('region', { name: 'BTC' })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'USDT' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'ETH' })).toBeNull();
});

test('a new run of practice money is started in the wallet of its button, with amounts of its currency', async () => {
  const { sent } = await openFutures('/future/BTCUSDT', {
    wallets: [crossOf({ playerPoint: '3.5' }), coin('BTC', '0.05')],
    prepare(server) {
      server.answer(siteDnw, () => ({ reply: siteMoney }));
      server.answer(refillPractice, ({ walletType, point }) => ({ reply: { walletType, point, run: 2 } }));
    },
  });
  await screen.findByRole('listbox', { name: '호가' });
  await tap('자산', 'tab');
  await screen.findByRole('region', { name: 'USDT' });
  await tap('USDT 연습 다시 시작');
  const sheet = within(await screen.findByRole('dialog', { name: '연습 다시 시작' }));
  expect(sheet.getByText('12,405.2219')).toBeTruthy();
  await sheet.findByRole('button', { name: '100,000' });
  const amounts = within(sheet.getByRole('group', { name: '새 연습의 자금' })).getAllByRole('button');
  expect(amounts.map(({ textContent }) => textContent)).toEqual(['1,000', '10,000', '100,000', '직접']);
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: '100,000' })));
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: /^100,000 USDT/ })));
  await waitFor(() => expect(sent(refillPractice)).toEqual([{ walletType: 'FUTURES', point: '100000' }]));
});
