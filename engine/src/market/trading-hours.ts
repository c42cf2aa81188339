// When an instrument trades (docs/rules.md 1.9, 4.3). A trade date owns the stretches of time in which it trades,
// written as minutes from the exchange's own midnight of that date: the session that opens on Sunday evening in Chicago
// is Monday's and starts at minus seven hours, the Hong Kong night is the same date's and ends at plus twenty-seven.
// That a night session belongs to the day before it follows docs/rules.md 4.3 for HSI, and we keep it for every
// exchange: the forced close at the end of the trade date then falls into the long gap, where the risk of holding
// begins.
import { DAY_MS, MINUTE_MS, type Millis } from '../time.ts';
import { type DayNumber, dayAfter, dayNumber, formatIsoDate, weekdayOf } from './calendar-date.ts';
import { instantOf, wallClock, type ZoneOffsets } from './zone-offsets.ts';

/** From opening to closing without a break, in minutes from midnight of the trade date. */
export interface Stretch {
  readonly opensMinute: number;
  readonly closesMinute: number;
  /** Eurex opens at midnight UTC, 01:00 in winter and 02:00 in summer; it closes by Frankfurt's clocks. */
  readonly opensByUtc?: boolean;
}

export interface TradingHours {
  readonly zone: ZoneOffsets;
  /** Seven lists, Sunday first. An instrument that never closes has the whole of every day. */
  readonly week: readonly (readonly Stretch[])[];
  /** Holidays (no stretch), early closes and late openings, by trade date. */
  readonly exceptions: ReadonlyMap<DayNumber, readonly Stretch[]>;
}

export interface Opening {
  readonly opensAt: Millis;
  readonly closesAt: Millis;
}

/** All of one trade date. Whatever lies between its stretches is a break. */
export interface TradeDay extends Opening {
  readonly date: DayNumber;
  readonly stretches: readonly Opening[];
}

/** Stretches may reach this far from their date; the searches below look no further. */
const EARLIEST_MINUTE = -1_440;
const LATEST_MINUTE = 2_880;
const REACH_DAYS = 2;
/** The likeliest date first: most calls are about now. */
const NEAR_DAYS = [0, -1, 1, -2, 2] as const;
/** After a longer closure the instrument counts as no longer traded, not as resting. */
const SEARCH_DAYS = 40;

export function tradeDay(hours: TradingHours, date: DayNumber): TradeDay | undefined {
  const stretches = (hours.exceptions.get(date) ?? hours.week[weekdayOf(date)] ?? []).map((stretch) => ({
    opensAt: stretch.opensByUtc
      ? ((date * DAY_MS + stretch.opensMinute * MINUTE_MS) as Millis)
      : instantOf(hours.zone, date * DAY_MS + stretch.opensMinute * MINUTE_MS),
    closesAt: instantOf(hours.zone, date * DAY_MS + stretch.closesMinute * MINUTE_MS),
  }));
  const first = stretches[0];
  const last = stretches.at(-1);
  if (!first || !last) return undefined;
  return { date, opensAt: first.opensAt, closesAt: last.closesAt, stretches };
}

/** The date that the exchange's calendar shows. */
export const localDate = (hours: TradingHours, at: Millis): DayNumber =>
  dayNumber(Math.floor(wallClock(hours.zone, at) / DAY_MS));

/** The stretch that runs now, with its trade date. */
export function sessionAt(
  hours: TradingHours,
  at: Millis,
): (Opening & { readonly day: TradeDay }) | undefined {
  const today = localDate(hours, at);
  for (const shift of NEAR_DAYS) {
    const day = tradeDay(hours, dayAfter(today, shift));
    const stretch = day?.stretches.find((each) => at >= each.opensAt && at < each.closesAt);
    if (day && stretch) return { ...stretch, day };
  }
  return undefined;
}

export const isOpen = (hours: TradingHours, at: Millis): boolean => sessionAt(hours, at) !== undefined;

/** All stretches that touch `[from, to)`, in order, cut to it. */
export function openStretches(
  hours: TradingHours,
  { from, to }: { readonly from: Millis; readonly to: Millis },
): readonly Opening[] {
  const openings: Opening[] = [];
  const last = localDate(hours, to) + REACH_DAYS;
  for (let date = localDate(hours, from) - REACH_DAYS; date <= last; date++) {
    for (const stretch of tradeDay(hours, dayNumber(date))?.stretches ?? []) {
      const opensAt = stretch.opensAt > from ? stretch.opensAt : from;
      const closesAt = stretch.closesAt < to ? stretch.closesAt : to;
      if (opensAt < closesAt) openings.push({ opensAt, closesAt });
    }
  }
  return openings.sort((a, b) => a.opensAt - b.opensAt);
}

/** The next moment at which a closed market opens; midnight of a market that never closes is none. */
export function nextOpening(hours: TradingHours, at: Millis): Millis | undefined {
  const today = localDate(hours, at);
  let earliest: Millis | undefined;
  for (let shift = -REACH_DAYS; shift <= SEARCH_DAYS; shift++) {
    for (const { opensAt } of tradeDay(hours, dayAfter(today, shift))?.stretches ?? []) {
      if (opensAt <= at || (earliest !== undefined && opensAt >= earliest)) continue;
      if (!isOpen(hours, (opensAt - 1) as Millis)) earliest = opensAt;
    }
    if (earliest !== undefined && shift > REACH_DAYS) break;
  }
  return earliest;
}

/** The trade date that has begun last: the one that runs, rests in a break, or was the last to close. */
export function latestTradeDay(hours: TradingHours, at: Millis): TradeDay | undefined {
  const today = localDate(hours, at);
  for (let shift = REACH_DAYS; shift >= -SEARCH_DAYS; shift--) {
    const day = tradeDay(hours, dayAfter(today, shift));
    if (day && day.opensAt <= at) return day;
  }
  return undefined;
}

/** The trade date an order would belong to: the one under way, breaks included, or else the next to open. */
export function tradeDate(hours: TradingHours, at: Millis): string {
  const latest = latestTradeDay(hours, at);
  if (latest && at < latest.closesAt) return formatIsoDate(latest.date);
  const opening = nextOpening(hours, at);
  const next = opening === undefined ? undefined : sessionAt(hours, opening)?.day;
  return formatIsoDate(next?.date ?? localDate(hours, at));
}

/** docs/rules.md 4.3: today, by the exchange's calendar, has no session left to open or run. */
export function isRestDay(hours: TradingHours, at: Millis): boolean {
  const midnight = instantOf(hours.zone, (localDate(hours, at) + 1) * DAY_MS);
  return openStretches(hours, { from: at, to: midnight }).length === 0;
}

const WHOLE_DAY_MINUTES = 1_440;

/** Day follows day without a break: nothing ever has to be closed because trading ends. */
export const neverCloses = ({ week, exceptions }: TradingHours): boolean =>
  exceptions.size === 0 &&
  week.every(
    ([whole, ...others]) =>
      others.length === 0 && whole?.opensMinute === 0 && whole.closesMinute === WHOLE_DAY_MINUTES,
  );

/** What is wrong with these hours, or nothing. */
export function checkHours(hours: TradingHours): readonly string[] {
  const faults: string[] = [];
  if (hours.zone.changes.length === 0) faults.push('the zone has no offset');
  if (hours.week.length !== 7) faults.push('a week has seven days');
  for (const stretches of [...hours.week, ...hours.exceptions.values()]) {
    let closed = EARLIEST_MINUTE;
    for (const { opensMinute, closesMinute } of stretches) {
      if (!Number.isInteger(opensMinute) || !Number.isInteger(closesMinute)) faults.push('minutes are whole');
      if (opensMinute < closed) faults.push('stretches overlap, are out of order or start too early');
      if (closesMinute <= opensMinute) faults.push('a stretch closes after it opens');
      if (closesMinute > LATEST_MINUTE) faults.push('a stretch ends within two days of its date');
      closed = closesMinute;
    }
  }
  return faults;
}
