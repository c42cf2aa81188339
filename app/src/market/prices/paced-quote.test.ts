import { manualTimers } from '@maru/client/manual-timers';
import { createPrices } from '@maru/client/prices';
import { expect, test } from 'vitest';
import { paceQuote, ROW_PACE_MS, rowPaceOf } from './paced-quote.ts';

function stand() {
  const timers = manualTimers();
  const prices = createPrices(timers.now);
  const tick = (lastPrice: string, stock = 'NQ') => prices.tick(stock, { lastPrice, priceChangePercent: 1 });
  const paced = paceQuote({ prices, timers, stock: 'NQ', paceMs: ROW_PACE_MS });
  const seen: (string | undefined)[] = [];
  const stop = paced.watch(() => seen.push(paced.get().quote?.lastPrice));
  return { timers, tick, paced, seen, stop };
}

test('ten ticks a second render a row three times at most, and the last one wins', async () => {
  const { timers, tick, paced, seen } = stand();
  for (let price = 1; price <= 10; price++) {
    tick(`10${price}`);
    await timers.pass(100);
  }
  await timers.pass(ROW_PACE_MS);
  expect(seen.length).toBeLessThanOrEqual(4);
  expect(paced.get().quote?.lastPrice).toBe('1010');
});

test('a row without recent ticks shows a tick at once', () => {
  const { tick, seen } = stand();
  tick('100');
  expect(seen).toEqual(['100']);
});

test('a move has a direction and is counted; the first price is no move', async () => {
  const { timers, tick, paced } = stand();
  tick('100');
  expect(paced.get()).toMatchObject({ moved: 'none', moves: 0 });
  await timers.pass(ROW_PACE_MS);
  tick('101.5');
  expect(paced.get()).toMatchObject({ moved: 'up', moves: 1 });
  await timers.pass(ROW_PACE_MS);
  tick('9');
  expect(paced.get()).toMatchObject({ moved: 'down', moves: 2 });
});

test('a change of the percentage alone does not flash', async () => {
  const { timers, tick, paced } = stand();
  tick('100');
  await timers.pass(ROW_PACE_MS);
  tick('100.00');
  expect(paced.get()).toMatchObject({ quote: { lastPrice: '100.00' }, moved: 'none', moves: 0 });
});

test('a tick of another instrument does not change the row', () => {
  const { tick, seen } = stand();
  tick('5', 'HSI');
  expect(seen).toEqual([]);
});

test('a watcher that unsubscribes leaves no timer behind', async () => {
  const { timers, tick, seen, stop } = stand();
  tick('100');
  tick('101');
  stop();
  expect(timers.waiting()).toBe(0);
  await timers.pass(ROW_PACE_MS);
  expect(seen).toEqual(['100']);
});

test('rows do not render at the same moments, and none faster than three times a second', () => {
  const paces = ['K2', 'KQ', 'NQ', 'MNQ', 'ES', 'MES', 'CL', 'GC'].map(rowPaceOf);
  expect(Math.min(...paces)).toBeGreaterThanOrEqual(ROW_PACE_MS);
  expect(new Set(paces).size).toBeGreaterThan(4);
});
