// Since when the tables are complete: what was finished before has been archived, and a request for it is answered
// with that fact instead of an empty list.
import type { Tx } from '../db/database.ts';
import type { Cutoffs } from '../shadow/cutoffs.ts';

/**
 * Undefined while nothing was archived. The tables have all events with a higher number than `event`, and all since
 * `at`.
 */
export async function findArchiveMark(tx: Tx): Promise<Cutoffs | undefined> {
  const [row] = await tx.query<{ cutoffs: Cutoffs }>(
    'select cutoffs from archive_mark order by shard limit 1',
  );
  return row?.cutoffs;
}
