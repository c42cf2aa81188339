// What a player missed while the connection was away, made again from the player's own history.
import { pushesOf, type QueuedPush } from '@maru/contract/pushes';
import type { AnyEvent } from '@maru/engine/book';
import type { PlayerId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import { decode } from '../journal/record.ts';

/** More than this is cheaper to fetch anew than to hear one by one. */
const MOST_EVENTS = 500;

export async function missedPushes(
  parts: { readonly database: Database; readonly desk: Pick<Desk, 'caughtUp'> },
  player: PlayerId,
  since: number,
): Promise<readonly QueuedPush[] | 'TOO_OLD'> {
  if (!(await parts.desk.caughtUp(player))) return 'TOO_OLD';
  const rows = await parts.database.transaction((tx) =>
    tx.query<{ seq: number; body: string }>(
      `select seq, body
       from account_event
       where player_id = $1 and seq > $2
       order by seq
       limit $3`,
      [player, since, MOST_EVENTS + 1],
    ),
  );
  if (rows.length > MOST_EVENTS) return 'TOO_OLD';
  // A first row that does not follow means that history was cut here; a number from the future means another account.
  if (rows[0] !== undefined && rows[0].seq !== since + 1) return 'TOO_OLD';
  return rows.flatMap((row) => pushesOf(decode(row.body) as AnyEvent, player));
}
