// Passes durable events on: pushes to players who are connected, and every event to the followers.
import type { AnyEvent } from '@maru/engine/products';
import type { Realtime } from '../realtime/realtime.ts';
import type { EventPushes } from './event-pushes.ts';

export interface Follower {
  /** Called with the next durable event, in order, before the command that caused it is answered. */
  onEvent(event: AnyEvent): void;
}

export interface Release {
  (events: readonly AnyEvent[]): void;
  /** The follower receives every event from now on, after the pushes and in the order of joining. */
  join(follower: Follower): void;
}

/** The code path that the platform and the benches share. */
export function createRelease(
  realtime: Pick<Realtime, 'push' | 'isConnected'>,
  pushes: Pick<EventPushes, 'ofAll'>,
): Release {
  const followers: Follower[] = [];

  function release(events: readonly AnyEvent[]): void {
    for (const event of events) {
      // A payment has thousands of players: nothing is made for those without a connection.
      for (const { player, queue, push } of pushes.ofAll(event, realtime.isConnected)) {
        realtime.push(player, queue, push);
      }
      for (const follower of followers) follower.onEvent(event);
    }
  }

  return Object.assign(release, {
    join(follower: Follower) {
      followers.push(follower);
    },
  });
}
