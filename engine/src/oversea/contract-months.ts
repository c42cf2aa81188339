// Which month of a future is traded, and when it ends. The rules are those of the exchanges' contract pages; business
// days are counted by the exchange's own calendar, so they are as right as its holidays are entered.

import { type DayNumber, dayAfter, formatIsoDate, parseDate, weekdayOf } from '../market/calendar-date.ts';
import { latestTradeDay, localDate, type TradingHours, tradeDay } from '../market/trading-hours.ts';
import { wallClock } from '../market/zone-offsets.ts';
import { DAY_MS, type Millis } from '../time.ts';

export interface ContractMonth {
  /** `2026-12`. */
  readonly month: string;
  /** `NQZ26`, as the exchanges write it. */
  readonly symbol: string;
  readonly lastTradingDate: DayNumber;
}

type IsBusinessDay = (day: DayNumber) => boolean;

/** Reads the last trading day of a delivery month, given as its first day. */
type LastDay = (first: DayNumber, isBusinessDay: IsBusinessDay) => DayNumber;

interface Cycle {
  /** Delivery months, 1 is January. */
  readonly months: readonly number[];
  readonly lastDay: LastDay;
}

const QUARTERS = [3, 6, 9, 12];
const EVERY_MONTH = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const LETTERS = 'FGHJKMNQUVXZ';
const [WEDNESDAY, THURSDAY, FRIDAY] = [3, 4, 5] as const;

const weekday =
  (which: number, nth: number): LastDay =>
  (first, isBusinessDay) =>
    onOrBefore(nthWeekday(first, which, nth), isBusinessDay);

/** So many business days before the weekday itself, which need not be one. */
const beforeWeekday =
  (which: number, nth: number, days: number): LastDay =>
  (first, isBusinessDay) =>
    businessDaysBefore(nthWeekday(first, which, nth), days, isBusinessDay);

/** Counted from the month's last business day, which is the first. */
const fromMonthEnd =
  (nth: number): LastDay =>
  (first, isBusinessDay) =>
    businessDaysBefore(monthAfter(first), nth, isBusinessDay);

const beforeMonth =
  (days: number): LastDay =>
  (first, isBusinessDay) =>
    businessDaysBefore(first, days, isBusinessDay);

/** Three business days before the 25th of the month before; four when the 25th is none itself. */
const crudeOil: LastDay = (first, isBusinessDay) => {
  const day = dayAfter(monthBefore(first), 24);
  return businessDaysBefore(day, isBusinessDay(day) ? 3 : 4, isBusinessDay);
};

/**
 * The rules of the last day are the exchanges'. Our own choice is which months are traded where an exchange lists more
 * than are liquid (gold, silver, copper, the Nikkei), and that trading goes on until five minutes before the trade date
 * ends, although some contracts stop earlier on that day: American stock indices at 08:30 in Chicago, the euro at
 * 09:16, the DAX at 13:00 in Frankfurt. Metals can be delivered from the end of the month before; practice money is
 * not.
 */
const CYCLES: Readonly<Record<string, Cycle>> = {
  ...named(['NQ', 'MNQ', 'ES', 'MES', 'YM', 'RTY'], { months: QUARTERS, lastDay: weekday(FRIDAY, 3) }),
  CL: { months: EVERY_MONTH, lastDay: crudeOil },
  NG: { months: EVERY_MONTH, lastDay: beforeMonth(3) },
  GC: { months: [2, 4, 6, 8, 10, 12], lastDay: fromMonthEnd(3) },
  SI: { months: [3, 5, 7, 9, 12], lastDay: fromMonthEnd(3) },
  HG: { months: [3, 5, 7, 9, 12], lastDay: fromMonthEnd(3) },
  '6E': { months: QUARTERS, lastDay: beforeWeekday(WEDNESDAY, 3, 2) },
  // Chicago and Osaka both settle on the opening of the second Friday.
  ...named(['NKD', 'NIY', 'NK225'], { months: QUARTERS, lastDay: beforeWeekday(FRIDAY, 2, 1) }),
  ...named(['HSI', 'MHI'], { months: EVERY_MONTH, lastDay: fromMonthEnd(2) }),
  ...named(['FDAX', 'FDXM'], { months: QUARTERS, lastDay: weekday(FRIDAY, 3) }),
  // The mini contract of Seoul has every month, the one on KOSDAQ quarters.
  K2: { months: EVERY_MONTH, lastDay: weekday(THURSDAY, 2) },
  KQ: { months: QUARTERS, lastDay: weekday(THURSDAY, 2) },
};

function named(codes: readonly string[], cycle: Cycle): Readonly<Record<string, Cycle>> {
  return Object.fromEntries(codes.map((code) => [code, cycle]));
}

/** The month that is traded on this trade date; undefined for a code whose months are not entered. */
export function contractMonth(code: string, hours: TradingHours, date: DayNumber): ContractMonth | undefined {
  const cycle = CYCLES[code];
  if (cycle === undefined) return undefined;
  const isBusinessDay = (day: DayNumber) => isBusinessDayOf(hours, day);
  // A contract may end in the month before its delivery, and the next one of its cycle may be months away.
  let first = firstOfMonth(date);
  for (let tries = 0; tries < 16; tries++, first = monthAfter(first)) {
    const text = formatIsoDate(first);
    const month = Number(text.slice(5, 7));
    if (!cycle.months.includes(month)) continue;
    const lastTradingDate = cycle.lastDay(first, isBusinessDay);
    if (lastTradingDate < date) continue;
    const symbol = `${code}${LETTERS[month - 1] ?? ''}${text.slice(2, 4)}`;
    return { month: text.slice(0, 7), symbol, lastTradingDate };
  }
  return undefined;
}

/** At an instant: when the last trading day has ended, the next month is the one that is traded. */
export function contractMonthAt(code: string, hours: TradingHours, at: Millis): ContractMonth | undefined {
  const latest = latestTradeDay(hours, at);
  if (latest === undefined) return contractMonth(code, hours, localDate(hours, at));
  return contractMonth(code, hours, at < latest.closesAt ? latest.date : dayAfter(latest.date, 1));
}

export const isLastTradingDay = (code: string, hours: TradingHours, date: DayNumber): boolean =>
  contractMonth(code, hours, date)?.lastTradingDate === date;

const NOON_MS = DAY_MS / 2;

/** A holiday on which only the morning trades (Chicago does so) is no business day: its trades are the next day's. */
export function isBusinessDayOf(hours: TradingHours, day: DayNumber): boolean {
  const traded = tradeDay(hours, day);
  return traded !== undefined && wallClock(hours.zone, traded.closesAt) > day * DAY_MS + NOON_MS;
}

function onOrBefore(day: DayNumber, isBusinessDay: IsBusinessDay): DayNumber {
  return isBusinessDay(day) ? day : businessDaysBefore(day, 1, isBusinessDay);
}

/** No exchange is closed so long that this is not enough. */
const SEARCH_DAYS = 60;

function businessDaysBefore(day: DayNumber, days: number, isBusinessDay: IsBusinessDay): DayNumber {
  let date = day;
  let left = days;
  for (let tries = 0; tries < SEARCH_DAYS && left > 0; tries++) {
    date = dayAfter(date, -1);
    if (isBusinessDay(date)) left -= 1;
  }
  return date;
}

function nthWeekday(first: DayNumber, which: number, nth: number): DayNumber {
  const ahead = (which - weekdayOf(first) + 7) % 7;
  return dayAfter(first, ahead + 7 * (nth - 1));
}

const firstOfMonth = (day: DayNumber): DayNumber => parseDate(`${formatIsoDate(day).slice(0, 7)}-01`) ?? day;
/** 32 days after the first of a month is always in the next one, and a day before it in the one before. */
const monthAfter = (first: DayNumber): DayNumber => firstOfMonth(dayAfter(first, 32));
const monthBefore = (first: DayNumber): DayNumber => firstOfMonth(dayAfter(first, -1));
