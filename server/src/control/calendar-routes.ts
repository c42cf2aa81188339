// The calendars of the exchanges for staff: what they say, and how two people change them for dates that have not begun.
import type { ReplyOf } from '@maru/contract/call';
import { calendarList, changeCalendar, checkCalendar } from '@maru/contract/control/calls';
import { type DayNumber, dayAfter, formatIsoDate, parseDate } from '@maru/engine/market/calendar-date';
import { exceptionKind, formatStretches } from '@maru/engine/market/calendar-exception';
import type { Instrument } from '@maru/engine/market/instrument';
import { localDate, type TradeDay, type TradingHours, tradeDay } from '@maru/engine/market/trading-hours';
import { DAY_MS, KST_OFFSET_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { type Route, serve } from '../http/serve.ts';
import type { Calendars, ExchangeCalendar } from '../market/calendars.ts';
import type { StaffRequests } from '../staff/requests.ts';
import { checkLines, subjectOf } from './calendar-lines.ts';

interface Parts {
  readonly calendars: Calendars;
  readonly instruments: readonly Instrument[];
  readonly requests: Pick<StaffRequests, 'ask' | 'perform'>;
}

type Shown = ReplyOf<typeof calendarList>['calendars'][number];

export function calendarRoutes({ calendars, instruments, requests }: Parts): readonly Route[] {
  requests.perform('CALENDAR', async ({ site, body, requestedBy, approvedBy, reason, now }) => {
    const { csv } = body as { readonly csv: string };
    // Checked again: a date may have begun since it was asked for.
    const { lines, entered } = checkLines(csv, { calendars, instruments, now });
    if (entered === undefined) {
      const line = lines.find(({ fault }) => fault !== null)?.line ?? 1;
      return { ok: false, refusal: 'SETTING_INVALID', field: `line ${line}` };
    }
    await calendars.enter(entered, site, { staff: requestedBy, confirmedBy: approvedBy, now, reason });
    return { ok: true };
  });

  return [
    serve(calendarList, async ({ query: { from, days } }) => {
      const first = parseDate(from);
      if (first === undefined) return { ok: false, refusal: 'CALENDAR_INVALID', field: 'from' };
      const range = {
        from: millis(first * DAY_MS - KST_OFFSET_MS),
        to: millis((first + days) * DAY_MS - KST_OFFSET_MS),
      };
      return {
        ok: true,
        reply: {
          fromMillis: range.from,
          toMillis: range.to,
          calendars: calendars.all.map((each) => shownCalendar(each, calendars, range)),
        },
      };
    }),
    serve(checkCalendar, async ({ body: { csv }, now }) => {
      const { lines, entered } = checkLines(csv, { calendars, instruments, now });
      return { ok: true, reply: { lines: [...lines], isValid: entered !== undefined } };
    }),
    serve(changeCalendar, async ({ body: { csv, reason }, principal: { site, player, standing }, now }) => {
      // Every site trades by it.
      if (standing?.level !== 1) return { ok: false, refusal: 'FORBIDDEN' };
      const { lines, entered } = checkLines(csv, { calendars, instruments, now });
      if (entered === undefined) {
        const line = lines.find(({ fault }) => fault !== null)?.line ?? 1;
        return { ok: false, refusal: 'CALENDAR_INVALID', field: `line ${line}` };
      }
      const waiting = await requests.ask({
        ...{ site, kind: 'CALENDAR', subject: subjectOf(entered), body: { csv }, reason },
        staff: player,
        now,
      });
      if (waiting === undefined) return { ok: false, refusal: 'ALREADY_PROCESSED' };
      return { ok: true, reply: { lines: [...lines], waiting } };
    }),
  ];
}

interface Range {
  readonly from: Millis;
  readonly to: Millis;
}

/** Sessions of a date may begin the evening before and end two days later. */
const REACH_DAYS = 2;

function shownCalendar(
  { code, koName, hours }: ExchangeCalendar,
  { noteOf }: Calendars,
  range: Range,
): Shown {
  const days: Shown['days'] = [];
  const exceptions: Shown['exceptions'] = [];
  const last = dayAfter(localDate(hours, range.to), REACH_DAYS);
  for (
    let date = dayAfter(localDate(hours, range.from), -REACH_DAYS);
    date <= last;
    date = dayAfter(date, 1)
  ) {
    const stretches = stretchesOf(tradeDay(hours, date), range);
    if (stretches.length > 0) days.push({ tradeDate: formatIsoDate(date), stretches });
    const exception = hours.exceptions.get(date);
    const usual = stretchesOf(tradeDay(usualHours(hours), date), range);
    if (exception === undefined || (usual.length === 0 && stretches.length === 0)) continue;
    exceptions.push({
      date: formatIsoDate(date),
      kind: exceptionKind(hours, { date, stretches: exception }),
      hours: formatStretches(exception),
      note: noteOf(code, date) ?? null,
      wouldTrade: usual,
    });
  }
  return { code, koName, zone: hours.zone.name, days, exceptions, clockChanges: clockChanges(hours, range) };
}

const usualHours = (hours: TradingHours): TradingHours => ({
  ...hours,
  exceptions: new Map<DayNumber, never>(),
});

const stretchesOf = (day: TradeDay | undefined, { from, to }: Range) =>
  (day?.stretches ?? [])
    .filter(({ opensAt, closesAt }) => closesAt > from && opensAt < to)
    .map(({ opensAt, closesAt }) => ({ opensMillis: opensAt, closesMillis: closesAt }));

const BEFORE_DAYS = 30;
const AFTER_DAYS = 60;

function clockChanges({ zone: { changes } }: TradingHours, { from, to }: Range): Shown['clockChanges'] {
  return changes.flatMap(({ at, offsetMs }, place) => {
    const before = changes[place - 1]?.offsetMs;
    if (before === undefined || at < from - BEFORE_DAYS * DAY_MS || at > to + AFTER_DAYS * DAY_MS) return [];
    return [{ atMillis: at, beforeMinutes: before / MINUTE_MS, afterMinutes: offsetMs / MINUTE_MS }];
  });
}
