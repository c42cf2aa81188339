import { expect, test } from 'vitest';
import { dayNow } from './use-day.ts';

const known = {
  stock: 'NQ',
  lastPrice: '25400',
  markPrice: '25400',
  bidPrice: '25399.75',
  askPrice: '25400.25',
  openPrice: '25300',
  highPrice: '25446.5',
  lowPrice: '25168',
  prevClosePrice: '25205.5',
  priceChange: '194.5',
  priceChangePercent: 0.77,
  volume: 412_806,
  time: 1,
};

test('the price that was pushed last is the price, and the change is measured from the close before', () => {
  const day = dayNow(known, { lastPrice: '25412.75', priceChangePercent: 0.82 });
  expect(day).toMatchObject({ lastPrice: '25412.75', priceChange: '207.25', priceChangePercent: 0.82 });
});

test('a price above the known high is the high, and one below the known low is the low', () => {
  expect(dayNow(known, { lastPrice: '25500', priceChangePercent: 1 }).highPrice).toBe('25500');
  expect(dayNow(known, { lastPrice: '25000.25', priceChangePercent: -1 }).lowPrice).toBe('25000.25');
  expect(dayNow(known, { lastPrice: '25200', priceChangePercent: 0 })).toMatchObject({
    highPrice: '25446.5',
    lowPrice: '25168',
  });
});

test('before anything is known every figure is undefined', () => {
  expect(Object.values(dayNow(undefined, undefined)).every((value) => value === undefined)).toBe(true);
  expect(dayNow(undefined, { lastPrice: '1', priceChangePercent: 0 }).priceChange).toBeUndefined();
});
