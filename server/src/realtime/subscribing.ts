// The subscriptions of a connection: topics, the queues of its player, and its own queues.
import { SINCE_HEADER } from '@maru/contract/realtime';
import type { RefusalCode } from '@maru/contract/refusals';
import { refusalBody } from '../http/refuse.ts';
import type { Destinations } from './destinations.ts';
import type { FanOut } from './fan-out.ts';
import type { Frame } from './frame.ts';
import type { Limits } from './limits.ts';
import { type Queues, sendTo } from './queues.ts';
import type { Session, Subscription } from './session.ts';

export interface SubscribingSurroundings {
  readonly limits: Limits;
  readonly destinations: Destinations;
  readonly fanOut: FanOut;
  readonly queues: Queues;
  now(): number;
}

export function createSubscribing({ limits, destinations, fanOut, queues, now }: SubscribingSurroundings) {
  /** Undefined when the frame was accepted. */
  function subscribe(session: Session, frame: Frame): RefusalCode | undefined {
    const id = frame.headers.get('id');
    const name = frame.headers.get('destination');
    if (id === undefined || id === '' || id.length > limits.subscriptionIdLength) return 'FRAME_MALFORMED';
    if (name === undefined) return 'FRAME_MALFORMED';
    if (session.subscriptions.has(id)) return 'SUBSCRIPTION_ID_TAKEN';
    if (session.subscriptions.size >= limits.subscriptions) return 'TOO_MANY_SUBSCRIPTIONS';
    const destination = destinations.find(name);
    if (destination === undefined) return refusedDestination(session, 'DESTINATION_NOT_FOUND');
    const { principal } = session;
    if (destination.kind === 'player' && principal === undefined) {
      return refusedDestination(session, 'LOGIN_REQUIRED');
    }
    const sinceText = destination.kind === 'player' ? frame.headers.get(SINCE_HEADER) : undefined;
    if (sinceText !== undefined && !/^\d{1,15}$/.test(sinceText)) return 'FRAME_MALFORMED';

    // All checks passed: below this line nothing may fail.
    const subscription: Subscription = {
      ...{ session, id, destination, seen: 0, held: undefined, caughtUpTo: 0 },
      ...{ isReading: false, isBehind: false },
      reached: sinceText === undefined ? undefined : Number(sinceText),
    };
    session.subscriptions.set(id, subscription);
    if (destination.kind === 'topic') {
      const characters = fanOut.add(subscription);
      if (!session.spend('frames', Math.floor(characters / 1024))) session.tooManyRequests();
    } else if (destination.kind === 'player' && principal !== undefined && sinceText !== undefined) {
      const { queue } = destination;
      queues.resume(subscription, { player: principal.player, queue, since: Number(sinceText) });
    }
    return undefined;
  }

  function unsubscribe(session: Session, frame: Frame): RefusalCode | undefined {
    const id = frame.headers.get('id');
    if (id === undefined) return 'FRAME_MALFORMED';
    const subscription = session.subscriptions.get(id);
    // An unknown id is no error: afterwards there is no such subscription, as requested.
    if (subscription !== undefined) drop(session, subscription);
    return undefined;
  }

  function drop(session: Session, subscription: Subscription) {
    session.subscriptions.delete(subscription.id);
    if (subscription.destination.kind === 'topic') fanOut.remove(subscription);
  }

  /** Sent twice: as the answer to the frame, and where the product's client listens for errors. */
  function refusedDestination(session: Session, code: RefusalCode): RefusalCode {
    const data = refusalBody({ code, language: 'ko' });
    sendToConnection(session, 'error', `{"type":"ERROR","at":${now()},"data":${data}}`);
    return code;
  }

  return {
    subscribe,
    unsubscribe,
    /** Removes all subscriptions of the session. */
    forget(session: Session): void {
      for (const subscription of [...session.subscriptions.values()]) drop(session, subscription);
      queues.leave(session);
    },
  };
}

export function sendToConnection(session: Session, queue: 'error' | 'pong', body: string): void {
  for (const subscription of session.subscriptions.values()) {
    const { destination } = subscription;
    if (destination.kind === 'connection' && destination.queue === queue) sendTo(subscription, body);
  }
}
