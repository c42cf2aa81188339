// Times in which ticks may be missing from the record, because nobody was there to write them.
import type { Tick } from '@maru/engine/market/tick';
import { type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

export interface Gap {
  readonly from: Millis;
  readonly to: Millis;
}

export async function insertGap(tx: Tx, { from, to }: Gap): Promise<void> {
  await tx.query(
    `insert into record_gap (from_ms, to_ms)
     values ($1::bigint, greatest($1::bigint, $2::bigint))
     on conflict (from_ms) do update set to_ms = greatest(record_gap.to_ms, excluded.to_ms)`,
    [from, to],
  );
}

export async function listGaps(tx: Tx, since: Millis): Promise<readonly Gap[]> {
  const rows = await tx.query<{ from_ms: number; to_ms: number }>(
    'select from_ms, to_ms from record_gap where to_ms > $1 order by from_ms',
    [since],
  );
  return rows.map(({ from_ms, to_ms }) => ({ from: millis(from_ms), to: millis(to_ms) }));
}

/** Until when an earlier process has recorded, by the newest ticks of its record. */
export const recordedUntil = (lastTicks: readonly Tick[]): Millis | undefined =>
  lastTicks.length === 0 ? undefined : millis(Math.max(...lastTicks.map(({ recvTs }) => recvTs)));

/** Which of the ticks that count are known in a process that follows the feed of another. */
export interface Coverage {
  /** Everything that was received until then is known here, or lies in a gap; at most now. */
  until(now: Millis): Millis;
  /** Of the last two days. */
  gaps(): readonly Gap[];
}

/** Where this process itself receives the ticks, it knows them all. */
export const knownUntil = (coverage: Coverage | undefined, now: Millis): Millis =>
  coverage === undefined ? now : coverage.until(now);
