import { expect, test } from 'vitest';
import { pointsOf } from './every-points.ts';

const cascade = { what: 'a cascade', from: 40, to: 52 };
const run = { points: 100, spans: [cascade, { what: 'something else', from: 90, to: 95 }] };

test('a script without anything to look at is crashed at each of its points', () => {
  expect(pointsOf(run, undefined).points).toEqual(Array.from({ length: 100 }, (_, place) => place + 1));
});

test('every await point from the tick to the last push is one at which the script is crashed', () => {
  const { points, during } = pointsOf(run, ['a cascade']);
  const within = Array.from({ length: 12 }, (_, place) => 41 + place);
  expect(points).toEqual(expect.arrayContaining(within));
  expect(during).toEqual({ 'a cascade': within.length });
});

test('what the tables do after the last push is crashed as well, and nothing of the rest', () => {
  const { points } = pointsOf(run, ['a cascade']);
  expect([points[0], points.at(-1)]).toEqual([36, 77]);
});

test('a script that no longer has what it is for has no point of it', () => {
  expect(pointsOf(run, ['a funding'])).toEqual({ points: [], during: { 'a funding': 0 } });
});
