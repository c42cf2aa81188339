import { expect, test } from 'vitest';
import { areaOf, comparable, pathOf, shapeOf } from './line-shape.ts';

const BOX = { left: 0, right: 100, top: 0, bottom: 50 };
const point = (atMillis: number, won: string | null) => ({ atMillis, won, isPartial: false });

test('the lowest worth is at the bottom, the highest at the top, and points without a worth are left out', () => {
  const shape = shapeOf([point(0, '10'), point(50, null), point(100, '30')], BOX)!;
  expect(shape.spots).toEqual([
    { at: 0, x: 0, y: 50 },
    { at: 100, x: 100, y: 0 },
  ]);
  expect(pathOf(shape.spots)).toBe('M0 50L100 0');
  expect(areaOf(shape.spots, 50)).toBe('M0 50L100 0L100 50L0 50Z');
});

test('a point that lacks a part is no loss: it is left out beside whole ones, and drawn where all lack something', () => {
  const partial = (atMillis: number, won: string) => ({ atMillis, won, isPartial: true });
  const [first, gap, last] = [point(0, '30'), partial(50, '10'), point(100, '31')];
  expect(comparable([first, gap, last])).toEqual([first, last]);
  expect(comparable([gap, partial(60, '11')])).toEqual([gap, partial(60, '11')]);
  expect(comparable([gap, last])).toEqual([gap, last]);
});

test('a moment between two points lies on the line between them, and outside of it at its ends', () => {
  const shape = shapeOf([point(0, '10'), point(100, '30')], BOX)!;
  expect([shape.xAt(25), shape.yAt(25)]).toEqual([25, 37.5]);
  expect([shape.momentAt(25), shape.momentAt(-9), shape.momentAt(400)]).toEqual([25, 0, 100]);
});

test('an account that was always worth the same has a line in the middle, and one point is no line', () => {
  expect(shapeOf([point(0, '5'), point(9, '5')], BOX)?.spots.map(({ y }) => y)).toEqual([25, 25]);
  expect(shapeOf([point(0, '5')], BOX)).toBeUndefined();
  expect(shapeOf([point(0, null), point(9, '5')], BOX)).toBeUndefined();
});
