import { parseUnits, toDecimal } from '@maru/engine/amount';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  directionOf,
  displayCode,
  floorTo,
  formatBalance,
  formatDecimal,
  formatFileSize,
  formatMean,
  formatPercent,
  formatPhone,
  formatPrice,
  readableCode,
} from './format.ts';
import { formatCountdown, formatTimeOfDay, openingOf } from './format-time.ts';

test.each([
  ['25412.75', 2, '25,412.75'],
  ['25412.759', 2, '25,412.75'],
  ['0.16284', 5, '0.16284'],
  ['1486.2', 1, '1,486.2'],
  ['1486.2', 3, '1,486.200'],
  ['-37.63', 2, '−37.63'],
  ['-0.001', 2, '−0.01'],
  ['26572', 0, '26,572'],
  ['abc', 2, '–'],
  [undefined, 2, '–'],
])('the price %s with %d places is shown as %s', (text, precision, shown) => {
  expect(formatPrice(text, precision)).toBe(shown);
});

test.each([
  ['12480500', 'KRW', '12,480,500'],
  ['12480500.9', 'KRW', '12,480,500'],
  ['12405.22199', 'USDT', '12,405.2219'],
  ['420.5', 'XRP', '420.5000'],
  ['3200', 'USDT', '3,200'],
  ['0', 'KRW', '0'],
])('a balance of %s %s is shown as %s', (text, currency, shown) => {
  expect(formatBalance(text, currency)).toBe(shown);
});

test('a figure without a fixed precision keeps the places it has', () => {
  expect(formatDecimal('1234567.5')).toBe('1,234,567.5');
  expect(formatDecimal('1000')).toBe('1,000');
});

test.each([
  [0.82, '+0.82%', 'up'],
  [-1.46, '−1.46%', 'down'],
  [0, '0.00%', 'flat'],
  [-0.004, '0.00%', 'flat'],
  [1.1, '+1.10%', 'up'],
  [0.29, '+0.29%', 'up'],
  [1234.5, '+1,234.50%', 'up'],
] as const)('a change of %d is shown as %s and its direction is %s', (percent, shown, direction) => {
  expect(formatPercent(percent)).toBe(shown);
  expect(directionOf(percent)).toBe(direction);
});

test.each([
  ['47500', 'up'],
  ['-0.00000001', 'down'],
  ['0', 'flat'],
  ['0.00', 'flat'],
  ['-0', 'flat'],
  [undefined, 'flat'],
] as const)('the direction of an amount of %s is %s', (amount, direction) => {
  expect(directionOf(amount)).toBe(direction);
});

describe('floorTo', () => {
  test('never shows more than there is, and cuts less than one step', () => {
    const units = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 8 }), (value, places) => {
        const lost = value - (parseUnits(floorTo(toDecimal(value), places)) ?? value + 1n);
        return lost >= 0n && lost < 10n ** BigInt(8 - places);
      }),
    );
  });
  test('removes trailing zeros', () => expect(floorTo('1.20009', 4)).toBe('1.2'));
});

test('a countdown is minutes and seconds and stops at zero', () => {
  expect(formatCountdown(84_999)).toBe('01:24');
  expect(formatCountdown(-5)).toBe('00:00');
});

test('the time of day is Korean', () =>
  expect(formatTimeOfDay(Date.UTC(2026, 0, 1, 15, 4, 9))).toBe('00:04:09'));

test('a market that opens on Sunday night in London opens on Monday morning in Seoul', () => {
  expect(openingOf(Date.UTC(2026, 10, 15, 22, 0))).toEqual({ weekday: 1, time: '07:00' });
});

test.each([
  ['01012345678', '010-1234-5678'],
  ['0111234567', '011-123-4567'],
  ['0212345678', '02-1234-5678'],
  ['021234567', '02-123-4567'],
  ['123', '123'],
])('the phone number %s is shown as %s', (digits, shown) => expect(formatPhone(digits)).toBe(shown));

test.each([
  [512, '512 Bytes'],
  [1_024, '1.0 Kb'],
  [1_300_000, '1.2 Mb'],
])('%d bytes are %s', (bytes, shown) => expect(formatFileSize(bytes)).toBe(shown));

test.each([
  ['EBEST_NQ', 'NQ'],
  ['BTCUSDTMARK', 'BTCUSDT'],
  ['BTCUSDT_PERP', 'BTCUSDT'],
])('the code %s is shown as %s', (stock, shown) => expect(displayCode(stock)).toBe(shown));

test.each([
  ['BTCUSDT', 'BTC/USDT'],
  ['BTCUSDT_PERP', 'BTC/USDT'],
  ['EURUSD', 'EUR/USD'],
  ['USDJPY', 'USD/JPY'],
  ['USDKRW', 'USD/KRW'],
  ['005930', '005930'],
  ['NK225', 'NK225'],
  ['AAPL', 'AAPL'],
])('the code %s is read as %s', (stock, read) => expect(readableCode(stock)).toBe(read));

test.each([
  ['25400.5833', 2, '25,400.58'],
  ['25401.125', 2, '25,401.13'],
  ['-0.005', 2, '0.00'],
  ['18250.5000', 0, '18,251'],
])('a mean of %s is shown with %d places as %s', (mean, precision, shown) => {
  expect(formatMean(mean, precision)).toBe(shown);
});
