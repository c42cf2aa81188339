// The statements of the tick record. Every one takes many instruments at once.

import { compareTicks, type Tick } from '@maru/engine/market/tick';
import { MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { FIRST_HASH, type MinuteKey, minuteHash, readTicks } from './tick-text.ts';

export interface Part extends MinuteKey {
  readonly part: number;
  readonly ticks: string;
  readonly count: number;
}

export interface SealedMinute extends MinuteKey {
  readonly ticks: string;
  readonly count: number;
  readonly previousHash: string;
  readonly hash: string;
}

export interface Window {
  readonly from: Millis;
  readonly to: Millis;
}

export async function insertParts(tx: Tx, parts: readonly Part[]): Promise<void> {
  await tx.query(
    `insert into tick_part (stock, minute_ms, part, ticks, tick_count)
     select * from unnest($1::text[], $2::bigint[], $3::int[], $4::text[], $5::int[])`,
    [
      parts.map((each) => each.stock),
      parts.map((each) => each.minute),
      parts.map((each) => each.part),
      parts.map((each) => each.ticks),
      parts.map((each) => each.count),
    ],
  );
}

/** The minutes of each stock are in order; the last becomes its head. Their parts are no longer needed. */
export async function insertMinutes(tx: Tx, minutes: readonly SealedMinute[]): Promise<void> {
  const stocks = minutes.map((each) => each.stock);
  const starts = minutes.map((each) => each.minute);
  await tx.query(
    `insert into tick_minute (stock, minute_ms, ticks, tick_count, previous_hash, hash)
     select * from unnest($1::text[], $2::bigint[], $3::text[], $4::int[], $5::text[], $6::text[])`,
    [
      stocks,
      starts,
      minutes.map((each) => each.ticks),
      minutes.map((each) => each.count),
      minutes.map((each) => each.previousHash),
      minutes.map((each) => each.hash),
    ],
  );
  const heads = [...new Map(minutes.map((each) => [each.stock, each])).values()];
  await tx.query(
    `insert into tick_head (stock, minute_ms, hash)
     select * from unnest($1::text[], $2::bigint[], $3::text[])
     on conflict (stock) do update set minute_ms = excluded.minute_ms, hash = excluded.hash`,
    [heads.map((each) => each.stock), heads.map((each) => each.minute), heads.map((each) => each.hash)],
  );
  await tx.query(
    `delete from tick_part
     using unnest($1::text[], $2::bigint[]) as sealed (stock, minute_ms)
     where tick_part.stock = sealed.stock and tick_part.minute_ms = sealed.minute_ms`,
    [stocks, starts],
  );
}

export async function listHeads(tx: Tx): Promise<readonly (MinuteKey & { readonly hash: string })[]> {
  const rows = await tx.query<{ stock: string; minute_ms: number; hash: string }>(
    'select stock, minute_ms, hash from tick_head',
  );
  return rows.map(({ stock, minute_ms, hash }) => ({ stock, minute: millis(minute_ms), hash }));
}

interface TextRow {
  readonly stock: string;
  readonly minute_ms: number;
  readonly ticks: string;
}

/** What was left open by a process that ended. */
export async function listParts(
  tx: Tx,
): Promise<readonly (MinuteKey & { readonly part: number; readonly ticks: readonly Tick[] })[]> {
  const rows = await tx.query<TextRow & { readonly part: number }>(
    'select stock, minute_ms, part, ticks from tick_part order by stock, minute_ms, part',
  );
  return rows.map(({ stock, minute_ms, part, ticks }) => {
    const key = { stock, minute: millis(minute_ms) };
    return { ...key, part, ticks: readTicks(ticks, key) };
  });
}

/** How many ticks each recorded minute has, oldest first. */
export async function countMinutes(
  tx: Tx,
  stock: string,
  { from, to }: Window,
): Promise<readonly { readonly minute: Millis; readonly count: number }[]> {
  const rows = await tx.query<{ minute_ms: number; tick_count: number }>(
    `select minute_ms, sum(tick_count)::int as tick_count
     from (
       select minute_ms, tick_count from tick_minute where stock = $1 and minute_ms >= $2 and minute_ms < $3
       union all
       select minute_ms, tick_count from tick_part where stock = $1 and minute_ms >= $2 and minute_ms < $3
     ) as recorded
     group by minute_ms
     order by minute_ms`,
    [stock, from, to],
  );
  return rows.map(({ minute_ms, tick_count }) => ({ minute: millis(minute_ms), count: tick_count }));
}

/** The ticks of these minutes, in order. */
export async function loadMinutes(
  tx: Tx,
  stock: string,
  minutes: readonly Millis[],
): Promise<readonly Tick[]> {
  if (minutes.length === 0) return [];
  const rows = await tx.query<TextRow>(
    `select stock, minute_ms, ticks from tick_minute where stock = $1 and minute_ms = any($2::bigint[])
     union all
     select stock, minute_ms, ticks from tick_part where stock = $1 and minute_ms = any($2::bigint[])`,
    [stock, minutes],
  );
  return rows
    .flatMap((row) => readTicks(row.ticks, { stock, minute: millis(row.minute_ms) }))
    .sort(compareTicks);
}

/** All recorded ticks with `from <= ts < to`. Those that came late may stand in the row of the next minute. */
export async function loadTicks(tx: Tx, stock: string, { from, to }: Window): Promise<readonly Tick[]> {
  return (await loadTicksOfMany(tx, [{ stock, from }], to)).get(stock) ?? [];
}

/** The same for several stocks, each from its own beginning. Every stock asked for has an entry. */
export async function loadTicksOfMany(
  tx: Tx,
  asked: readonly { readonly stock: string; readonly from: Millis }[],
  to: Millis,
): Promise<ReadonlyMap<string, readonly Tick[]>> {
  const firstMinutes = asked.map(({ from }) => Math.floor(from / MINUTE_MS) * MINUTE_MS);
  const rows = await tx.query<TextRow>(
    `select recorded.stock, recorded.minute_ms, recorded.ticks
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
  for (const { stock, minute_ms, ticks } of rows) {
    const own = byStock.get(stock);
    for (const tick of readTicks(ticks, { stock, minute: millis(minute_ms) })) {
      if (own !== undefined && tick.ts >= own.from && tick.ts < to) own.ticks.push(tick);
    }
  }
  return new Map([...byStock].map(([stock, { ticks }]) => [stock, ticks.sort(compareTicks)]));
}

/** Where the record of an earlier process ends. */
export interface RecordEnd {
  readonly heads: Awaited<ReturnType<typeof listHeads>>;
  readonly parts: Awaited<ReturnType<typeof listParts>>;
  /** The newest recorded tick of every stock. */
  readonly lastTicks: readonly Tick[];
}

export async function loadRecordEnd(tx: Tx): Promise<RecordEnd> {
  const heads = await listHeads(tx);
  const parts = await listParts(tx);
  const sealed = await tx.query<TextRow>(
    'select stock, minute_ms, ticks from tick_minute join tick_head using (stock, minute_ms)',
  );
  const newest = new Map<string, Tick>();
  const note = (tick: Tick): void => {
    const known = newest.get(tick.stock);
    if (!known || compareTicks(known, tick) < 0) newest.set(tick.stock, tick);
  };
  for (const { stock, minute_ms, ticks } of sealed)
    for (const tick of readTicks(ticks, { stock, minute: millis(minute_ms) })) note(tick);
  for (const { ticks } of parts) for (const tick of ticks) note(tick);
  return { heads, parts, lastTicks: [...newest.values()] };
}

export type Verdict =
  | { readonly intact: true; readonly minutes: number }
  | { readonly intact: false; readonly minutes: number; readonly brokenAt: Millis };

const VERIFY_ROWS = 500;

/** Recomputes the chain of a stock. After old rows were deleted it begins with the hash its first row names. */
export async function verifyChain(tx: Tx, stock: string): Promise<Verdict> {
  let checked = 0;
  let previous: string | undefined;
  let after = -1;
  for (;;) {
    const rows = await tx.query<TextRow & { readonly previous_hash: string; readonly hash: string }>(
      `select stock, minute_ms, ticks, previous_hash, hash
       from tick_minute
       where stock = $1 and minute_ms > $2
       order by minute_ms
       limit ${VERIFY_ROWS}`,
      [stock, after],
    );
    for (const row of rows) {
      const expected = minuteHash(row.previous_hash, {
        stock,
        minute: millis(row.minute_ms),
        ticks: row.ticks,
      });
      const follows = previous === undefined || row.previous_hash === previous;
      if (!follows || row.hash !== expected) {
        return { intact: false, minutes: checked, brokenAt: millis(row.minute_ms) };
      }
      previous = row.hash;
      after = row.minute_ms;
      checked++;
    }
    if (rows.length < VERIFY_ROWS) break;
  }
  const head = (await listHeads(tx)).find((each) => each.stock === stock)?.hash ?? FIRST_HASH;
  const intact = (previous ?? head) === head;
  return intact
    ? { intact, minutes: checked }
    : { intact, minutes: checked, brokenAt: millis(Math.max(after, 0)) };
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
