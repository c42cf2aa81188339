// Subscriptions stay, however often the connection is lost: on the next one each player queue is resumed after the last
// number received on it (docs/wire.md 8).
import { type Push, SINCE_HEADER } from '@maru/contract/realtime';
import type { Client, IMessage } from '@stomp/stompjs';

export interface QueueListener<Body> {
  onPush(push: Body): void;
  /** The missed pushes are too old to be sent again: fetch everything again. */
  onResync?(): void;
}

interface Subscription {
  readonly isPlayerQueue: boolean;
  readonly listeners: Set<QueueListener<never>>;
  lastSeq: number | undefined;
}

export function createSubscriptions(client: () => Client | undefined) {
  const byDestination = new Map<string, Subscription>();

  function subscribe(destination: string, subscription: Subscription): void {
    const since = subscription.lastSeq;
    client()?.subscribe(destination, (message) => deliver(subscription, message), {
      id: destination,
      ...(since === undefined ? {} : { [SINCE_HEADER]: String(since) }),
    });
  }

  function resync({ listeners }: Subscription): void {
    for (const listener of [...listeners]) listener.onResync?.();
  }

  function deliver(subscription: Subscription, message: IMessage): void {
    const body = JSON.parse(message.body) as Push;
    if (subscription.isPlayerQueue) {
      if (body.type === 'RESYNC') {
        subscription.lastSeq = undefined;
        resync(subscription);
        return;
      }
      // A repeated or late push must not undo a newer one; two pushes of one event share its number.
      if (body.seq !== undefined && subscription.lastSeq !== undefined && body.seq < subscription.lastSeq)
        return;
      subscription.lastSeq = body.seq ?? subscription.lastSeq;
    }
    for (const listener of [...subscription.listeners]) listener.onPush(body as never);
  }

  return {
    follow(destination: string, isPlayerQueue: boolean, listener: QueueListener<never>): () => void {
      let subscription = byDestination.get(destination);
      if (!subscription) {
        subscription = { isPlayerQueue, listeners: new Set(), lastSeq: undefined };
        byDestination.set(destination, subscription);
        if (client()?.connected) subscribe(destination, subscription);
      }
      const { listeners } = subscription;
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || byDestination.get(destination)?.listeners !== listeners) return;
        byDestination.delete(destination);
        if (client()?.connected) client()?.unsubscribe(destination);
      };
    },
    /** Subscribes to everything on a new connection. */
    restore(): void {
      for (const [destination, subscription] of byDestination) subscribe(destination, subscription);
    },
    /** For queues without any received push: there is no number to resume after. */
    resyncUnnumbered(): void {
      const unnumbered = [...byDestination.values()].filter(
        ({ isPlayerQueue, lastSeq }) => isPlayerQueue && lastSeq === undefined,
      );
      for (const each of unnumbered) resync(each);
    },
    /** The next connection may be another player's. */
    forgetNumbers(): void {
      for (const subscription of byDestination.values()) subscription.lastSeq = undefined;
    },
  };
}
