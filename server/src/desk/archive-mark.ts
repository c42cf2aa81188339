// Since when the tables are complete: what was finished before has been archived, and whoever asks for it is told so
// instead of getting an empty list.
import type { Tx } from '../db/database.ts';
import type { Cutoffs } from '../shadow/cutoffs.ts';

/** Undefined while nothing was archived. Events with a higher number than `event`, and all since `at`, are there. */
export async function findArchiveMark(tx: Tx): Promise<Cutoffs | undefined> {
  const [row] = await tx.query<{ cutoffs: Cutoffs }>(
    'select cutoffs from archive_mark order by shard limit 1',
  );
  return row?.cutoffs;
}
