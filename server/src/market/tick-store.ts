// The statements of the tick record. Every one takes many instruments at once.

import { compareTicks, type Tick } from '@maru/engine/market/tick';
import { MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { deleteMany, fieldsOf, insertMany, selectFrom, upsertMany } from '../shadow/statements.ts';
import { column, type RowOf, table } from '../shadow/table.ts';
import type { Window } from './past.ts';
import { type MinuteKey, readTicks } from './tick-text.ts';

const key = { stock: column.text(), minute: column.bigint<Millis>('minute_ms') };

/** A minute that is not sealed yet, as far as it was written. */
const tickParts = table('tick_part', {
  ...key,
  part: column.int(),
  ticks: column.text(),
  count: column.int('tick_count'),
});
export type Part = RowOf<typeof tickParts>;

export const tickMinutes = table('tick_minute', {
  ...key,
  ticks: column.text(),
  count: column.int('tick_count'),
  previousHash: column.text('previous_hash'),
  hash: column.text(),
});
export type SealedMinute = RowOf<typeof tickMinutes>;

/** The last sealed minute of each stock. */
const tickHeads = table('tick_head', { ...key, hash: column.text() });

export const insertParts = insertMany(tickParts, { fields: fieldsOf(tickParts) });
const insertSealed = insertMany(tickMinutes, { fields: fieldsOf(tickMinutes) });
const moveHeads = upsertMany(tickHeads, { key: ['stock'] });
const deleteParts = deleteMany(tickParts, ['stock', 'minute']);
const readHeads = selectFrom(tickHeads, fieldsOf(tickHeads));
const readParts = selectFrom(tickParts, fieldsOf(tickParts));
const readMinutes = selectFrom(tickMinutes, fieldsOf(tickMinutes));

/** The minutes of each stock are in order; the last becomes its head. Their parts are no longer needed. */
export async function insertMinutes(tx: Tx, minutes: readonly SealedMinute[]): Promise<void> {
  await insertSealed(tx, minutes);
  await moveHeads(tx, [...new Map(minutes.map((each) => [each.stock, each])).values()]);
  await deleteParts(tx, minutes);
}

interface TextRow extends MinuteKey {
  readonly ticks: string;
}

const ticksOf = (row: TextRow): readonly Tick[] => readTicks(row.ticks, row);

/** Open minutes of a process that ended. */
export async function listParts(tx: Tx) {
  const rows = await readParts(tx, 'order by stock, minute_ms, part');
  return rows.map((row) => ({ ...row, ticks: ticksOf(row) }));
}

/** How many ticks each recorded minute has, oldest first. */
export async function countMinutes(
  tx: Tx,
  stock: string,
  { from, to }: Window,
): Promise<readonly { readonly minute: Millis; readonly count: number }[]> {
  return tx.query(
    `select minute_ms as minute, sum(tick_count)::int as count
     from (
       select minute_ms, tick_count from tick_minute where stock = $1 and minute_ms >= $2 and minute_ms < $3
       union all
       select minute_ms, tick_count from tick_part where stock = $1 and minute_ms >= $2 and minute_ms < $3
     ) as recorded
     group by minute_ms
     order by minute_ms`,
    [stock, from, to],
  );
}

/** The ticks of these minutes, in order. */
export async function loadMinutes(
  tx: Tx,
  stock: string,
  minutes: readonly Millis[],
): Promise<readonly Tick[]> {
  if (minutes.length === 0) return [];
  const rows = await tx.query<TextRow>(
    `select stock, minute_ms as minute, ticks from tick_minute where stock = $1 and minute_ms = any($2::bigint[])
     union all
     select stock, minute_ms, ticks from tick_part where stock = $1 and minute_ms = any($2::bigint[])`,
    [stock, minutes],
  );
  return rows.flatMap(ticksOf).sort(compareTicks);
}

/** All recorded ticks with `from <= ts < to`. Those that arrived late may be in the row of the next minute. */
export async function loadTicks(tx: Tx, stock: string, { from, to }: Window): Promise<readonly Tick[]> {
  return (await loadTicksOfMany(tx, [{ stock, from }], to)).get(stock) ?? [];
}

/** The same for several stocks, each from its own start. Every requested stock has an entry. */
export async function loadTicksOfMany(
  tx: Tx,
  asked: readonly { readonly stock: string; readonly from: Millis }[],
  to: Millis,
): Promise<ReadonlyMap<string, readonly Tick[]>> {
  const firstMinutes = asked.map(({ from }) => Math.floor(from / MINUTE_MS) * MINUTE_MS);
  const rows = await tx.query<TextRow>(
    `select recorded.stock, recorded.minute_ms as minute, recorded.ticks
     from unnest($1::text[], $2::bigint[]) as asked (stock, from_ms)
     join tick_minute as recorded
       on recorded.stock = asked.stock and recorded.minute_ms >= asked.from_ms and recorded.minute_ms < $3
     union all
     select open.stock, open.minute_ms, open.ticks
     from unnest($1::text[], $2::bigint[]) as asked (stock, from_ms)
     join tick_part as open
       on open.stock = asked.stock and open.minute_ms >= asked.from_ms and open.minute_ms < $3`,
    [asked.map(({ stock }) => stock), firstMinutes, to + MINUTE_MS],
  );
  const byStock = new Map(asked.map(({ stock, from }) => [stock, { from, ticks: [] as Tick[] }]));
  for (const row of rows) {
    const own = byStock.get(row.stock);
    for (const tick of ticksOf(row)) {
      if (own !== undefined && tick.ts >= own.from && tick.ts < to) own.ticks.push(tick);
    }
  }
  return new Map([...byStock].map(([stock, { ticks }]) => [stock, ticks.sort(compareTicks)]));
}

/** Where the record of an earlier process ends. */
export interface RecordEnd {
  readonly heads: Awaited<ReturnType<typeof readHeads>>;
  readonly parts: Awaited<ReturnType<typeof listParts>>;
  /** The newest recorded tick of every stock. */
  readonly lastTicks: readonly Tick[];
  /** The last sealed minute of every stock and what follows it, in order. */
  readonly recentTicks: readonly Tick[];
}

export async function loadRecordEnd(tx: Tx): Promise<RecordEnd> {
  const heads = await readHeads(tx, '');
  const parts = await listParts(tx);
  const sealed = await readMinutes(tx, 'join tick_head using (stock, minute_ms)');
  const recentTicks = [...sealed.flatMap(ticksOf), ...parts.flatMap(({ ticks }) => ticks)].sort(compareTicks);
  const newest = new Map(recentTicks.map((tick) => [tick.stock, tick]));
  return { heads, parts, recentTicks, lastTicks: [...newest.values()] };
}

/** Retention: the newest rows and the head stay, so the chain is never cut at its growing end. */
export async function deleteTicksBefore(tx: Tx, before: Millis): Promise<number> {
  const rows = await tx.query<{ deleted: number }>(
    `with gone as (
       delete from tick_minute
       using tick_head
       where tick_head.stock = tick_minute.stock
         and tick_minute.minute_ms < $1
         and tick_minute.minute_ms < tick_head.minute_ms
       returning 1
     )
     select count(*)::int as deleted from gone`,
    [before],
  );
  return rows[0]?.deleted ?? 0;
}
