import { describe, expect, test } from 'vitest';
import { walletPoint } from './wallet-point.ts';

describe('the wallet shows its point, the last pnl and what waits in games, and never less than zero', () => {
  test.each([
    ['1000000', '250000', '30000', '1280000'],
    ['1000000', '-250000', '30000', '780000'],
    ['0.00000001', '0.00000002', '0', '0.00000003'],
    ['0.1', '0.2', '0', '0.3'],
    ['100', '-100', '0', '0'],
    ['100', '-130.5', '30.49999999', '0'],
    ['100', '-5000', '0', '0'],
  ])('%s + %s + %s = %s', (playerPoint, lastPnl, playerGameWaitPoint, shown) => {
    expect(walletPoint({ point: '77' }, { playerPoint, lastPnl, playerGameWaitPoint })).toBe(shown);
  });
});

test.each([
  ['123.45', '123.45'],
  ['0', '0'],
  ['-0.00000001', '0'],
  ['-12', '0'],
])('without cross data a point of %s shows as %s', (point, shown) => {
  expect(walletPoint({ point })).toBe(shown);
});
