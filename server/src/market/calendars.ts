// The calendars of the exchanges with what staff entered of them. Whoever holds the hours of an instrument holds those of
// its exchange, so an entered exception counts for prices, rounds and sessions at once.
import { type DayNumber, formatIsoDate } from '@maru/engine/market/calendar-date';
import {
  type CalendarException,
  formatStretches,
  likeWeek,
  parseStretches,
} from '@maru/engine/market/calendar-exception';
import type { Stretch, TradingHours } from '@maru/engine/market/trading-hours';
import type { SiteId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { selectFrom, upsertMany } from '../shadow/statements.ts';
import { column, table } from '../shadow/table.ts';
import { type ChangedBy, insertStaffChange } from '../staff/changes.ts';

export interface ExchangeCalendar {
  readonly code: string;
  readonly koName: string;
  readonly hours: TradingHours & { readonly exceptions: Map<DayNumber, readonly Stretch[]> };
}

export interface EnteredException extends CalendarException {
  readonly calendar: string;
  readonly note: string;
}

export interface Calendars {
  readonly all: readonly ExchangeCalendar[];
  byCode(code: string): ExchangeCalendar | undefined;
  /** What staff wrote beside an exception that they entered. */
  noteOf(code: string, date: DayNumber): string | undefined;
  /** Counts at once, and after a restart. */
  enter(entered: readonly EnteredException[], site: SiteId, by: ChangedBy): Promise<void>;
  onChange(listen: () => void): () => void;
  /** Takes over what was entered in another process. */
  refresh(): Promise<void>;
}

const exceptions = table('calendar_exception', {
  calendar: column.text(),
  day: column.int<DayNumber>(),
  hours: column.text(),
  note: column.text(),
  enteredBy: column.bigint('entered_by'),
  enteredAt: column.time('entered_at'),
});
const readExceptions = selectFrom(exceptions, ['calendar', 'day', 'hours', 'note']);
const saveExceptions = upsertMany(exceptions, { key: ['calendar', 'day'] });

export async function openCalendars(
  database: Database,
  all: readonly ExchangeCalendar[],
): Promise<Calendars> {
  const byCode = new Map(all.map((each) => [each.code, each]));
  const notes = new Map<string, string>();
  const listeners = new Set<() => void>();
  const nameOf = (code: string, date: DayNumber): string => `${code}/${date}`;

  const stored = new Map<string, string>();

  async function read(): Promise<boolean> {
    let isChanged = false;
    for (const { calendar, day, hours, note } of await database.transaction((tx) => readExceptions(tx, ''))) {
      const name = nameOf(calendar, day);
      const text = `${hours}/${note}`;
      if (stored.get(name) === text) continue;
      stored.set(name, text);
      put({ calendar, date: day, stretches: parseStretches(hours) ?? [], note });
      isChanged = true;
    }
    return isChanged;
  }

  function put({ calendar: code, date, stretches, note }: EnteredException): void {
    const calendar = byCode.get(code);
    if (calendar === undefined) return;
    calendar.hours.exceptions.set(date, likeWeek(calendar.hours, { date, stretches }).stretches);
    notes.set(nameOf(code, date), note);
  }

  await read();

  return {
    all,
    byCode: (code) => byCode.get(code),
    noteOf: (code, date) => notes.get(nameOf(code, date)),
    async enter(entered, site, by) {
      const rows = entered.map(({ calendar, date, stretches, note }) => ({
        ...{ calendar, day: date, note, enteredBy: by.staff, enteredAt: by.now },
        hours: formatStretches(stretches),
      }));
      await database.transaction(async (tx) => {
        await saveExceptions(tx, rows);
        for (const { calendar: code, date, stretches, note } of entered) {
          const known = byCode.get(code)?.hours.exceptions.get(date);
          await insertStaffChange(tx, {
            ...{ site, area: 'CALENDAR', subject: `${code} ${formatIsoDate(date)}` },
            before: known === undefined ? null : formatStretches(known),
            after: { hours: formatStretches(stretches), note },
            by,
          });
        }
      });
      for (const { calendar, day, hours, note } of rows)
        stored.set(nameOf(calendar, day), `${hours}/${note}`);
      for (const each of entered) put(each);
      for (const listen of listeners) listen();
    },
    onChange(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    async refresh() {
      if (await read()) for (const listen of listeners) listen();
    },
  };
}
