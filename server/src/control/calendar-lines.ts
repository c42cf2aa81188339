// Lines of a calendar as staff write them, each with what is wrong with it. They are checked one after the other, each
// beside those before it.
import type { ReplyOf } from '@maru/contract/call';
import type { checkCalendar } from '@maru/contract/control/calls';
import { formatIsoDate, parseDate } from '@maru/engine/market/calendar-date';
import {
  type CalendarException,
  exceptionFault,
  exceptionKind,
  likeWeek,
  parseStretches,
  withExceptions,
} from '@maru/engine/market/calendar-exception';
import type { Instrument } from '@maru/engine/market/instrument';
import { localDate, type TradingHours } from '@maru/engine/market/trading-hours';
import { contractMonthAt } from '@maru/engine/oversea/contract-months';
import type { Millis } from '@maru/engine/time';
import type { Calendars, EnteredException } from '../market/calendars.ts';

type Line = ReplyOf<typeof checkCalendar>['lines'][number];

export interface CheckedLines {
  readonly lines: readonly Line[];
  /** Those of all lines, when none has a fault. */
  readonly entered: readonly EnteredException[] | undefined;
}

const HEADER = 'calendar,date,hours,note';
const MOST_LINES = 200;
/** A spreadsheet that opens these lines again must not find a formula. */
const NOTE = /^(?![=+\-@\s])[^\p{C},"]{0,60}$/u;

export interface Checking {
  readonly calendars: Pick<Calendars, 'byCode'>;
  readonly instruments: readonly Instrument[];
  readonly now: Millis;
}

export function checkLines(text: string, { calendars, instruments, now }: Checking): CheckedLines {
  const rows = text.replace(/^\ufeff/, '').split(/\r\n|\n/);
  while (rows.at(-1)?.trim() === '') rows.pop();
  if (rows[0]?.trim() !== HEADER || rows.length < 2 || rows.length > MOST_LINES + 1)
    return { lines: [faulty(1, rows[0] ?? '', 'LINE')], entered: undefined };
  const changed = new Map<string, TradingHours>();
  const seen = new Set<string>();
  const entered: EnteredException[] = [];
  const lines = rows.slice(1).map((row, place): Line => {
    const line = place + 2;
    const cells = row.split(',').map((cell) => cell.trim());
    const [code = '', dateText = '', hoursText = '', note = ''] = cells;
    const written = { line, calendar: code, date: dateText, hours: hoursText, note, kind: null };
    if (cells.length !== 4) return faulty(line, row, 'LINE');
    const calendar = calendars.byCode(code);
    if (calendar === undefined) return { ...written, fault: 'CALENDAR' };
    const date = parseDate(dateText);
    if (date === undefined) return { ...written, fault: 'DATE' };
    const stretches = parseStretches(hoursText);
    if (stretches === undefined) return { ...written, fault: 'HOURS' };
    if (!NOTE.test(note)) return { ...written, fault: 'NOTE' };
    if (seen.has(`${code} ${date}`)) return { ...written, fault: 'TWICE' };
    seen.add(`${code} ${date}`);
    const hours = changed.get(code) ?? calendar.hours;
    const exception = likeWeek(hours, { date, stretches });
    const own = instruments.filter((each) => each.hours === calendar.hours);
    const fault = faultOf(hours, exception, own, now);
    const kind = exceptionKind(hours, exception);
    if (fault !== undefined) return { ...written, kind, fault };
    changed.set(code, withExceptions(hours, [exception]));
    entered.push({ ...exception, calendar: code, note });
    return { ...written, kind, fault: null };
  });
  return { lines, entered: lines.every(({ fault }) => fault === null) ? entered : undefined };
}

const faulty = (line: number, text: string, fault: Line['fault']): Line => ({
  ...{ line, fault, calendar: text.slice(0, 80), date: '', hours: '', note: '', kind: null },
});

function faultOf(
  hours: TradingHours,
  exception: CalendarException,
  instruments: readonly Instrument[],
  now: Millis,
): Line['fault'] | undefined {
  const fault = exceptionFault(hours, exception, { now, today: localDate(hours, now) });
  if (fault !== undefined) return fault;
  const after = withExceptions(hours, [exception]);
  const monthIn = (code: string, of: TradingHours) => contractMonthAt(code, of, now)?.month;
  const isRolled = instruments.some(({ code }) => monthIn(code, hours) !== monthIn(code, after));
  return isRolled ? 'EXPIRY' : undefined;
}

/** What a request says it is about: `HKEX 2026-11-20` and how many more. */
export function subjectOf(entered: readonly EnteredException[]): string {
  const [first, ...others] = entered;
  if (first === undefined) return '';
  const name = `${first.calendar} ${formatIsoDate(first.date)}`;
  return others.length === 0 ? name : `${name} +${others.length}`;
}
