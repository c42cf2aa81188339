import { describe, expect, test } from 'vitest';
import { binaryPoint, futuresPoint } from './wallet-view.ts';

describe('the binary wallet shows its point, the last pnl and what waits in games, and never less than nothing', () => {
  test.each([
    ['1000000', '250000', '30000', '1280000'],
    ['1000000', '-250000', '30000', '780000'],
    ['0.00000001', '0.00000002', '0', '0.00000003'],
    ['0.1', '0.2', '0', '0.3'],
    ['100', '-100', '0', '0'],
    ['100', '-130.5', '30.49999999', '0'],
    ['100', '-5000', '0', '0'],
  ])('%s + %s + %s = %s', (playerPoint, lastPnl, playerGameWaitPoint, shown) => {
    expect(binaryPoint({ point: '77' }, { playerPoint, lastPnl, playerGameWaitPoint })).toBe(shown);
  });
});

describe('the futures wallet shows its point, the funding fee and the mark pnl, and never less than nothing', () => {
  test.each([
    ['9999.5', '-0.5', '12.25', '10011.25'],
    ['9999.5', '0', '-12.25', '9987.25'],
    ['10', '-0.00000001', '0', '9.99999999'],
    ['10', '-1', '-9', '0'],
    ['10', '-1', '-9.00000001', '0'],
  ])('%s + %s + %s = %s', (playerPoint, minusFundingFee, markPnl, shown) => {
    expect(futuresPoint({ point: '77' }, { playerPoint, minusFundingFee, markPnl })).toBe(shown);
  });
});

test.each([
  ['123.45', '123.45'],
  ['0', '0'],
  ['-0.00000001', '0'],
  ['-12', '0'],
])('without cross data a point of %s shows as %s', (point, shown) => {
  expect(binaryPoint({ point })).toBe(shown);
  expect(futuresPoint({ point })).toBe(shown);
});
