// Since when the tables are complete: what was finished before has been archived, and whoever asks for it is told so
// instead of getting an empty list.
import type { Tx } from '../db/database.ts';

export interface ArchiveMark {
  /** Bets, fills and events with a number above this one are all there. */
  readonly event: number;
  /** All fills and events since this time are there. */
  readonly at: number;
  /** All bets on rounds that closed since this time are there. */
  readonly rounds: number;
}

/** Undefined while nothing was archived. */
export async function findArchiveMark(tx: Tx): Promise<ArchiveMark | undefined> {
  const [row] = await tx.query<{ event_id: number; at_ms: number; rounds_ms: number }>(
    'select event_id, at_ms, greatest(frozen_ms, sealed_ms) as rounds_ms from archive_mark order by shard limit 1',
  );
  return row && { event: row.event_id, at: row.at_ms, rounds: row.rounds_ms };
}
