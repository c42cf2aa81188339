// The pushes that a player missed while disconnected, made again from the player's own history.
import type { PlayerQueue, Push } from '@maru/contract/realtime';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Database, Tx } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import { decode } from '../journal/record.ts';
import type { EventPushes } from './event-pushes.ts';

/** More than this is cheaper to fetch with the lists than to receive one by one. */
const MOST_EVENTS = 500;
const EVENTS_PER_TURN = 32;

interface Missed {
  readonly player: PlayerId;
  readonly queue: PlayerQueue;
  readonly since: number;
}

/** `TOO_OLD` also for a number that the player has not reached: it belongs to another history. */
export async function missedPushes(
  parts: {
    readonly database: Database;
    readonly desk: Pick<Desk, 'caughtUp'>;
    readonly pushes: Pick<EventPushes, 'of'>;
  },
  { player, queue, since }: Missed,
): Promise<readonly Push[] | 'TOO_OLD'> {
  if (!(await parts.desk.caughtUp(player))) return 'TOO_OLD';
  const { reached, isWhole, rows } = await parts.database.transaction(async (tx) => {
    // Read before the events: all events up to this number are then in the tables, or archived.
    const reached = await seqOf(tx, player);
    const rows = await eventsSince(tx, player, since);
    const isWhole = (rows[0]?.seq ?? reached + 1) === since + 1 || since >= reached;
    return { reached, isWhole, rows };
  });
  if (since > reached || rows.length > MOST_EVENTS || !isWhole) return 'TOO_OLD';
  const events = await decodeAll(rows);
  return events
    .flatMap((event) => parts.pushes.of(event, player))
    .filter((each) => each.queue === queue)
    .map((each) => each.push);
}

/** Decoding an event takes tens of microseconds, and hundreds of them at once would delay all other requests. */
async function decodeAll(rows: readonly { readonly body: string }[]): Promise<readonly AnyEvent[]> {
  const events: AnyEvent[] = [];
  for (const { body } of rows) {
    events.push(decode(body) as AnyEvent);
    if (events.length % EVENTS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return events;
}

async function seqOf(tx: Tx, player: PlayerId): Promise<number> {
  const [row] = await tx.query<{ seq: number }>('select seq from account where player_id = $1', [player]);
  return row?.seq ?? 0;
}

const eventsSince = (tx: Tx, player: PlayerId, since: number) =>
  tx.query<{ seq: number; body: string }>(
    `select seq, body
     from account_event
     where player_id = $1 and seq > $2
     order by seq
     limit $3`,
    [player, since, MOST_EVENTS + 1],
  );
