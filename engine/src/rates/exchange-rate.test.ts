import { expect, test } from 'vitest';
import { amount, rate, toDecimal, toPlaces } from '../amount.ts';
import { type Millis, millis } from '../time.ts';
import { exchanged, exchangeRate, isRateStale, type Quote, RATE_STALE_MS } from './exchange-rate.ts';

const NOW = millis(1_800_000_000_000);
const quote = (text: string, source: string, at: Millis = NOW): Quote => ({ rate: rate(text), source, at });
const quotes = new Map([
  ['USDT', quote('1385.5', 'SIMULATED', millis(NOW - 4_000))],
  ['BTC', quote('91234.56789012', 'FEED', millis(NOW - 9_000))],
  ['XRP', quote('2.1234', 'FEED')],
]);
const find = (base: string, counter: string) =>
  exchangeRate({ base, counter }, (currency) => quotes.get(currency), NOW);

test('every pair has a rate, with the sources it follows from and the time of the older quote', () => {
  const shown = (base: string, counter: string) => {
    const found = find(base, counter)!;
    return [toDecimal(found.rate), found.source, NOW - found.at];
  };
  expect(shown('USDT', 'KRW')).toEqual(['1385.5', 'SIMULATED', 4_000]);
  expect(shown('BTC', 'USDT')).toEqual(['91234.56789012', 'FEED', 9_000]);
  expect(shown('BTC', 'KRW')).toEqual(['126405493.81176126', 'SIMULATED+FEED', 9_000]);
  expect(shown('XRP', 'BTC')).toEqual(['0.00002327', 'FEED', 9_000]);
  expect(shown('KRW', 'KRW')).toEqual(['1', 'IDENTITY', 0]);
});

test('a currency without a quote has no rate, whatever the other side is', () => {
  expect(find('DOGE', 'KRW')).toBeUndefined();
  expect(find('KRW', 'DOGE')).toBeUndefined();
  expect(exchangeRate({ base: 'BTC', counter: 'KRW' }, () => undefined, NOW)).toBeUndefined();
});

test('a quote of zero gives no rate instead of a division by zero', () => {
  const zero = () => quote('0', 'FEED');
  expect(exchangeRate({ base: 'KRW', counter: 'USDT' }, zero, NOW)).toBeUndefined();
});

test('an amount is exchanged exactly, also where the rate has no digit left (I04)', () => {
  expect(toDecimal(exchanged(amount('100000'), find('KRW', 'USDT')!, 'down'))).toBe('72.1761097');
  expect(toDecimal(find('KRW', 'BTC')!.rate)).toBe('0.00000001');
  expect(toDecimal(exchanged(amount('126405493'), find('KRW', 'BTC')!, 'down'))).toBe('0.99999999');
});

test('a round trip never gains (I05)', () => {
  const won = toPlaces(exchanged(amount('1'), find('USDT', 'KRW')!, 'down'), 0, 'down');
  expect(toDecimal(won)).toBe('1385');
  expect(toDecimal(exchanged(won, find('KRW', 'USDT')!, 'down'))).toBe('0.99963911');
});

test('a rate is stale after sixty seconds, not at them', () => {
  const found = find('USDT', 'KRW')!;
  expect(isRateStale(found, millis(found.at + RATE_STALE_MS))).toBe(false);
  expect(isRateStale(found, millis(found.at + RATE_STALE_MS + 1))).toBe(true);
});
