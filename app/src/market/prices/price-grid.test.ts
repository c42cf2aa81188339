import { expect, test } from 'vitest';
import { comparePrices, isOnGrid, movedBy, onGrid, ticksFrom } from './price-grid.ts';

test('a price is rounded to the nearest tick, below zero as well', () => {
  expect(onGrid('25412.6', '0.25')).toBe('25412.5');
  expect(onGrid('25412.63', '0.25')).toBe('25412.75');
  expect(onGrid('-37.634', '0.01')).toBe('-37.63');
  expect(onGrid('39412', '5')).toBe('39410');
});

test('a step goes from tick to tick and through zero', () => {
  expect(movedBy('25412.5', 1, '0.25')).toBe('25412.75');
  expect(movedBy('0.01', -3, '0.01')).toBe('-0.02');
});

test('the distance is counted in ticks', () => {
  expect(ticksFrom('25391.5', '25412.75', '0.25')).toBe(85);
  expect(ticksFrom('0.02', '-0.03', '0.01')).toBe(-5);
});

test('only prices of the grid are on it', () => {
  expect(isOnGrid('25412.75', '0.25')).toBe(true);
  expect(isOnGrid('25412.8', '0.25')).toBe(false);
  expect(isOnGrid('-0.25', '0.25')).toBe(true);
  expect(isOnGrid('', '0.25')).toBe(false);
});

test('prices are compared as numbers, not as texts', () => {
  expect(comparePrices('9', '10')).toBe(-1);
  expect(comparePrices('-1', '-2')).toBe(1);
  expect(comparePrices('1.50', '1.5')).toBe(0);
});
