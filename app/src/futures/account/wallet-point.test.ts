import { describe, expect, test } from 'vitest';
import { walletPoint } from './wallet-point.ts';

describe('the wallet shows its point, the funding fee and the mark pnl, and never less than zero', () => {
  test.each([
    ['9999.5', '-0.5', '12.25', '10011.25'],
    ['9999.5', '0', '-12.25', '9987.25'],
    ['10', '-0.00000001', '0', '9.99999999'],
    ['10', '-1', '-9', '0'],
    ['10', '-1', '-9.00000001', '0'],
  ])('%s + %s + %s = %s', (playerPoint, minusFundingFee, markPnl, shown) => {
    expect(walletPoint({ point: '77' }, { playerPoint, minusFundingFee, markPnl })).toBe(shown);
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
