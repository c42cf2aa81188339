import { describe, expect, it } from 'vitest';
import { millis } from '../time.ts';
import { dayNumber, parseDate } from './calendar-date.ts';
import {
  exceptionFault,
  exceptionKind,
  formatStretches,
  likeWeek,
  parseStretches,
  withExceptions,
} from './calendar-exception.ts';
import { isOpen, type TradingHours } from './trading-hours.ts';

const day = [
  { opensMinute: 525, closesMinute: 945 },
  { opensMinute: 1_080, closesMinute: 1_800 },
];
const seoul: TradingHours = {
  zone: { name: 'Asia/Seoul', changes: [{ at: millis(0), offsetMs: 32_400_000 }] },
  week: [[], day, day, day, day, day, []],
  exceptions: new Map(),
};
/** Wednesday noon in Seoul. */
const NOW = millis(Date.UTC(2026, 10, 18, 3));
const TODAY = dayNumber(NOW / 86_400_000 - ((NOW / 86_400_000) % 1));
const date = (text: string) => parseDate(text) ?? dayNumber(0);
const fault = (text: string, hours: string, of: TradingHours = seoul) =>
  exceptionFault(
    of,
    { date: date(text), stretches: parseStretches(hours) ?? [] },
    { now: NOW, today: TODAY },
  );

describe('hours as people write them', () => {
  it('are read and written alike', () => {
    for (const text of ['09:30-16:00', '-07:00-12:15', '08:45-15:45 18:00-30:00', ''])
      expect(formatStretches(parseStretches(text) ?? [])).toBe(text);
  });

  it.each(['9-16', '09:60-16:00', 'a', '09:00-', '09:00–16:00', '100:00-101:00'])('%s are none', (text) => {
    expect(parseStretches(text)).toBeUndefined();
  });

  it('keep an opening by the clock of UTC', () => {
    const eurex = {
      ...seoul,
      week: seoul.week.map(() => [{ opensMinute: 0, closesMinute: 1_320, opensByUtc: true }]),
    };
    const early = likeWeek(eurex, {
      date: date('2026-12-30'),
      stretches: parseStretches('00:00-14:00') ?? [],
    });
    expect(early.stretches).toEqual([{ opensMinute: 0, closesMinute: 840, opensByUtc: true }]);
  });
});

describe('an exception', () => {
  it.each([
    ['2026-11-20', ''],
    ['2026-11-19', '10:00-15:45 18:00-30:00'],
    ['2026-11-21', '09:00-12:00'],
  ])('of a coming day is entered: %s %s', (on, hours) => {
    expect(fault(on, hours)).toBeUndefined();
  });

  it.each([
    ['2026-11-18', '', 'BEGUN'],
    ['2026-11-17', '', 'BEGUN'],
    ['2026-11-01', '', 'DATE_RANGE'],
    ['2029-11-19', '', 'DATE_RANGE'],
    ['2026-11-20', '08:45-15:45 18:00-30:00', 'SAME'],
    ['2026-11-21', '', 'SAME'],
    ['2026-11-20', '12:00-11:00', 'HOURS'],
    ['2026-11-20', '09:00-12:00 11:00-13:00', 'HOURS'],
    // Thursday's night session runs until six on Friday.
    ['2026-11-20', '05:00-15:45', 'OVERLAPS'],
    ['2026-11-19', '08:45-33:00', 'OVERLAPS'],
  ])('is refused: %s %s is %s', (on, hours, expected) => {
    expect(fault(on, hours)).toBe(expected);
  });

  it('decides when the exchange is open, and only on its date', () => {
    const after = withExceptions(seoul, [{ date: date('2026-11-20'), stretches: [] }]);
    expect(isOpen(seoul, millis(Date.UTC(2026, 10, 20, 3)))).toBe(true);
    expect(isOpen(after, millis(Date.UTC(2026, 10, 20, 3)))).toBe(false);
    // The night before belongs to Thursday.
    expect(isOpen(after, millis(Date.UTC(2026, 10, 19, 16)))).toBe(true);
    expect(seoul.exceptions.size).toBe(0);
  });

  it.each([
    ['', 'HOLIDAY'],
    ['08:45-12:00', 'EARLY_CLOSE'],
    ['10:00-15:45 18:00-30:00', 'LATE_OPENING'],
    ['10:00-12:00', 'OTHER_HOURS'],
    ['08:45-15:45 18:00-30:00', 'USUAL'],
  ])('%s is called %s', (hours, kind) => {
    expect(exceptionKind(seoul, { date: date('2026-11-20'), stretches: parseStretches(hours) ?? [] })).toBe(
      kind,
    );
  });
});
