// Player queues: pushes to one player only, never dropped. Whoever comes back says the last sequence number it heard
// and gets what came after it, nothing lost and nothing twice.
import type { PlayerQueue, Push, Resync } from '@maru/contract/realtime';
import type { PlayerId } from '@maru/engine/purse';
import { Message } from './batch.ts';
import { messageText } from './fan-out.ts';
import type { Limits } from './limits.ts';
import type { Session, Subscription } from './session.ts';

export interface Missed {
  readonly player: PlayerId;
  readonly queue: PlayerQueue;
  readonly since: number;
}

/**
 * The pushes of that queue after `since`, in order. It has to include everything that was released before the call;
 * what is released later arrives as a push. A number that the player has not reached yet is `TOO_OLD` too: it comes
 * from another history, and taking it at its word would silence the queue.
 */
export type MissedSince = (missed: Missed) => Promise<readonly Push[] | 'TOO_OLD'>;

export interface Queues {
  /** False when the player has as many connections as allowed. */
  enter(session: Session, player: PlayerId): boolean;
  leave(session: Session): void;
  sessionsOf(player: PlayerId): readonly Session[];
  push(player: PlayerId, queue: PlayerQueue, push: Push): void;
  /** The same to one connection only. */
  tell(session: Session, queue: PlayerQueue, push: Push): void;
  resume(subscription: Subscription, missed: Missed): void;
  readonly players: number;
}

const RESYNC: Resync = { type: 'RESYNC' };

export function createQueues(options: {
  readonly limits: Limits;
  readonly missedSince: MissedSince;
  readonly onFault: (fault: unknown) => void;
}): Queues {
  const { limits, missedSince, onFault } = options;
  const byPlayer = new Map<PlayerId, Set<Session>>();

  function offer(subscription: Subscription, push: Push, body: string) {
    const { session, held } = subscription;
    if (held !== undefined) {
      held.push(push);
      if (held.length > limits.heldPushes) session.tooSlow();
    } else if (push.seq === undefined || push.seq > subscription.caughtUpTo) sendTo(subscription, body);
  }

  function tell(session: Session, queue: PlayerQueue, push: Push) {
    const body = JSON.stringify(push);
    for (const subscription of session.subscriptions.values()) {
      const { destination } = subscription;
      if (destination.kind === 'player' && destination.queue === queue) offer(subscription, push, body);
    }
  }

  async function readMissed(missed: Missed): Promise<readonly Push[] | 'TOO_OLD'> {
    try {
      return await missedSince(missed);
    } catch (fault) {
      onFault(fault);
      return 'TOO_OLD';
    }
  }

  async function catchUp(subscription: Subscription, missed: Missed) {
    const { session } = subscription;
    session.resumes += 1;
    const found = session.resumes > limits.resumesAtOnce ? 'TOO_OLD' : await readMissed(missed);
    session.resumes -= 1;
    if (found === 'TOO_OLD') sendTo(subscription, JSON.stringify(RESYNC));
    else {
      subscription.caughtUpTo = missed.since;
      for (const push of found) {
        subscription.caughtUpTo = Math.max(subscription.caughtUpTo, push.seq ?? 0);
        sendTo(subscription, JSON.stringify(push));
      }
    }
    const held = subscription.held ?? [];
    subscription.held = undefined;
    for (const push of held) offer(subscription, push, JSON.stringify(push));
  }

  return {
    get players() {
      return byPlayer.size;
    },
    enter(session, player) {
      const sessions = byPlayer.get(player) ?? new Set();
      if (sessions.size >= limits.socketsPerPlayer) return false;
      byPlayer.set(player, sessions.add(session));
      return true;
    },
    leave(session) {
      const player = session.principal?.player;
      if (player === undefined) return;
      const sessions = byPlayer.get(player);
      sessions?.delete(session);
      if (sessions?.size === 0) byPlayer.delete(player);
    },
    sessionsOf: (player) => [...(byPlayer.get(player) ?? [])],
    push(player, queue, push) {
      const sessions = byPlayer.get(player);
      if (sessions === undefined) return;
      for (const session of sessions) tell(session, queue, push);
    },
    tell,
    resume(subscription, missed) {
      // Held from this very moment: what is released while we read must not be lost.
      subscription.held = [];
      void catchUp(subscription, missed).catch(onFault);
    },
  };
}

/** Nothing is sent to a subscription that was given up meanwhile. */
export function sendTo(subscription: Subscription, body: string): void {
  const { session, id, destination } = subscription;
  if (session.subscriptions.get(id) !== subscription) return;
  session.send(new Message(messageText(destination.name, id, body)));
}
