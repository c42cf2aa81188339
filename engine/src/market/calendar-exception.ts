// Exceptions of an exchange's calendar: holidays, early closes and late openings, as people write them, and what is
// wrong with one. Whatever is entered is held against the functions that decide when an instrument trades.
import { MINUTE_MS, type Millis } from '../time.ts';
import { type DayNumber, dayAfter, weekdayOf } from './calendar-date.ts';
import { checkHours, type Stretch, type TradeDay, type TradingHours, tradeDay } from './trading-hours.ts';

export interface CalendarException {
  readonly date: DayNumber;
  /** None on a holiday. */
  readonly stretches: readonly Stretch[];
}

/** `USUAL`: the hours of the week, although the calendar once said otherwise. */
export type ExceptionKind = 'HOLIDAY' | 'EARLY_CLOSE' | 'LATE_OPENING' | 'OTHER_HOURS' | 'USUAL';

export type ExceptionFault =
  /** Not between yesterday and two years from now. */
  | 'DATE_RANGE'
  /** Its trade date has begun: what is open was opened by the hours that were announced. */
  | 'BEGUN'
  /** The calendar says this already. */
  | 'SAME'
  /** Out of order, overlapping, or too far from the date. */
  | 'HOURS'
  /** It trades at the same time as the date before or after it. */
  | 'OVERLAPS'
  /** Another month of a future would be traded today: its last day is counted in business days. */
  | 'EXPIRY';

const WHOLE_HOUR = 60;
const clockText = (minute: number): string => {
  const [sign, size] = minute < 0 ? ['-', -minute] : ['', minute];
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${sign}${pad(Math.floor(size / WHOLE_HOUR))}:${pad(size % WHOLE_HOUR)}`;
};

/** `09:30-16:00`, several by a space; hours above 24 lie on the next day, negative ones on the evening before. */
export const formatStretches = (stretches: readonly Stretch[]): string =>
  stretches
    .map(({ opensMinute, closesMinute }) => `${clockText(opensMinute)}-${clockText(closesMinute)}`)
    .join(' ');

const STRETCH = /^(-?)(\d{1,2}):([0-5]\d)-(\d{1,2}):([0-5]\d)$/;

/** Undefined where it is no text of hours. Without a text the exchange rests. */
export function parseStretches(text: string): readonly Stretch[] | undefined {
  const parts = text
    .trim()
    .split(/\s+/)
    .filter((part) => part !== '');
  const stretches: Stretch[] = [];
  for (const part of parts) {
    const match = STRETCH.exec(part);
    if (match === null) return undefined;
    const [, sign, opensHour, opensMin, closesHour, closesMin] = match;
    const opens = Number(opensHour) * WHOLE_HOUR + Number(opensMin);
    stretches.push({
      opensMinute: sign === '-' ? -opens : opens,
      closesMinute: Number(closesHour) * WHOLE_HOUR + Number(closesMin),
    });
  }
  return stretches;
}

const weekOf = ({ week }: TradingHours, date: DayNumber): readonly Stretch[] => week[weekdayOf(date)] ?? [];

/** An opening by the clock of UTC stays one where the entered hour is that of the week. */
export const likeWeek = (hours: TradingHours, { date, stretches }: CalendarException): CalendarException => ({
  date,
  stretches: stretches.map((each) => {
    const isByUtc = weekOf(hours, date).some(
      ({ opensMinute, opensByUtc }) => opensByUtc === true && opensMinute === each.opensMinute,
    );
    return isByUtc ? { ...each, opensByUtc: true } : each;
  }),
});

export const withExceptions = (hours: TradingHours, added: readonly CalendarException[]): TradingHours => ({
  ...hours,
  exceptions: new Map([
    ...hours.exceptions,
    ...added.map(({ date, stretches }) => [date, stretches] as const),
  ]),
});

const isSame = (one: readonly Stretch[], other: readonly Stretch[]): boolean =>
  one.length === other.length &&
  one.every((each, place) => {
    const beside = other[place];
    return each.opensMinute === beside?.opensMinute && each.closesMinute === beside.closesMinute;
  });

export function exceptionKind(hours: TradingHours, { date, stretches }: CalendarException): ExceptionKind {
  const usual = weekOf(hours, date);
  if (isSame(usual, stretches)) return 'USUAL';
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (first === undefined || last === undefined) return 'HOLIDAY';
  const opensAsUsual = first.opensMinute === usual[0]?.opensMinute;
  const closesAsUsual = last.closesMinute === usual.at(-1)?.closesMinute;
  if (opensAsUsual && last.closesMinute < (usual.at(-1)?.closesMinute ?? 0)) return 'EARLY_CLOSE';
  if (closesAsUsual && first.opensMinute > (usual[0]?.opensMinute ?? 0)) return 'LATE_OPENING';
  return 'OTHER_HOURS';
}

const MOST_DAYS_AHEAD = 740;

/** What is wrong with one, beside all others of `hours`; the first fault, or nothing. */
export function exceptionFault(
  hours: TradingHours,
  exception: CalendarException,
  { now, today }: { readonly now: Millis; readonly today: DayNumber },
): ExceptionFault | undefined {
  const { date, stretches } = exception;
  if (date < dayAfter(today, -1) || date > dayAfter(today, MOST_DAYS_AHEAD)) return 'DATE_RANGE';
  if (checkHours({ ...hours, week: hours.week, exceptions: new Map([[date, stretches]]) }).length > 0)
    return 'HOURS';
  const before = tradeDay(hours, date);
  const after = tradeDay(withExceptions(hours, [exception]), date);
  if (isSame(hours.exceptions.get(date) ?? weekOf(hours, date), stretches)) return 'SAME';
  if (isBegun(before, now) || isBegun(after, now) || (before === undefined && date < today)) return 'BEGUN';
  return after !== undefined && overlaps(hours, after) ? 'OVERLAPS' : undefined;
}

/** A minute, so that nobody asks while it begins. */
const isBegun = (day: TradeDay | undefined, now: Millis): boolean =>
  day !== undefined && day.opensAt <= now + MINUTE_MS;

function overlaps(hours: TradingHours, day: TradeDay): boolean {
  for (const shift of [-2, -1, 1, 2]) {
    const other = tradeDay(hours, dayAfter(day.date, shift));
    if (other === undefined) continue;
    if (shift < 0 ? other.closesAt > day.opensAt : other.opensAt < day.closesAt) return true;
  }
  return false;
}
