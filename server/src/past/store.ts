// The statements that read an account's own history.
import type { PlayerId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

export interface HistoryRow {
  readonly seq: number;
  readonly event: number;
  readonly at: Millis;
  readonly body: string;
}

interface StoredRow {
  readonly seq: number;
  readonly event_id: number;
  readonly at: Date;
  readonly body: string;
}

/** The next events of the history, oldest first. */
export async function listNext(
  tx: Tx,
  { player, since, most }: { readonly player: PlayerId; readonly since: number; readonly most: number },
): Promise<readonly HistoryRow[]> {
  // A planner that has not counted the table yet expects few events of one player: for each slice it would fetch and
  // sort the rest of the history, where the index has it in order.
  await tx.query('set local enable_sort = off');
  const rows = await tx.query<StoredRow>(
    `select seq, event_id, at, body
     from account_event
     where player_id = $1 and seq > $2
     order by seq
     limit $3`,
    [player, since, most],
  );
  return rows.map(({ seq, event_id: event, at, body }) => ({ seq, event, at: millis(at.getTime()), body }));
}

export interface StepRow {
  readonly seq: number;
  readonly kind: string;
  readonly at: Millis;
}

/** Those of these numbers that are kept. */
export async function listSteps(
  tx: Tx,
  player: PlayerId,
  seqs: readonly number[],
): Promise<readonly StepRow[]> {
  const rows = await tx.query<{ seq: number; kind: string; at: Date }>(
    'select seq, kind, at from account_event where player_id = $1 and seq = any($2::bigint[]) order by seq',
    [player, seqs],
  );
  return rows.map(({ seq, kind, at }) => ({ seq, kind, at: millis(at.getTime()) }));
}

/** The number of the newest event, kept or archived; 0 when there is no account. */
export async function findNewestSeq(tx: Tx, player: PlayerId): Promise<number> {
  const [row] = await tx.query<{ seq: number }>('select seq from account where player_id = $1', [player]);
  return row?.seq ?? 0;
}

/** The oldest that is kept of the events with higher numbers in the whole ledger. */
export async function findNext(
  tx: Tx,
  { player, afterEvent }: { readonly player: PlayerId; readonly afterEvent: number },
): Promise<{ readonly seq: number; readonly at: Millis } | undefined> {
  const [row] = await tx.query<{ seq: number; at: Date }>(
    'select seq, at from account_event where player_id = $1 and event_id > $2 order by seq limit 1',
    [player, afterEvent],
  );
  return row && { seq: row.seq, at: millis(row.at.getTime()) };
}

/** The batch of the snapshot behind which everything is archived. */
export async function findArchivedBatch(tx: Tx, shard: number): Promise<number | undefined> {
  const [row] = await tx.query<{ batch: number }>('select batch from archive_mark where shard = $1', [shard]);
  return row?.batch;
}
