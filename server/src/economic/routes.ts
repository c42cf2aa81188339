import {
  DAY_BEGINS_HOUR,
  economicList,
  economicReminders,
  importEconomic,
  REMINDED_BEFORE_MINUTES,
  setEconomicReminder,
} from '@maru/contract/economic/calls';
import { DAY_MS, HOUR_MS, koreanDay, MINUTE_MS, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import { readCsv } from './read-csv.ts';
import { countForReminding, deleteReminder, insertReminder, listReminders } from './reminder-store.ts';
import { countIndicators, deleteSamples, listIndicators, writeIndicators } from './store.ts';

const MOST_STORED = 20_000;
const MOST_REMINDERS = 50;

export const economicRoutes = ({ database }: { readonly database: Database }): readonly Route[] => [
  serve(economicList, async ({ query: { date, days, importance }, site, now }) => {
    const begins = DAY_BEGINS_HOUR * HOUR_MS;
    const from = koreanDay(millis(date?.at ?? now - begins)) + begins;
    const asked = { site, from, to: from + days * DAY_MS, importance, now };
    const rows = await database.transaction((tx) => listIndicators(tx, asked));
    const content = rows.map(({ isSample: _, ...row }) => row);
    return { ok: true, reply: { isSample: rows.some(({ isSample }) => isSample), content } };
  }),
  serve(economicReminders, async ({ principal }) => {
    const reminders = await database.transaction((tx) => listReminders(tx, principal));
    return { ok: true, reply: { reminders: [...reminders] } };
  }),
  serve(setEconomicReminder, async ({ body: { isOn, atMillis, country, code }, principal, now }) => {
    const release = { atMillis, country, code };
    const before = atMillis - REMINDED_BEFORE_MINUTES * MINUTE_MS;
    const due = before > now ? before : atMillis;
    const answer = await database.transaction(async (tx) => {
      if (!isOn) await deleteReminder(tx, principal, release);
      else if ((await countForReminding(tx, principal)) >= MOST_REMINDERS) return 'TOO_MANY_REMINDERS';
      else if (!(await insertReminder(tx, principal, release, { due, now }))) return 'ECONOMIC_RELEASED';
      return listReminders(tx, principal);
    });
    return typeof answer === 'string'
      ? { ok: false, refusal: answer }
      : { ok: true, reply: { reminders: [...answer] } };
  }),
  serve(importEconomic, async ({ body: { csv, reason }, principal: { site, player: staff }, now }) => {
    const read = readCsv(csv, now);
    if (!read.ok)
      return { ok: false, refusal: 'ECONOMIC_CSV_INVALID', field: `csv.${read.line}.${read.column}` };
    const { rows } = read;
    const added = await database.transaction(async (tx) => {
      // Real ones among examples would pass for examples, and examples for real ones.
      await deleteSamples(tx, site);
      if ((await countIndicators(tx, site)) + rows.length > MOST_STORED) return undefined;
      const count = await writeIndicators(tx, { site, rows, isSample: false });
      await insertStaffChange(tx, {
        ...{ site, area: 'ECONOMIC', subject: 'csv', before: null },
        after: { lines: rows.length, added: count, from: rows.at(0)?.at, to: rows.at(-1)?.at },
        by: { staff, now, reason },
      });
      return count;
    });
    return added === undefined
      ? { ok: false, refusal: 'ECONOMIC_FULL' }
      : { ok: true, reply: { lines: rows.length, added } };
  }),
];
