import { expect, test } from 'vitest';
import { createTickLine } from './tick-line.ts';

const values = (line: ReturnType<typeof createTickLine>) => line.points().map(({ value }) => value);

test('a tick that arrives late is inserted at its time', () => {
  const line = createTickLine();
  line.add({ time: 1_000, lastPrice: '1' });
  line.add({ time: 3_000, lastPrice: '3' });
  line.add({ time: 2_000, lastPrice: '2' });
  expect(values(line)).toEqual([1, 2, 3]);
  expect(line.last()?.value).toBe(3);
});

test('closes of seconds fill only the seconds without a live tick', () => {
  const line = createTickLine();
  line.add({ time: 2_100, lastPrice: '20' });
  line.fill([
    { at: 1_999, close: '1' },
    { at: 2_999, close: '2' },
    { at: 3_999, close: '3' },
  ]);
  expect(values(line)).toEqual([1, 20, 3]);
  expect(line.liveTicks().map(({ value }) => value)).toEqual([20]);
});

test('ticks that are older than the chart can show are removed', () => {
  const line = createTickLine();
  for (let count = 0; count < 2_048; count++) line.add({ time: count * 1_000, lastPrice: '1' });
  expect(line.points().length).toBeLessThan(1_500);
});

test('a price that is no number is not drawn', () => {
  const line = createTickLine();
  line.add({ time: 1, lastPrice: 'NaN' });
  expect(line.points()).toEqual([]);
});

test('the first tick after a cut is marked, later ones and the first of all are not', () => {
  const line = createTickLine();
  line.cut();
  line.add({ time: 1_000, lastPrice: '1' });
  line.cut();
  line.add({ time: 2_000, lastPrice: '2' });
  line.add({ time: 3_000, lastPrice: '3' });
  expect(line.liveTicks().map(({ isAfterCut }) => isAfterCut === true)).toEqual([false, true, false]);
});
