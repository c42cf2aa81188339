import { amount } from '@maru/engine/amount';
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
  const { figure, live } = valueWallet(point, { wallets, isolated: [], words });
  expect(figure).toBe('1247.475');
  expect(live?.parts.map(({ name, value }) => [name, value])).toEqual([
    ['보유금', '1000'],
    ['펀딩비', '-3.025'],
    ['마크 손익', '250.5'],
  ]);
});

test('an isolated position counts with its margin, funding and profit, in the figure and in its parts', () => {
  const held = { wallet: 'FUTURES', margin: amount('200'), funding: amount('-0.475'), profit: amount('-50') };
  const others = { ...held, wallet: 'BTC' };
  const { figure, live } = valueWallet(point, { wallets, isolated: [held, others], words });
  expect(figure).toBe('1397');
  expect(live?.parts.map(({ value }) => value)).toEqual(['1200', '-3.5', '200.5']);
});

test('the wallet of a coin that pays for contracts has no formula of its own', () => {
  const coin = { type: 'BTC', currency: 'BTC', point: '0.5', gameWaitPoint: '0' };
  expect(valueWallet(coin, { wallets, isolated: [], words })).toEqual({ figure: '0.5' });
});
