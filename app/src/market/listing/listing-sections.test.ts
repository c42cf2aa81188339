import { expect, test } from 'vitest';
import { hangSeng, nasdaq } from '../../server-double.ts';
import { marketSections, openFirst, openingDayOf } from './listing-sections.ts';

const opensAt = (text: string) => Date.parse(`${text}+09:00`);
const closed = (stock: string, at: string, currency = 'USD') => ({
  ...hangSeng,
  stock,
  currency,
  nextOpenMillis: opensAt(at),
});

test('open markets are listed apart from closed ones, which are sorted by opening time', () => {
  const coin = { ...nasdaq, stock: 'BTCUSDT', kind: 'CRYPTO' as const, currency: 'USDT' };
  const sections = marketSections([
    closed('HSI', '2026-11-16T10:15:00', 'HKD'),
    closed('NK225', '2026-11-16T08:45:00', 'JPY'),
    closed('ES', '2026-11-16T08:00:00'),
    nasdaq,
    coin,
  ]);
  expect(sections.open.map(({ market }) => market)).toEqual(['usFutures', 'coin']);
  expect(
    sections.closed.map(({ market, listings, isTogether }) => [market, listings.length, isTogether]),
  ).toEqual([
    ['usFutures', 1, true],
    ['otherFutures', 2, false],
  ]);
  expect(openingDayOf(sections.closed)).toBe(opensAt('2026-11-16T08:00:00'));
});

test('markets that open on different days, or at no known time, have no day in common', () => {
  const on = (...days: readonly string[]) =>
    openingDayOf(
      marketSections(days.map((day, place) => closed('ES', day, place === 0 ? 'USD' : 'KRW'))).closed,
    );
  expect(on('2026-11-16T08:00:00', '2026-11-17T09:00:00')).toBeUndefined();
  expect(openingDayOf(marketSections([{ ...hangSeng, nextOpenMillis: null }]).closed)).toBeUndefined();
});

test('open instruments come first, otherwise the order is kept', () => {
  const stocks = openFirst([hangSeng, nasdaq, { ...hangSeng, stock: 'MHI' }]).map(({ stock }) => stock);
  expect(stocks).toEqual(['NQ', 'HSI', 'MHI']);
});
