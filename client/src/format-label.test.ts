import { expect, test } from 'vitest';
import {
  betResultKey,
  displayName,
  formatCount,
  orderTypeKey,
  sideKey,
  walletLabel,
} from './format-label.ts';

test('a code is stripped before its name is looked up', () => {
  const names = { NQ: '나스닥100', BTCUSDT: '비트코인' };
  expect(displayName('EBEST_NQ', names)).toBe('나스닥100');
  expect(displayName('BTCUSDTMARK', names)).toBe('비트코인');
  expect(displayName('BTCUSDT_PERP', names)).toBe('비트코인');
});

test('a code without a name is shown itself, whatever it is called', () => {
  expect(displayName('EBEST_CL')).toBe('CL');
  expect(displayName('constructor', {})).toBe('constructor');
});

test('a long is a purchase and a short is a sale', () => {
  expect(sideKey('LONG')).toBe('buy');
  expect(sideKey('SHORT')).toBe('sell');
});

test('only overseas futures have their own words for a stop-market and a liquidation', () => {
  expect(orderTypeKey('STOPMARKET', 'oversea')).toBe('marketIfTouched');
  expect(orderTypeKey('LIQUIDATION', 'oversea')).toBe('lossCut');
  expect(orderTypeKey('STOPMARKET', 'futures')).toBe('stopMarket');
  expect(orderTypeKey('LIQUIDATION', 'futures')).toBe('liquidation');
  expect(orderTypeKey('TAKEPROFIT', 'oversea')).toBe('takeProfit');
});

test('the two product wallets have a word and a coin its code', () => {
  expect(walletLabel('BINARY')).toEqual({ key: 'overseaWallet' });
  expect(walletLabel('FUTURES')).toEqual({ key: 'coinFuturesWallet' });
  expect(walletLabel('DOGE')).toEqual({ key: 'coin', code: 'DOGE' });
});

test('a bet without a known result is in progress', () => {
  expect([1, 2, 3, 0, undefined].map(betResultKey)).toEqual([
    'won',
    'lost',
    'void',
    'inProgress',
    'inProgress',
  ]);
});

test('a badge counts to 99', () => {
  expect([0, 99, 100].map(formatCount)).toEqual(['0', '99', '99+']);
});
