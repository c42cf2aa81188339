// The pushes that a player missed while disconnected, made again from the player's own history.
import type { Push } from '@maru/contract/realtime';
import type { AnyEvent } from '@maru/engine/products';
import type { Database } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import { readEvent, readHistory } from '../desk/read-event.ts';
import type { Missed } from '../realtime/queues.ts';
import type { EventPushes } from './event-pushes.ts';

/** More than this is cheaper to fetch with the lists than to receive one by one. */
const MOST_EVENTS = 500;
const EVENTS_PER_TURN = 32;

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
  const { reached, isWhole, rows } = await parts.database.transaction((tx) =>
    readHistory(tx, { player, since, most: MOST_EVENTS + 1 }),
  );
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
    events.push(readEvent(body));
    if (events.length % EVENTS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return events;
}
