// The record forgets its ticks after two days, a receipt may be opened later: minutes that a fill was made in are kept
// for good.
import type { Quote } from '@maru/engine/oversea/terms';
import { HOUR_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { listFillMinutes } from './fill-store.ts';
import type { OverseaInstruments } from './instruments.ts';

export interface RecordedMinute {
  readonly minute: Millis;
  readonly ticks: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** The minute of the tick, the one before it, and the one after: a tick that came late stands there. */
export function minutesAround({ ts }: Pick<Quote, 'ts'>): readonly number[] {
  const own = Math.floor(ts / MINUTE_MS) * MINUTE_MS;
  return [own - MINUTE_MS, own, own + MINUTE_MS];
}

/** The fills of the last day, again and again: a minute that is stored already is not written twice. */
export async function saveProofs(
  database: Database,
  instruments: OverseaInstruments,
  now: Millis,
): Promise<void> {
  await database.transaction(async (tx) => {
    const made = await listFillMinutes(tx, { from: millis(now - 30 * HOUR_MS), to: now });
    const wanted = made.flatMap(({ instrument, minute }) => {
      const stock = instruments.byId(instrument)?.code;
      return stock === undefined
        ? []
        : minutesAround({ ts: millis(minute) }).map((each) => ({ stock, minute: each }));
    });
    if (wanted.length === 0) return;
    await tx.query(
      `insert into proof_minute (stock, minute_ms, ticks, previous_hash, hash)
       select distinct
         tick_minute.stock, tick_minute.minute_ms, tick_minute.ticks, tick_minute.previous_hash, tick_minute.hash
       from unnest($1::text[], $2::bigint[]) as wanted (stock, minute_ms)
       join tick_minute on tick_minute.stock = wanted.stock and tick_minute.minute_ms = wanted.minute_ms
       on conflict do nothing`,
      [wanted.map((each) => each.stock), wanted.map((each) => each.minute)],
    );
  });
}

export async function listRecordedMinutes(
  tx: Tx,
  stock: string,
  minutes: readonly number[],
): Promise<readonly RecordedMinute[]> {
  const rows = await tx.query<{ minute_ms: Millis; ticks: string; previous_hash: string; hash: string }>(
    `select minute_ms, ticks, previous_hash, hash from tick_minute where stock = $1 and minute_ms = any($2::bigint[])
     union
     select minute_ms, ticks, previous_hash, hash from proof_minute where stock = $1 and minute_ms = any($2::bigint[])
     order by minute_ms`,
    [stock, minutes],
  );
  return rows.map((row) => ({
    minute: row.minute_ms,
    ticks: row.ticks,
    previousHash: row.previous_hash,
    hash: row.hash,
  }));
}

/** The minute in whose text the tick stands: its own, or the next if it came after that was sealed. */
export const minuteOf = (
  { ts, seq }: Pick<Quote, 'ts' | 'seq'>,
  recorded: readonly RecordedMinute[],
): RecordedMinute | undefined =>
  recorded.find((each) => `\n${each.ticks}`.includes(`\n${ts - each.minute} ${seq} `));
