// Player queues: pushes to one player only, never dropped. A client that reconnects sends the last sequence number it
// got and gets all pushes after it, none lost and none twice.
import type { PlayerQueue, Push, Resync } from '@maru/contract/realtime';
import type { PlayerId } from '@maru/engine/purse';
import { LaneBusy, readFor } from '../db/lane.ts';
import { messageOf } from './fan-out.ts';
import type { Limits } from './limits.ts';
import { TokenBucket } from './rate.ts';
import type { Session, Subscription } from './session.ts';
import { nextTurn } from './slices.ts';

export interface Missed {
  readonly player: PlayerId;
  readonly queue: PlayerQueue;
  readonly since: number;
}

/**
 * The pushes of that queue after `since`, in order. It has to include everything that was released before the call;
 * anything released later arrives as a push. A number that the player has not reached yet is `TOO_OLD` too: it
 * belongs to another history, and accepting it would suppress all pushes of the queue.
 */
export type MissedSince = (missed: Missed) => Promise<readonly Push[] | 'TOO_OLD'>;

export interface Queues {
  /** False when the player has as many connections as allowed. */
  enter(session: Session, player: PlayerId): boolean;
  leave(session: Session): void;
  sessionsOf(player: PlayerId): readonly Session[];
  has(player: PlayerId): boolean;
  push(player: PlayerId, queue: PlayerQueue, push: Push): void;
  /** Pushes to one connection only. */
  pushToSession(session: Session, queue: PlayerQueue, push: Push): void;
  resume(subscription: Subscription, missed: Missed): void;
  /** Pushes may have been lost on their way to us: from now on they are held, until `catchUp`. */
  hold(): void;
  /** Whoever has not got everything up to what the player has reached is sent the rest, then what was held. */
  catchUp(reachedOf: (player: PlayerId) => number | undefined): void;
  readonly players: number;
  /** Removes the counts of requested histories that no longer matter. */
  sweep(): void;
}

/** Pushes of a history that are sent before other work of the thread runs. */
const PUSHES_PER_SLICE = 64;

const RESYNC: Resync = { type: 'RESYNC' };

export function createQueues(options: {
  readonly limits: Limits;
  readonly missedSince: MissedSince;
  readonly now: () => number;
  readonly onFault: (fault: unknown) => void;
  /** The player's first connection came, or the last one went. */
  readonly onPresence: (player: PlayerId, isConnected: boolean) => void;
}): Queues {
  const { limits, missedSince, now, onFault, onPresence } = options;
  const asked = new Map<PlayerId, TokenBucket>();
  const byPlayer = new Map<PlayerId, Set<Session>>();
  const waiting: (() => void)[] = [];
  let reading = 0;

  function offer(subscription: Subscription, push: Push, body: string) {
    const { session, held } = subscription;
    if (held !== undefined) {
      held.push(push);
      if (held.length > limits.heldPushes) session.tooSlow();
    } else if (isNews(subscription, push)) sendPush(subscription, push, body);
  }

  function sendPush(subscription: Subscription, { seq }: Push, body: string) {
    if (seq !== undefined) subscription.reached = Math.max(subscription.reached ?? 0, seq);
    sendTo(subscription, body);
  }

  const isNews = ({ caughtUpTo }: Subscription, { seq }: Push) => seq === undefined || seq > caughtUpTo;

  function pushToSession(session: Session, queue: PlayerQueue, push: Push) {
    const body = JSON.stringify(push);
    for (const subscription of session.subscriptions.values()) {
      const { destination } = subscription;
      if (destination.kind === 'player' && destination.queue === queue) offer(subscription, push, body);
    }
  }

  /** A player who reconnects too often gets RESYNC and fetches the lists, which is limited like every call. */
  function mayAsk(player: PlayerId): boolean {
    let bucket = asked.get(player);
    if (bucket === undefined) {
      bucket = new TokenBucket(limits.playerResumes, now());
      asked.set(player, bucket);
    }
    return bucket.take(1, now());
  }

  async function readMissed(
    subscription: Subscription,
    missed: Missed,
  ): Promise<readonly Push[] | 'TOO_OLD'> {
    if (reading >= limits.historyReadsAtOnce) {
      if (waiting.length >= limits.historyReadsWaiting) return 'TOO_OLD';
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    reading += 1;
    try {
      if (isGivenUp(subscription)) return 'TOO_OLD';
      // Through the read lane, as the player's own calls: many reconnecting players must not delay orders.
      const asker = { who: missed.player, hasLeft: () => isGivenUp(subscription) };
      return await readFor(asker, () => missedSince(missed));
    } catch (fault) {
      if (!(fault instanceof LaneBusy)) onFault(fault);
      return 'TOO_OLD';
    } finally {
      reading -= 1;
      waiting.shift()?.();
    }
  }

  async function catchUp(subscription: Subscription, missed: Missed) {
    const { session } = subscription;
    session.resumes += 1;
    const isAllowed =
      session.resumes <= limits.resumesAtOnce && session.takeFor(limits.resumeCost) && mayAsk(missed.player);
    const pushes = isAllowed ? await readMissed(subscription, missed) : 'TOO_OLD';
    session.resumes -= 1;
    if (pushes === 'TOO_OLD') sendTo(subscription, JSON.stringify(RESYNC));
    else {
      subscription.caughtUpTo = missed.since;
      for (const [at, push] of pushes.entries()) {
        subscription.caughtUpTo = Math.max(subscription.caughtUpTo, push.seq ?? 0);
        sendPush(subscription, push, JSON.stringify(push));
        if ((at + 1) % PUSHES_PER_SLICE === 0) await nextTurn();
      }
    }
    await release(subscription);
    subscription.isReading = false;
    if (!subscription.isBehind || isGivenUp(subscription)) return;
    subscription.isBehind = false;
    readAgain(subscription, missed);
  }

  async function release(subscription: Subscription) {
    // More may be held while these are sent: the list is dropped only when all of it is sent.
    const held = subscription.held ?? [];
    for (let at = 0; at < held.length; at += 1) {
      const push = held[at]!;
      if (isNews(subscription, push)) sendPush(subscription, push, JSON.stringify(push));
      if ((at + 1) % PUSHES_PER_SLICE === 0) await nextTurn();
    }
    subscription.held = undefined;
  }

  function readAgain(subscription: Subscription, { player, queue }: Omit<Missed, 'since'>) {
    const since = subscription.reached;
    if (since !== undefined) return resume(subscription, { player, queue, since });
    sendTo(subscription, JSON.stringify(RESYNC));
    void release(subscription).catch(onFault);
  }

  function resume(subscription: Subscription, missed: Missed) {
    // Pushes are held from this moment on: those released during the read must not be lost.
    subscription.held ??= [];
    subscription.isReading = true;
    void catchUp(subscription, missed).catch(onFault);
  }

  function* playerSubscriptions() {
    for (const [player, sessions] of byPlayer)
      for (const { subscriptions } of sessions)
        for (const subscription of subscriptions.values())
          if (subscription.destination.kind === 'player')
            yield { subscription, player, queue: subscription.destination.queue };
  }

  return {
    get players() {
      return byPlayer.size;
    },
    enter(session, player) {
      const sessions = byPlayer.get(player) ?? new Set();
      if (sessions.size >= limits.socketsPerPlayer) return false;
      byPlayer.set(player, sessions.add(session));
      if (sessions.size === 1) onPresence(player, true);
      return true;
    },
    leave(session) {
      const player = session.principal?.player;
      if (player === undefined) return;
      const sessions = byPlayer.get(player);
      if (sessions?.delete(session) !== true || sessions.size > 0) return;
      byPlayer.delete(player);
      onPresence(player, false);
    },
    has: (player) => byPlayer.has(player),
    sessionsOf: (player) => [...(byPlayer.get(player) ?? [])],
    push(player, queue, push) {
      const sessions = byPlayer.get(player);
      if (sessions === undefined) return;
      for (const session of sessions) pushToSession(session, queue, push);
    },
    pushToSession,
    sweep() {
      for (const [player, bucket] of asked) if (bucket.isFull(now())) asked.delete(player);
    },
    resume,
    hold() {
      for (const { subscription } of playerSubscriptions()) {
        if (subscription.isReading) subscription.isBehind = true;
        else subscription.held ??= [];
      }
    },
    catchUp(reachedOf) {
      for (const { subscription, player, queue } of playerSubscriptions()) {
        const { held, reached, isReading } = subscription;
        if (isReading || held === undefined) continue;
        const isBehind = (reached ?? -1) < (reachedOf(player) ?? Number.POSITIVE_INFINITY);
        if (isBehind) readAgain(subscription, { player, queue });
        else void release(subscription).catch(onFault);
      }
    },
  };
}

const isGivenUp = (subscription: Subscription): boolean =>
  subscription.session.subscriptions.get(subscription.id) !== subscription;

/** Nothing is sent to a subscription that was removed meanwhile. */
export function sendTo(subscription: Subscription, body: string): void {
  if (isGivenUp(subscription)) return;
  const { session, id, destination } = subscription;
  session.send(messageOf(destination.name, id, body));
}
