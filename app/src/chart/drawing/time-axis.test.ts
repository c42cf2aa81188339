import { DAY_MS, HOUR_MS, MINUTE_MS } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { timeMarks } from './time-axis.ts';

const from = (start: string, everyMs: number, count: number) =>
  Array.from({ length: count }, (_, index) => Date.parse(start) + index * everyMs);

describe('the labels of the time axis', () => {
  test('are round on the Korean clock', () => {
    const marks = timeMarks(from('2026-11-12T20:42:00+09:00', 5 * MINUTE_MS, 40), 10);
    expect(marks.map(({ text }) => text)).toEqual(['21:02', '22:02', '23:02']);
  });

  test('show the date where a day begins', () => {
    const marks = timeMarks(from('2026-11-12T22:00:00+09:00', HOUR_MS, 12), 3);
    expect(marks.map(({ text }) => text)).toEqual(['11.13', '03:00', '06:00', '09:00']);
  });

  test('are dates for days, and the year where one begins', () => {
    const marks = timeMarks(from('2026-12-20T00:00:00+09:00', DAY_MS, 40), 8);
    expect(marks.map(({ text }) => text)).toContain('2027');
    expect(marks.every(({ text }) => /^(\d\d\.\d\d|2027)$/.test(text))).toBe(true);
  });

  test('have seconds where bars are that short', () => {
    const marks = timeMarks(from('2026-11-12T22:00:00+09:00', 300, 60), 20);
    expect(marks[0]?.text).toMatch(/^22:00:\d\d$/);
  });

  test('keep their distance over a night without bars', () => {
    const times = [
      ...from('2026-11-12T16:00:00+09:00', 5 * MINUTE_MS, 6),
      ...from('2026-11-13T09:00:00+09:00', 5 * MINUTE_MS, 20),
    ];
    const marks = timeMarks(times, 6);
    for (const [index, mark] of marks.entries())
      if (index > 0) expect(mark.index - marks[index - 1]!.index).toBeGreaterThanOrEqual(6);
  });

  test('are empty with fewer than two bars', () => {
    expect(timeMarks([], 5)).toEqual([]);
    expect(timeMarks([1], 5)).toEqual([]);
  });
});
