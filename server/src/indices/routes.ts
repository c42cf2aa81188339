// The proof of the Maru indices: seals and seeds by day, and the recorded ticks to compare with. No call here shows a
// seed before its day is over.
import { indexDayOf, indexDays, indexRecord, MOST_INDEX_DAYS } from '@maru/contract/indices';
import { type Price, toDecimal } from '@maru/engine/amount';
import { type DayNumber, dayAfter, formatIsoDate, parseDate } from '@maru/engine/market/calendar-date';
import {
  FIRST_INDEX_DAY,
  INDEX_RULE_NAME,
  indexDayAt,
  indexDayStart,
  indexRevealAt,
} from '@maru/engine/market/index-path';
import { HOUR_MS, MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { type Route, serve } from '../http/serve.ts';
import { isSealed, listMinutesWithin, wireMinute } from '../market/recorded-minutes.ts';
import type { DaySeal, Seals } from './seals.ts';

const NOT_FOUND = { ok: false, refusal: 'NOT_FOUND' } as const;

const wireSeal = ({ day, seal, sealedAt, seed, isLost }: DaySeal) => ({
  date: formatIsoDate(day),
  seal,
  sealedMillis: sealedAt,
  revealMillis: indexRevealAt(day),
  seed: seed ?? null,
  isLost,
});

export function indexRoutes({
  database,
  seals,
  priceAt,
}: {
  readonly database: Database;
  readonly seals: Seals;
  /** The last tick of an index at or before an instant. */
  readonly priceAt: (stock: string, at: Millis) => Promise<Price | undefined>;
}): readonly Route[] {
  const openOf = (stock: string, day: DayNumber) => priceAt(stock, indexDayStart(day));

  async function previousOf(stock: string, day: DayNumber) {
    if (day <= FIRST_INDEX_DAY) return null;
    const before = dayAfter(day, -1);
    const seed = seals.publicSeed(before);
    const open = seed === undefined ? undefined : await openOf(stock, before);
    if (seed === undefined || open === undefined) return null;
    return { date: formatIsoDate(before), seed, open: toDecimal(open) };
  }

  return [
    serve(indexDays, async ({ query: { beforeDate } }) => {
      const before = beforeDate === undefined ? undefined : parseDate(beforeDate);
      if (beforeDate !== undefined && before === undefined)
        return { ok: false, refusal: 'INVALID_REQUEST', field: 'beforeDate' };
      return { ok: true, reply: { days: seals.list({ before, most: MOST_INDEX_DAYS }).map(wireSeal) } };
    }),
    serve(indexDayOf, async ({ query: { stock, date }, now }) => {
      const day = parseDate(date);
      const seal = day === undefined ? undefined : seals.of(day);
      // The server can compute the opening price of a future day already, so it must not be served.
      if (day === undefined || seal === undefined || day > indexDayAt(now)) return NOT_FOUND;
      const open = await openOf(stock, day);
      if (open === undefined) return NOT_FOUND;
      return {
        ok: true,
        reply: {
          rule: INDEX_RULE_NAME,
          stock,
          ...wireSeal(seal),
          open: toDecimal(open),
          previous: await previousOf(stock, day),
        },
      };
    }),
    serve(indexRecord, async ({ query: { stock, beginMillis } }) => {
      const window = { from: beginMillis, to: beginMillis + HOUR_MS };
      const { minutes, complete } = await database.transaction(async (tx) => ({
        complete: await isSealed(tx, stock, window.to - MINUTE_MS),
        minutes: await listMinutesWithin(tx, stock, window),
      }));
      return { ok: true, reply: { stock, complete, minutes: minutes.map(wireMinute) } };
    }),
  ];
}
