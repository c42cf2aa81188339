import { expect, test } from 'vitest';
import { futuresWalletWords } from '../../text/futures-wallet.ts';
import type { WalletAccount } from './use-futures-account.ts';
import { valueWallet } from './wallet-values.ts';

const wallets = [
  { wallet: 'FUTURES', currency: 'USDT', playerPoint: '1000', minusFundingFee: '-3.025', markPnl: '250.5' },
] as unknown as readonly WalletAccount[];
const point = { type: 'FUTURES', currency: 'USDT', point: '1000', gameWaitPoint: '0' };
const words = futuresWalletWords.ko;

test('the wallet is worth what the trade screen shows (I02), with its formula', () => {
  const { figure, live } = valueWallet(point, { wallets, positions: [], words });
  expect(figure).toBe('1247.475');
  expect(live?.parts.map(({ name, value }) => [name, value])).toEqual([
    ['보유금', '1000'],
    ['펀딩비', '-3.025'],
    ['마크 손익', '250.5'],
  ]);
});

test('margin that is set aside for a single position is still the member’s', () => {
  const positions = [{ walletType: 'FUTURES', margin: '200' }];
  expect(valueWallet(point, { wallets, positions, words }).figure).toBe('1447.475');
});

test('the wallet of a coin that pays for contracts has no formula of its own', () => {
  const coin = { type: 'BTC', currency: 'BTC', point: '0.5', gameWaitPoint: '0' };
  expect(valueWallet(coin, { wallets, positions: [], words })).toEqual({ figure: '0.5' });
});
