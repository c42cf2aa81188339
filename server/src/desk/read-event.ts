// A player's history as the shadow wrote it, for what shows it or sends it again.
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { decode } from '../journal/record.ts';

/** Only the journal knows its format of events. */
export const readEvent = (body: string): AnyEvent => decode(body) as AnyEvent;

export interface HistoryRow {
  readonly seq: number;
  readonly kind: string;
  readonly at: Date;
  readonly body: string;
}

/**
 * The oldest events after `since`, the player's newest number, and whether the events follow `since` without a gap: the
 * numbers have none, so where one is missing, older events were archived.
 */
export async function readHistory(
  tx: Tx,
  { player, since, most }: { readonly player: PlayerId; readonly since: number; readonly most: number },
): Promise<{ readonly rows: readonly HistoryRow[]; readonly reached: number; readonly isWhole: boolean }> {
  // Read before the events: all events up to this number are then in the tables, or archived.
  const [account] = await tx.query<{ seq: number }>('select seq from account where player_id = $1', [player]);
  const reached = account?.seq ?? 0;
  const rows = await tx.query<HistoryRow>(
    `select seq, kind, at, body
       from account_event
      where player_id = $1
        and seq > $2
      order by seq
      limit $3`,
    [player, since, most],
  );
  const next = rows[0]?.seq ?? reached + 1;
  return { rows, reached, isWhole: next === since + 1 || since >= reached };
}
