import { expect, test } from 'vitest';
import { diceOf } from './dice.ts';

test('numbers are uniform, and neighbours and streams are not correlated', () => {
  const one = diceOf('maru', 'one');
  const two = diceOf('maru', 'two');
  const count = 20_000;
  const buckets = Array.from({ length: 10 }, () => 0);
  let neighbours = 0;
  let streams = 0;
  for (let i = 0; i < count; i++) {
    const bucket = Math.floor(one(i) * 10);
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    neighbours += (one(i) - 0.5) * (one(i + 1) - 0.5);
    streams += (one(i) - 0.5) * (two(i) - 0.5);
  }
  // A tenth each, give or take five standard deviations; correlations likewise.
  for (const each of buckets) expect(Math.abs(each - count / 10)).toBeLessThan(5 * Math.sqrt(count * 0.09));
  expect(Math.abs(neighbours / count) * 12).toBeLessThan(5 / Math.sqrt(count));
  expect(Math.abs(streams / count) * 12).toBeLessThan(5 / Math.sqrt(count));
});

test('a number is the same whenever it is computed', () => {
  expect(diceOf('maru', 'one')(42)).toBe(diceOf('maru', 'one')(42));
  expect(diceOf('maru', 'one')(42)).not.toBe(diceOf('other', 'one')(42));
});
