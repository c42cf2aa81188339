import { expect, test } from 'vitest';
import { distanceOf, sumOf } from './figures.ts';

test('sums are exact beyond what a double holds', () => {
  expect(sumOf(['0.1', '0.2', '90071992547409.93000001'])).toBe('90071992547410.23000001');
  expect(sumOf(['-5', '2.5'])).toBe('-2.5');
  expect(sumOf([])).toBe('0');
});

test('the distance to a price is in percent, cut and never rounded up', () => {
  expect(distanceOf('3170.77', '3155.24')).toBe('0.48');
  expect(distanceOf('100', '164.3')).toBe('64.30');
  expect(distanceOf('0', '1')).toBeUndefined();
});
