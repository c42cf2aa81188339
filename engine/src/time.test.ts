import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, earlier, floorTo, HOUR_MS, isWithin, koreanDay, later, MINUTE_MS, millis } from './time.ts';

const at = (text: string) => millis(Date.parse(text));
/** The whole range of a Date. */
const instants = fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 }).map(millis);

describe('the Korean day starts at 00:00 in Seoul', () => {
  test.each([
    ['the last millisecond of a day', '2026-03-01T14:59:59.999Z', '2026-02-28T15:00:00.000Z'],
    ['the first millisecond of the next', '2026-03-01T15:00:00.000Z', '2026-03-01T15:00:00.000Z'],
    ['noon in London is the evening', '2026-03-01T12:00:00.000Z', '2026-02-28T15:00:00.000Z'],
    ['the turn of the year', '2025-12-31T15:00:00.000Z', '2025-12-31T15:00:00.000Z'],
    ['a leap day', '2028-02-28T23:00:00.000Z', '2028-02-28T15:00:00.000Z'],
    ['before the epoch', '1969-12-31T14:59:59.999Z', '1969-12-30T15:00:00.000Z'],
    ['the epoch itself is nine in the morning', '1970-01-01T00:00:00.000Z', '1969-12-31T15:00:00.000Z'],
  ])('%s', (_, instant, start) => {
    expect(koreanDay(at(instant))).toBe(at(start));
  });
});

test('every instant lies in its own Korean day, and the day before ends where it starts', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const start = koreanDay(instant);
      expect(isWithin(instant, { from: start, to: later(start, DAY_MS) })).toBe(true);
      expect(koreanDay(start)).toBe(start);
      expect(koreanDay(earlier(start, 1))).toBe(earlier(start, DAY_MS));
    }),
  );
});

describe('an interval starts at or before its instant, also before the epoch', () => {
  test.each([
    [0, 0],
    [59_999, 0],
    [60_000, 60_000],
    [-1, -60_000],
    [-60_000, -60_000],
    [-60_001, -120_000],
  ])('%d lies in the minute of %d', (instant, start) => {
    expect(floorTo(millis(instant), MINUTE_MS)).toBe(start);
  });

  test('of any length', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 31 * DAY_MS }), (instant, lengthMs) => {
        const start = floorTo(instant, lengthMs);
        expect(start % lengthMs === 0).toBe(true);
        expect(isWithin(instant, { from: start, to: later(start, lengthMs) })).toBe(true);
      }),
    );
  });
});

test('a window holds its first millisecond and not its end', () => {
  const window = { from: millis(100), to: millis(200) };
  expect([99, 100, 199, 200].map((each) => isWithin(millis(each), window))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isWithin(millis(100), { from: millis(100), to: millis(100) })).toBe(false);
});

test('F17: with a cut-off of 10 s a bet at 12:00:49.999 is in time and one at 12:00:50.000 is not', () => {
  const closesAt = earlier(at('2026-03-02T12:01:00.000Z'), 10_000);
  const window = { from: earlier(closesAt, HOUR_MS), to: closesAt };
  expect(isWithin(at('2026-03-02T12:00:49.999Z'), window)).toBe(true);
  expect(isWithin(at('2026-03-02T12:00:50.000Z'), window)).toBe(false);
});

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is not an instant', (value) => {
  expect(() => millis(value)).toThrow('whole number of milliseconds');
});
