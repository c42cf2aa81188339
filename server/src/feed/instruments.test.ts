import { INDEX_RULES, indexRule } from '@maru/engine/market/index-path';
import { checkInstrument } from '@maru/engine/market/instrument';
import { isOpen, isRestDay, neverCloses, nextOpening } from '@maru/engine/market/trading-hours';
import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { instruments } from './instruments.ts';
import { nicknames } from './nicknames.ts';
import { simulatedLevels } from './simulated-levels.ts';

const of = (code: string) => instruments.find((each) => each.code === code)!;
const kst = (text: string) => millis(Date.parse(`${text}+09:00`));

test('every instrument is valid, with an id, a code and a level of its own', () => {
  expect(
    instruments.flatMap((each) => checkInstrument(each).map((fault) => `${each.code}: ${fault}`)),
  ).toEqual([]);
  expect(new Set(instruments.map(({ id }) => id)).size).toBe(instruments.length);
  expect(new Set(instruments.map(({ code }) => code)).size).toBe(instruments.length);
  expect(instruments.filter(({ code }) => !simulatedLevels[code] && !indexRule(code))).toEqual([]);
});

test('a coin that is only a future has no rounds, and every other coin has', () => {
  const futuresOnly = instruments.filter(
    ({ kind, roundTypes }) => kind === 'CRYPTO' && roundTypes.length === 0,
  );
  expect(futuresOnly.map(({ id, code }) => [id, code])).toEqual([
    [10, 'DOTUSDT'],
    [11, 'AVAXUSDT'],
    [12, 'ATOMUSDT'],
    [51, 'BTCUSD'],
  ]);
  expect(simulatedLevels['BTCUSD']?.follows).toBe('BTCUSDT');
});

test('nicknames belong to instruments that exist, and everyday words are among them', () => {
  const codes = new Set(instruments.map(({ code }) => code));
  expect(Object.keys(nicknames).filter((code) => !codes.has(code))).toEqual([]);
  expect(of('GC').nicknames).toContain('금');
  expect(of('CL').nicknames).toContain('원유');
  expect(of('005930').nicknames).toContain('삼전');
  expect(of('BTCUSDT').nicknames).toContain('비트');
});

test('the tick values are those of the contracts (docs/rules.md 4.1)', () => {
  const values = Object.fromEntries(
    instruments
      .filter(({ kind }) => kind === 'FUTURES' || kind === 'INDEX')
      .map(({ code, tickSize, multiplier }) => [code, Number((tickSize * multiplier) / 100_000_000n) / 1e8]),
  );
  expect(values).toMatchObject({
    NQ: 5,
    MNQ: 0.5,
    ES: 12.5,
    MES: 1.25,
    YM: 5,
    RTY: 5,
    CL: 10,
    NG: 10,
    GC: 10,
    SI: 25,
    HG: 12.5,
    '6E': 6.25,
    NKD: 25,
    NIY: 2_500,
    NK225: 10_000,
    HSI: 50,
    MHI: 10,
    FDAX: 25,
    FDXM: 5,
    M100: 1_000,
    M50: 500,
    M25: 500,
  });
});

test.each([
  ['NQ', '2026-11-16T08:00:00', '2026-11-17T07:00:00'],
  ['NQ', '2026-07-06T07:00:00', '2026-07-07T06:00:00'],
  ['HSI', '2026-11-16T10:15:00', '2026-11-16T13:00:00'],
  ['FDAX', '2026-11-16T09:00:00', '2026-11-17T06:00:00'],
  ['NK225', '2026-11-16T08:45:00', '2026-11-16T15:15:00'],
  ['EURUSD', '2026-11-16T08:00:00', '2026-11-17T06:00:00'],
  ['005930', '2026-11-16T09:00:00', '2026-11-16T15:30:00'],
  ['AAPL', '2026-11-16T23:30:00', '2026-11-17T06:00:00'],
  ['AAPL', '2026-07-06T22:30:00', '2026-07-07T05:00:00'],
  ['K2', '2026-11-16T08:45:00', '2026-11-16T15:45:00'],
])('%s trades from %s to %s, Korean time', (code, opens, closes) => {
  const { hours } = of(code);
  expect([-1, 0].map((ms) => isOpen(hours, millis(kst(opens) + ms)))).toEqual([false, true]);
  expect([-1, 0].map((ms) => isOpen(hours, millis(kst(closes) + ms)))).toEqual([true, false]);
});

test('a Korean holiday is a rest day, and Thanksgiving in Chicago ends at noon', () => {
  expect(isRestDay(of('005930').hours, kst('2026-10-09T10:00:00'))).toBe(true);
  expect(nextOpening(of('005930').hours, kst('2026-10-09T10:00:00'))).toBe(kst('2026-10-12T09:00:00'));
  expect(isOpen(of('NQ').hours, millis(Date.parse('2026-11-26T17:59:59Z')))).toBe(true);
  expect(isOpen(of('NQ').hours, millis(Date.parse('2026-11-26T18:00:00Z')))).toBe(false);
});

test('the indices trade in won, day and night, on the grid of their rule', () => {
  for (const { code, tickSize } of INDEX_RULES) {
    expect(of(code)).toMatchObject({ kind: 'INDEX', currency: 'KRW', tickSize });
    expect(of(code).roundTypes).toContain('R.5');
    expect(neverCloses(of(code).hours)).toBe(true);
  }
  expect(instruments.filter(({ kind, hours }) => kind !== 'CRYPTO' && neverCloses(hours)).length).toBe(3);
});
