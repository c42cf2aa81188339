// The days and months of limits are those of Korea (docs/rules.md 0.4).

import { ZERO } from '../amount.ts';
import { assert } from '../assert.ts';
import { koreanMonth, parseDate } from '../market/calendar-date.ts';
import { DAY_MS, HOUR_MS, KST_OFFSET_MS, koreanDate, koreanDay, later, type Millis } from '../time.ts';
import type { CoolOff } from './commands.ts';
import type { LimitCounters } from './state.ts';

const MONTHS_PER_YEAR = 12;

function firstDay(month: number): number {
  const year = String(Math.floor(month / MONTHS_PER_YEAR)).padStart(4, '0');
  const day = parseDate(`${year}-${String((month % MONTHS_PER_YEAR) + 1).padStart(2, '0')}-01`);
  assert(day !== undefined, 'every month has a first day');
  return day;
}

const startOf = (day: number): Millis => (day * DAY_MS - KST_OFFSET_MS) as Millis;

export const nextKoreanDay = (at: Millis): Millis => (koreanDay(at) + DAY_MS) as Millis;
export const nextKoreanMonth = (at: Millis): Millis => startOf(firstDay(koreanMonth(at) + 1));

/** The same time of the same date so many months later; of a shorter month its last day. */
export function monthsLater(at: Millis, months: number): Millis {
  const month = koreanMonth(at) + months;
  const date = koreanDate(at) - firstDay(koreanMonth(at));
  const last = firstDay(month + 1) - firstDay(month) - 1;
  return (startOf(firstDay(month) + Math.min(date, last)) + (at - koreanDay(at))) as Millis;
}

const BREAK_MS = { HOUR: HOUR_MS, DAY: DAY_MS, WEEK: 7 * DAY_MS, SIX_WEEKS: 42 * DAY_MS } as const;

export const breakEnds = (at: Millis, length: CoolOff['length']): Millis => later(at, BREAK_MS[length]);

export const emptyCounters = (at: Millis): LimitCounters => ({
  day: koreanDate(at),
  result: ZERO,
  largest: ZERO,
  used: 0,
  usedMinute: 0,
  month: koreanMonth(at),
  deposited: ZERO,
});

/** As they are at this time: a new day and a new month begin with nothing. */
export function countersAt(counters: LimitCounters, now: Millis): LimitCounters {
  const fresh = emptyCounters(now);
  const isToday = counters.day === fresh.day;
  const isThisMonth = counters.month === fresh.month;
  if (isToday && isThisMonth) return counters;
  return {
    ...(isToday ? counters : { ...fresh, usedMinute: counters.usedMinute }),
    month: fresh.month,
    deposited: isThisMonth ? counters.deposited : ZERO,
  };
}
