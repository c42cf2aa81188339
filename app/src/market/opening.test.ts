import { expect, test } from 'vitest';
import { openingAt } from './opening.ts';

const monday = Date.UTC(2025, 10, 17, 1, 15);

test('an opening is said by the calendar of Korea', () => {
  expect(openingAt(monday, Date.UTC(2025, 10, 15))).toEqual({
    month: 11,
    day: 17,
    weekday: 1,
    time: '10:15',
    isNear: true,
  });
  const lateInUtc = Date.UTC(2025, 11, 31, 23, 0);
  expect(openingAt(lateInUtc, lateInUtc)).toMatchObject({ month: 1, day: 1, weekday: 4, time: '08:00' });
});

test('a weekday alone does not name a day more than a week away', () => {
  expect(openingAt(monday, Date.UTC(2025, 10, 9)).isNear).toBe(false);
});
