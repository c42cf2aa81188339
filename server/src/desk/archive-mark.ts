// Since when the tables are complete: what was finished before has been archived, and a request for it is answered
// with that fact instead of an empty list.
import type { PlayerId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import type { Cutoffs } from '../shadow/cutoffs.ts';

/**
 * Of the shard that the player's account is in; undefined while nothing of it was archived. The tables have all of its
 * events with a higher number than `event`, and all since `at`.
 */
export async function findArchiveMark(tx: Tx, player: PlayerId): Promise<Cutoffs | undefined> {
  const [row] = await tx.query<{ cutoffs: Cutoffs }>(
    `select archive_mark.cutoffs
     from account
     join archive_mark on archive_mark.shard = account.shard
     where account.player_id = $1`,
    [player],
  );
  return row?.cutoffs;
}
