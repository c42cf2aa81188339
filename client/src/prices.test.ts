import { expect, test } from 'vitest';
import { createPrices } from './prices.ts';

const quote = (lastPrice: string) => ({ lastPrice, markPrice: lastPrice, priceChangePercent: 0 });

test('a tick notifies only the watchers of that instrument', () => {
  const prices = createPrices(() => 7);
  const notified: string[] = [];
  prices.watch('BTCUSDT', () => notified.push('BTCUSDT'));
  prices.watch('ETHUSDT', () => notified.push('ETHUSDT'));

  prices.tick('BTCUSDT', quote('64000.5'));

  expect(notified).toEqual(['BTCUSDT']);
  expect(prices.of('BTCUSDT')?.lastPrice).toBe('64000.5');
});

test('every tick is passed on, in order', () => {
  const prices = createPrices(() => 7);
  let repaints = 0;
  prices.watch('CL', () => repaints++);
  prices.tick('CL', quote('-37.63'));
  prices.tick('CL', quote('-37.62'));
  expect(repaints).toBe(2);
});

test('a tick without a change renders nothing but counts as received', () => {
  const prices = createPrices(() => 7);
  let repaints = 0;
  prices.watch('NQ', () => repaints++);
  prices.tick('NQ', quote('25412.75'));
  prices.tick('NQ', quote('25412.75'));
  expect(repaints).toBe(1);
  expect(prices.lastHeardAt.get()).toBe(7);
});

test('what only some pushes say stays until it is said again', () => {
  const prices = createPrices(() => 7);
  let repaints = 0;
  prices.watch('BTCUSDT', () => repaints++);
  prices.tick('BTCUSDT', { ...quote('1'), indexPrice: '2', fundingRate: '0.0001', nextFundingMillis: 5 });
  prices.tick('BTCUSDT', quote('1'));
  expect(repaints).toBe(1);
  prices.tick('BTCUSDT', { ...quote('1'), indexPrice: '3' });
  expect(repaints).toBe(2);
  expect(prices.of('BTCUSDT')).toMatchObject({ indexPrice: '3', fundingRate: '0.0001' });
});

test('no tick is passed on after watching stopped', () => {
  const prices = createPrices(() => 7);
  let repaints = 0;
  const stop = prices.watch('NQ', () => repaints++);
  stop();
  prices.tick('NQ', quote('1'));
  expect(repaints).toBe(0);
});
