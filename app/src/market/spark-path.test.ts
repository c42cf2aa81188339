import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SPARK_HEIGHT, SPARK_POINTS, SPARK_WIDTH, sparkPath, withLiveEnd } from './spark-path.ts';

test('one price is no line', () => {
  expect(sparkPath([])).toBeUndefined();
  expect(sparkPath([5])).toBeUndefined();
});

test('a price that stood still is a line in the middle', () => {
  expect(sparkPath([5, 5, 5])?.path).toBe('M2 13L31 13L60 13');
});

test('higher prices lie higher', () => {
  expect(sparkPath([1, 2])?.path).toBe('M2 23L60 3');
});

test('the line ends at the price now', () => {
  expect(withLiveEnd([1, 2, 3], '7.5')).toEqual([1, 2, 7.5]);
  expect(withLiveEnd([1, 2, 3], undefined)).toEqual([1, 2, 3]);
  expect(withLiveEnd([], '7.5')).toEqual([]);
});

test('whatever the prices, the line stays inside its box and has at most its points', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e9, max: 1e9 }), { maxLength: 80 }), (values) => {
      const spark = sparkPath(values);
      if (!spark) return;
      const points = spark.path
        .slice(1)
        .split('L')
        .map((point) => point.split(' ').map(Number));
      expect(points.length).toBeLessThanOrEqual(SPARK_POINTS);
      for (const [x = -1, y = -1] of points) {
        expect(x >= 0 && x <= SPARK_WIDTH && y >= 0 && y <= SPARK_HEIGHT).toBe(true);
      }
    }),
  );
});
