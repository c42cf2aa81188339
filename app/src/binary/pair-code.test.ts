import { expect, test } from 'vitest';
import { pairCode } from './pair-code.ts';

test.each([
  ['BTCUSDT', 'CRYPTO', 'BTC/USDT'],
  ['EURUSD', 'FOREX', 'EUR/USD'],
  ['005930', 'STOCK', '005930'],
] as const)('%s, a %s, is written %s', (stock, kind, written) => {
  expect(pairCode({ stock, kind })).toBe(written);
});
