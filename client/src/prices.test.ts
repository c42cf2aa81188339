import { expect, test } from 'vitest';
import { createPrices } from './prices.ts';

const quote = (lastPrice: string) => ({ lastPrice, markPrice: lastPrice, priceChangePercent: 0 });

function withFrames() {
  const frames: (() => void)[] = [];
  const prices = createPrices({ schedule: (flush) => void frames.push(flush), now: () => 7 });
  return { prices, frames, paint: () => frames.splice(0).forEach((frame) => void frame()) };
}

test('a tick tells only those who watch that instrument', () => {
  const { prices, paint } = withFrames();
  const heard: string[] = [];
  prices.watch('BTCUSDT', () => heard.push('BTCUSDT'));
  prices.watch('ETHUSDT', () => heard.push('ETHUSDT'));

  prices.tick('BTCUSDT', quote('64000.5'));
  paint();

  expect(heard).toEqual(['BTCUSDT']);
  expect(prices.of('BTCUSDT')?.lastPrice).toBe('64000.5');
});

test('many ticks between two frames are one repaint with the last price', () => {
  const { prices, frames, paint } = withFrames();
  const seen: (string | undefined)[] = [];
  prices.watch('GC', () => seen.push(prices.of('GC')?.lastPrice));

  for (const last of ['1', '2', '3']) prices.tick('GC', quote(last));
  expect(frames).toHaveLength(1);
  paint();

  expect(seen).toEqual(['3']);
});

test('a scheduler that calls at once loses no tick', () => {
  const prices = createPrices({ schedule: (flush) => flush(), now: () => 7 });
  let repaints = 0;
  prices.watch('CL', () => repaints++);
  prices.tick('CL', quote('-37.63'));
  prices.tick('CL', quote('-37.62'));
  expect(repaints).toBe(2);
});

test('a tick without a change repaints nothing but counts as heard', () => {
  const { prices, paint } = withFrames();
  let repaints = 0;
  prices.watch('NQ', () => repaints++);
  prices.tick('NQ', quote('25412.75'));
  paint();
  prices.tick('NQ', quote('25412.75'));
  paint();
  expect(repaints).toBe(1);
  expect(prices.lastHeardAt.get()).toBe(7);
});

test('who stops watching hears no more', () => {
  const { prices, paint } = withFrames();
  let repaints = 0;
  const stop = prices.watch('NQ', () => repaints++);
  stop();
  prices.tick('NQ', quote('1'));
  paint();
  expect(repaints).toBe(0);
});
