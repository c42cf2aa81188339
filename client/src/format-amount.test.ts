import { parseUnits, toDecimal } from '@maru/engine/amount';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatChange,
  formatCoin,
  formatCoinProfit,
  formatLarge,
  formatMoney,
  formatRoe,
  formatSignedDecimal,
  formatSignedMoney,
  readAmount,
} from './format-amount.ts';

test.each([
  ['12480500', 'KRW', { figure: '12,480,500', unit: 'KRW', gap: '' }],
  ['12480500.99', 'KRW', { figure: '12,480,500', unit: 'KRW', gap: '' }],
  // What all members of a site have together is more than any of them may type.
  ['184207713400', 'KRW', { figure: '184,207,713,400', unit: 'KRW', gap: '' }],
  ['92233720368.54775808', 'USDT', { figure: '92,233,720,368.5477', unit: 'USDT', gap: ' ' }],
  ['-0.5', 'KRW', { figure: '−1', unit: 'KRW', gap: '' }],
  ['12405.22199', 'USDT', { figure: '12,405.2219', unit: 'USDT', gap: ' ' }],
  ['3200.0000', 'USDT', { figure: '3,200', unit: 'USDT', gap: ' ' }],
  ['0.09999158', 'BTC', { figure: '0.09999158', unit: 'BTC', gap: ' ' }],
  ['0.1', 'BTC', { figure: '0.1', unit: 'BTC', gap: ' ' }],
  ['0.00000842', 'BTC', { figure: '0.00000842', unit: 'BTC', gap: ' ' }],
  ['420.5', 'XRP', { figure: '420.5', unit: 'XRP', gap: ' ' }],
  [undefined, 'KRW', { figure: '–', unit: 'KRW', gap: '' }],
] as const)('%s %s is a figure and a unit apart', (text, currency, parts) => {
  expect(formatMoney(text, currency)).toEqual(parts);
});

test.each([
  ['175200', 'KRW', '+175,200'],
  ['-58400', 'KRW', '−58,400'],
  ['0', 'KRW', '0'],
  ['0.4', 'KRW', '0'],
  ['12.34567', 'USDT', '+12.3456'],
  ['-12.34561', 'USDT', '−12.3457'],
  ['-0.00000001', 'BTC', '−0.00000001'],
])('a gain of %s %s is shown as %s', (text, currency, figure) => {
  expect(formatSignedMoney(text, currency).figure).toBe(figure);
});

test.each([
  ['207.25', 2, '+207.25'],
  ['-1.5', 2, '−1.50'],
  ['0', 2, '0.00'],
  ['0.004', 2, '0.00'],
  ['1234567', 0, '+1,234,567'],
  [undefined, 2, '–'],
  ['none', 2, '–'],
])('a change of %s with %d places is shown as %s', (text, precision, shown) => {
  expect(formatChange(text, precision)).toBe(shown);
});

test('a minus is the typographic minus, as wide as a digit', () => {
  expect(formatChange('-1', 0).charCodeAt(0)).toBe(0x2212);
});

test('a part of a sum is shown with its sign and all of its places', () => {
  expect(formatSignedDecimal('48.21')).toBe('+48.21');
  expect(formatSignedDecimal('-1270.00000001')).toBe('−1,270.00000001');
  expect(formatSignedDecimal('0')).toBe('0');
});

test('profit of coin futures has eight places, and the return on it two', () => {
  expect(formatCoinProfit('124.45931872')).toBe('+124.45931872');
  expect(formatCoinProfit('-0.1')).toBe('−0.10000000');
  expect(formatCoinProfit(undefined)).toBe('–');
  expect(formatCoinProfit('0.00000000')).toBe('0');
  expect(formatRoe('12.349')).toBe('+12.34%');
  expect(formatRoe('-12.341')).toBe('−12.35%');
  expect(formatRoe('0')).toBe('0.00%');
  expect(formatRoe(undefined)).toBe('–');
});

test.each([
  ['500000', '50만', '500K'],
  ['9551000000', '95.51억', '9.55B'],
  ['9999', '9,999', '9.99K'],
  ['10000', '1만', '10K'],
  ['1234567890123', '1.23조', '1,234.56B'],
  ['-500000', '−50만', '−500K'],
  ['0', '0', '0'],
  ['0.16284', '0.1628', '0.1628'],
  [undefined, '–', '–'],
])('%s is %s in Korea and %s in English', (text, ko, en) => {
  expect(formatLarge(text, { language: 'ko' })).toBe(ko);
  expect(formatLarge(text, { language: 'en' })).toBe(en);
});

test('a quick-add has its plus sign', () => {
  expect(formatLarge('100000', { language: 'ko', isSigned: true })).toBe('+10만');
  expect(formatLarge('5000000', { language: 'ko', isSigned: true })).toBe('+500만');
  expect(formatLarge('0', { language: 'ko', isSigned: true })).toBe('0');
});

test.each([
  ['1000000', '100만 원', '1 million won'],
  ['10000000', '1,000만 원', '10 million won'],
  ['12480500', '1,248만 500원', '12 million 480 thousand 500 won'],
  ['120000000', '1억 2,000만 원', '120 million won'],
  ['100000001', '1억 1원', '100 million 1 won'],
  ['9007199254740991', '9,007조 1,992억 5,474만 991원', '9,007,199 billion 254 million 740 thousand 991 won'],
  ['999', '999원', '999 won'],
  ['0', '', ''],
  ['', '', ''],
  [undefined, '', ''],
])('the amount %s is read as %s', (text, ko, en) => {
  expect(readAmount(text, 'ko')).toBe(ko);
  expect(readAmount(text, 'en')).toBe(en);
});

describe('a coin', () => {
  test('is never shown larger than it is, nor with trailing zeros', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), (units) => {
        const shown = formatCoin(toDecimal(units), 'USDT');
        const back = parseUnits(shown.replaceAll(',', '').replace('−', '-'));
        expect(back !== undefined && back <= units && units - back < 10_000n).toBe(true);
        expect(shown).not.toMatch(/\.\d*0$/);
      }),
    );
  });
});

test('a reading contains every won of the amount', () => {
  const sizes: Readonly<Record<string, bigint>> = { 조: 10n ** 12n, 억: 10n ** 8n, 만: 10n ** 4n, '': 1n };
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 9_007_199_254_740_991n }), (won) => {
      const reading = readAmount(String(won), 'ko');
      const parts = [...reading.matchAll(/([\d,]+)(조|억|만|)/g)];
      const total = parts.reduce(
        (sum, [, digits = '', word = '']) => sum + BigInt(digits.replaceAll(',', '')) * (sizes[word] ?? 0n),
        0n,
      );
      expect(total).toBe(won);
      expect(reading.endsWith('원')).toBe(true);
    }),
  );
});
