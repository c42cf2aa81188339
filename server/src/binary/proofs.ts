// The record forgets its ticks after two days, a receipt may be opened later: minutes that a result was computed from
// are kept for good.
import { SALT_BEFORE_MS } from '@maru/engine/bitball/salt';
import { HOUR_MS, MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import type { OfferList, OfferRound } from './offers.ts';

/** The salt of every draw is a tick of this one (docs/rules.md 2.4). */
export const SALT_STOCK = 'BTCUSDT';

export interface RecordedMinute {
  readonly stock: string;
  readonly minute: Millis;
  readonly ticks: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** A tick that counts comes within the grace, before its minute is sealed: so it stands in the minute of its own time. */
export function minutesOf(round: OfferRound): {
  readonly stock: string;
  readonly minutes: readonly number[];
} {
  const { offer, open, close } = round;
  const isBall = offer.family === 'BALL';
  const from = isBall ? open - SALT_BEFORE_MS : open;
  const { staleMs, code } = offer.instrument;
  const minutes: number[] = [];
  const last = isBall ? from : close;
  for (let at = Math.floor((from - staleMs) / MINUTE_MS) * MINUTE_MS; at <= last; at += MINUTE_MS)
    minutes.push(at);
  return { stock: isBall ? SALT_STOCK : code, minutes };
}

/** The rounds of the last day, again and again: a minute that is stored already is not written twice. */
export async function saveProofs(database: Database, offers: OfferList, now: Millis): Promise<void> {
  await database.transaction(async (tx) => {
    const rows = await tx.query<{ round_id: number }>(
      'select distinct round_id from bet_round where close_ms between $1 and $2',
      [now - 30 * HOUR_MS, now],
    );
    const wanted = new Map<string, { readonly stock: string; readonly minute: number }>();
    for (const { round_id } of rows) {
      const round = offers.roundOf(round_id);
      if (round === undefined) continue;
      const { stock, minutes } = minutesOf(round);
      for (const minute of minutes) wanted.set(`${stock} ${minute}`, { stock, minute });
    }
    const all = [...wanted.values()];
    await tx.query(
      `insert into proof_minute (stock, minute_ms, ticks, previous_hash, hash)
       select tick_minute.stock, tick_minute.minute_ms, tick_minute.ticks, tick_minute.previous_hash, tick_minute.hash
       from unnest($1::text[], $2::bigint[]) as wanted (stock, minute_ms)
       join tick_minute on tick_minute.stock = wanted.stock and tick_minute.minute_ms = wanted.minute_ms
       on conflict do nothing`,
      [all.map((each) => each.stock), all.map((each) => each.minute)],
    );
  });
}

export async function listRecordedMinutes(
  tx: Tx,
  stock: string,
  minutes: readonly number[],
): Promise<readonly RecordedMinute[]> {
  const rows = await tx.query<{
    minute_ms: Millis;
    ticks: string;
    previous_hash: string;
    hash: string;
  }>(
    `select minute_ms, ticks, previous_hash, hash from tick_minute where stock = $1 and minute_ms = any($2::bigint[])
     union
     select minute_ms, ticks, previous_hash, hash from proof_minute where stock = $1 and minute_ms = any($2::bigint[])
     order by minute_ms`,
    [stock, minutes],
  );
  return rows.map(({ minute_ms, ticks, previous_hash, hash }) => ({
    stock,
    minute: minute_ms,
    ticks,
    previousHash: previous_hash,
    hash,
  }));
}

/** Is everything up to this minute sealed? */
export async function isSealed(tx: Tx, stock: string, minute: number): Promise<boolean> {
  const [row] = await tx.query<{ minute_ms: number }>('select minute_ms from tick_head where stock = $1', [
    stock,
  ]);
  return row !== undefined && row.minute_ms >= minute;
}
