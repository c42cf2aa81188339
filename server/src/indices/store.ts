// The statements of the index seals.
import { type DayNumber, dayNumber } from '@maru/engine/market/calendar-date';
import { type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

export interface SealRow {
  readonly day: DayNumber;
  readonly seal: string;
  readonly sealedAt: Millis;
  readonly revealedAt: Millis | undefined;
}

export async function listSeals(tx: Tx): Promise<readonly SealRow[]> {
  const rows = await tx.query<{ day: number; seal: string; sealed_ms: number; revealed_ms: number | null }>(
    'select day, seal, sealed_ms, revealed_ms from index_seal order by day',
  );
  return rows.map((row) => ({
    day: dayNumber(row.day),
    seal: row.seal,
    sealedAt: millis(row.sealed_ms),
    revealedAt: row.revealed_ms === null ? undefined : millis(row.revealed_ms),
  }));
}

/** A seal that is public is never replaced: the first one counts. */
export async function insertSeals(tx: Tx, seals: readonly SealRow[]): Promise<void> {
  await tx.query(
    `insert into index_seal (day, seal, sealed_ms)
     select * from unnest($1::int[], $2::text[], $3::bigint[])
     on conflict (day) do nothing`,
    [seals.map(({ day }) => day), seals.map(({ seal }) => seal), seals.map(({ sealedAt }) => sealedAt)],
  );
}

export async function markRevealed(tx: Tx, days: readonly DayNumber[], at: Millis): Promise<void> {
  await tx.query(
    'update index_seal set revealed_ms = $2 where day = any($1::int[]) and revealed_ms is null',
    [days, at],
  );
}
