// The live connection: what is subscribed stays subscribed, however often the line is cut. After a cut each player
// queue is resumed after the last number heard on it, so nothing is lost and nothing is guessed (wire.md, Pushes).
import {
  CLOSED_SIGNED_OUT,
  connectionQueues,
  PING,
  type PlayerQueue,
  type Push,
  playerQueues,
  type QueuePushes,
  SINCE_HEADER,
  type TopicPushes,
  topics,
} from '@maru/contract/realtime';
import { Client, type IMessage } from '@stomp/stompjs';
import type { TokenSource } from './call.ts';
import type { OpenSocket, Transport } from './sockets.ts';
import { createStore, type Watched } from './store.ts';
import type { Timers } from './timers.ts';

/** `lost` after the spec's two retries; quiet attempts go on, because the server may come back. */
export type Connection =
  | { readonly kind: 'closed' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected' }
  | { readonly kind: 'retrying'; readonly attempt: number }
  | { readonly kind: 'lost' };

export interface QueueListener<Body> {
  hear(push: Body): void;
  /** What was missed is too old to be sent again: fetch everything anew. */
  resync(): void;
}

export interface Realtime {
  readonly connection: Watched<Connection>;
  open(): void;
  /** Ends the connection and forgets what was heard: the next one may be another player's. */
  close(): void;
  /** Tries at once, for a thumb that does not want to wait and for a network that came back. */
  retryNow(): void;
  followQueue<Queue extends PlayerQueue>(
    queue: Queue,
    listener: QueueListener<QueuePushes[Queue]>,
  ): () => void;
  followErrors(hear: (push: QueuePushes['error']) => void): () => void;
  followTopic<Topic extends keyof TopicPushes>(
    topic: Topic,
    hear: (body: TopicPushes[Topic]) => void,
  ): () => void;
}

export interface RealtimeEdges {
  readonly openSocket: OpenSocket;
  readonly tokens: Pick<TokenSource, 'accessToken' | 'renew'>;
  readonly timers: Timers;
  /** 0 ≤ n < 1: spreads the quiet attempts, so that a thousand phones do not knock in the same instant. */
  readonly random: () => number;
}

/** Spec 9: ping 2 s after a pong, 10 s without one is a dead line, 2 retries 500 ms apart. */
export const PING_AFTER_PONG_MS = 2_000;
export const PONG_TIMEOUT_MS = 10_000;
export const RETRIES = 2;
export const RETRY_AFTER_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;
const KNOCK_LEAST_MS = 1_500;
const KNOCK_SPREAD_MS = 2_000;

interface Subscription {
  readonly isPlayerQueue: boolean;
  readonly listeners: Set<QueueListener<never>>;
  lastSeq: number | undefined;
}

const attemptsOf = (connection: Connection): number =>
  connection.kind === 'retrying' ? connection.attempt : connection.kind === 'lost' ? RETRIES + 1 : 0;

export function createRealtime({ openSocket, tokens, timers, random }: RealtimeEdges): Realtime {
  const connection = createStore<Connection>({ kind: 'closed' });
  const subscriptions = new Map<string, Subscription>();
  let client: Client | undefined;
  /** Every attempt has its own number; what an older one still reports is ignored. */
  let line = 0;
  const pending = new Set<() => void>();
  let transport: Transport = 'websocket';
  let websocketHasWorked = false;
  let wasConnected = false;

  function after(delayMs: number, run: () => void): () => void {
    const stop = timers.after(delayMs, () => {
      pending.delete(cancel);
      run();
    });
    const cancel = () => {
      pending.delete(cancel);
      stop();
    };
    pending.add(cancel);
    return cancel;
  }

  function cancelPending(): void {
    for (const cancel of [...pending]) cancel();
  }

  /** Lets go of the line at once: a dead one may take minutes to notice that it is closed. */
  function hangUp(): void {
    line++;
    cancelPending();
    const old = client;
    client = undefined;
    if (old) void old.deactivate({ force: true });
  }

  function fail(): void {
    hangUp();
    if (!websocketHasWorked) transport = transport === 'websocket' ? 'sockjs' : 'websocket';
    const attempt = attemptsOf(connection.get()) + 1;
    if (attempt <= RETRIES) {
      connection.set({ kind: 'retrying', attempt });
      after(RETRY_AFTER_MS, () => void connect());
    } else {
      if (connection.get().kind !== 'lost') connection.set({ kind: 'lost' });
      after(KNOCK_LEAST_MS + random() * KNOCK_SPREAD_MS, () => void connect());
    }
  }

  async function connect(): Promise<void> {
    hangUp();
    const mine = line;
    after(CONNECT_TIMEOUT_MS, fail);
    const token = await tokens.accessToken();
    if (mine !== line) return;
    if (token === 'unreachable') return fail();
    const over = transport;
    const socket = await openSocket(over).catch(() => undefined);
    if (mine !== line) return socket?.close();
    if (!socket) return fail();

    client = new Client({
      webSocketFactory: () => socket,
      connectHeaders: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      reconnectDelay: 0,
      heartbeatIncoming: 0,
      heartbeatOutgoing: 0,
      onConnect: () => mine === line && onConnected(over),
      // An ERROR frame needs no ear of its own: the server closes after it, and the code says why.
      onWebSocketClose: ({ code }: { readonly code?: number }) => {
        if (mine !== line) return;
        if (code === CLOSED_SIGNED_OUT) refused(token);
        else fail();
      },
    });
    client.activate();
  }

  /** The server does not want this token any more: the session finds a newer one, or ends and closes us. */
  function refused(token: string | undefined): void {
    fail();
    if (token !== undefined) void tokens.renew(token);
  }

  function onConnected(over: Transport): void {
    cancelPending();
    if (over === 'websocket') websocketHasWorked = true;
    for (const [destination, subscription] of subscriptions) subscribe(destination, subscription);
    keepAlive();
    connection.set({ kind: 'connected' });
    const missedUnknown = [...subscriptions.values()].filter(
      (each) => wasConnected && each.isPlayerQueue && each.lastSeq === undefined,
    );
    wasConnected = true;
    // Nothing was ever heard on these, so there is no number to resume after.
    for (const { listeners } of missedUnknown) for (const listener of [...listeners]) listener.resync();
  }

  function subscribe(destination: string, subscription: Subscription): void {
    const since = subscription.lastSeq;
    client?.subscribe(destination, (message) => deliver(subscription, message), {
      id: destination,
      ...(since === undefined ? {} : { [SINCE_HEADER]: String(since) }),
    });
  }

  function deliver(subscription: Subscription, message: IMessage): void {
    const body = JSON.parse(message.body) as Push;
    const listeners = [...subscription.listeners];
    if (subscription.isPlayerQueue) {
      if (body.type === 'RESYNC') {
        subscription.lastSeq = undefined;
        for (const listener of listeners) listener.resync();
        return;
      }
      // A repeated or late push must not undo a newer one; two pushes of one event share its number.
      if (body.seq !== undefined && subscription.lastSeq !== undefined && body.seq < subscription.lastSeq)
        return;
      subscription.lastSeq = body.seq ?? subscription.lastSeq;
    }
    for (const listener of listeners) listener.hear(body as never);
  }

  function keepAlive(): void {
    let giveUp = () => {};
    const ping = () => {
      giveUp = after(PONG_TIMEOUT_MS, fail);
      client?.publish({ destination: PING });
    };
    client?.subscribe(
      connectionQueues.pong,
      () => {
        giveUp();
        after(PING_AFTER_PONG_MS, ping);
      },
      { id: connectionQueues.pong },
    );
    ping();
  }

  function follow(destination: string, isPlayerQueue: boolean, listener: QueueListener<never>): () => void {
    let subscription = subscriptions.get(destination);
    if (!subscription) {
      subscription = { isPlayerQueue, listeners: new Set(), lastSeq: undefined };
      subscriptions.set(destination, subscription);
      if (client?.connected) subscribe(destination, subscription);
    }
    const { listeners } = subscription;
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || subscriptions.get(destination)?.listeners !== listeners) return;
      subscriptions.delete(destination);
      if (client?.connected) client.unsubscribe(destination);
    };
  }

  const hearOnly = <Body>(hear: (body: Body) => void): QueueListener<Body> => ({ hear, resync: () => {} });

  return {
    connection,
    open() {
      if (connection.get().kind !== 'closed') return;
      connection.set({ kind: 'connecting' });
      void connect();
    },
    close() {
      hangUp();
      wasConnected = false;
      for (const subscription of subscriptions.values()) subscription.lastSeq = undefined;
      connection.set({ kind: 'closed' });
    },
    retryNow() {
      const { kind } = connection.get();
      if (kind === 'retrying' || kind === 'lost') void connect();
    },
    followQueue: (queue, listener) => follow(playerQueues[queue], true, listener as QueueListener<never>),
    followErrors: (hear) => follow(connectionQueues.error, false, hearOnly(hear) as QueueListener<never>),
    followTopic: (topic, hear) =>
      follow(topics[topic].destination, false, hearOnly(hear) as QueueListener<never>),
  };
}
