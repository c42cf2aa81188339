// The live connection: what is subscribed stays subscribed, however often the connection is cut. After a cut each
// player queue is resumed after the last number received on it, so nothing is lost and nothing is guessed (docs/wire.md 8).
import {
  CLOSED_SIGNED_OUT,
  connectionQueues,
  PING,
  type PlayerQueue,
  type Push,
  playerQueues,
  type QueuePushes,
  SINCE_HEADER,
  type TickPush,
  type TopicPushes,
  tickTopic,
  topics,
} from '@maru/contract/realtime';
import type { Client, IMessage } from '@stomp/stompjs';
import type { TokenSource } from './call.ts';
import {
  type Connection,
  type ConnectionEvent,
  type ConnectionState,
  connections,
  connectionTable,
} from './connection.ts';
import type { OpenSocket, Transport } from './sockets.ts';
import { createStore, type Watched } from './store.ts';
import type { Timers } from './timers.ts';

export interface QueueListener<Body> {
  onPush(push: Body): void;
  /** What was missed is too old to be sent again: fetch everything anew. */
  onResync?(): void;
}

export interface Realtime {
  readonly connection: Watched<Connection>;
  open(): void;
  /** Ends the connection and forgets what was received: the next one may be another player's. */
  close(): void;
  /** Tries at once, for a user who does not want to wait and for a network that came back. */
  retryNow(): void;
  /** The page is visible again: a connection that is not known to be alive is replaced at once. */
  wake(): void;
  /** Nobody looks: a connection that breaks is tried again quietly, and no failure is counted. */
  setHidden(isHidden: boolean): void;
  /** What the device says about its network; without one nothing is counted as a failure either. */
  setOnline(isOnline: boolean): void;
  followQueue<Queue extends PlayerQueue>(
    queue: Queue,
    listener: QueueListener<QueuePushes[Queue]>,
  ): () => void;
  followErrors(onPush: (push: QueuePushes['error']) => void): () => void;
  followTopic<Topic extends keyof TopicPushes>(
    topic: Topic,
    onPush: (body: TopicPushes[Topic]) => void,
  ): () => void;
  /** The ticks of one instrument. */
  followTick(stock: string, onTick: (tick: TickPush) => void): () => void;
}

export interface RealtimeEdges {
  readonly openSocket: OpenSocket;
  readonly tokens: Pick<TokenSource, 'accessToken' | 'renew'>;
  readonly timers: Timers;
  /** 0 ≤ n < 1: spreads the quiet attempts, so that a thousand phones do not knock in the same instant. */
  readonly random: () => number;
}

/** Spec 9: ping 2 s after a pong, 10 s without one is a dead connection, 2 retries 500 ms apart. */
export const PING_AFTER_PONG_MS = 2_000;
export const PONG_TIMEOUT_MS = 10_000;
export const RETRY_AFTER_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;
/** A timer that runs this late did not run because the machine slept. */
const LATE_MS = 2_000;
/** Between quiet attempts, which are not shown. */
const QUIET_LEAST_MS = 1_500;
const QUIET_SPREAD_MS = 2_000;

interface Subscription {
  readonly isPlayerQueue: boolean;
  readonly listeners: Set<QueueListener<never>>;
  lastSeq: number | undefined;
}

export function createRealtime({ openSocket, tokens, timers, random }: RealtimeEdges): Realtime {
  let state: ConnectionState = 'closed';
  const connection = createStore<Connection>(connections.closed);
  const subscriptions = new Map<string, Subscription>();
  let client: Client | undefined;
  /** Every attempt has its own number; what an older one still reports is ignored. */
  let attemptNo = 0;
  const pending = new Set<() => void>();
  let transport: Transport = 'websocket';
  let websocketHasWorked = false;
  let wasConnected = false;
  let isHidden = false;
  let lastPongAt = 0;
  /** When the next ping, or the end of waiting for a pong, is due. */
  let nextBeatAt = 0;

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

  /** What a machine that slept finds due is no failure of the connection: it starts over instead. */
  function whileAwake(delayMs: number, run: () => void): () => void {
    const dueAt = timers.now() + delayMs;
    return after(delayMs, () => (timers.now() > dueAt + LATE_MS && !isHidden ? startOver() : run()));
  }

  function move(event: ConnectionEvent): void {
    const next = connectionTable[state][event];
    if (next === undefined) throw new Error(`connection: ${event} cannot happen while ${state}`);
    state = next;
    connection.set(connections[next]);
  }

  /** Drops the connection at once: a dead one may take minutes to notice that it is closed. */
  function dropConnection(): void {
    attemptNo++;
    cancelPending();
    const old = client;
    client = undefined;
    if (old) void old.deactivate({ force: true });
  }

  function fail(): void {
    dropConnection();
    if (!websocketHasWorked) transport = transport === 'websocket' ? 'sockjs' : 'websocket';
    move(isHidden ? 'FAILED_HIDDEN' : 'FAILED');
    if (!isHidden && connection.get().kind === 'retrying') after(RETRY_AFTER_MS, () => void connect());
    else connectLater();
  }

  function connectLater(): void {
    after(QUIET_LEAST_MS + random() * QUIET_SPREAD_MS, () => void connect());
  }

  /** An attempt at once that counts as none of the retries. */
  function startOver(): void {
    move('RESTART');
    void connect();
  }

  async function connect(): Promise<void> {
    dropConnection();
    const mine = attemptNo;
    whileAwake(CONNECT_TIMEOUT_MS, fail);
    const token = await tokens.accessToken();
    if (mine !== attemptNo) return;
    if (token === 'unreachable') return fail();
    const over = transport;
    // Before the socket: one that opens while nobody listens to it would never be greeted.
    const stomp = await import('./stomp-client.ts').catch(() => undefined);
    if (mine !== attemptNo) return;
    if (!stomp) return fail();
    const socket = await openSocket(over).catch(() => undefined);
    if (mine !== attemptNo) return socket?.close();
    if (!socket) return fail();

    client = stomp.createStompClient({
      webSocketFactory: () => socket,
      connectHeaders: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      reconnectDelay: 0,
      heartbeatIncoming: 0,
      heartbeatOutgoing: 0,
      onConnect: () => mine === attemptNo && onConnected(over),
      // An ERROR frame needs no ear of its own: the server closes after it, and the code says why.
      onWebSocketClose: ({ code }: { readonly code?: number }) => {
        if (mine !== attemptNo) return;
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
    move('CONNECTED');
    const missedUnknown = [...subscriptions.values()].filter(
      (each) => wasConnected && each.isPlayerQueue && each.lastSeq === undefined,
    );
    wasConnected = true;
    // Nothing was ever received on these, so there is no number to resume after.
    for (const { listeners } of missedUnknown) for (const listener of [...listeners]) listener.onResync?.();
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
        for (const listener of listeners) listener.onResync?.();
        return;
      }
      // A repeated or late push must not undo a newer one; two pushes of one event share its number.
      if (body.seq !== undefined && subscription.lastSeq !== undefined && body.seq < subscription.lastSeq)
        return;
      subscription.lastSeq = body.seq ?? subscription.lastSeq;
    }
    for (const listener of listeners) listener.onPush(body as never);
  }

  function keepAlive(): void {
    let giveUp = () => {};
    const ping = () => {
      nextBeatAt = timers.now() + PONG_TIMEOUT_MS;
      giveUp = whileAwake(PONG_TIMEOUT_MS, fail);
      client?.publish({ destination: PING });
    };
    client?.subscribe(
      connectionQueues.pong,
      () => {
        giveUp();
        lastPongAt = timers.now();
        nextBeatAt = lastPongAt + PING_AFTER_PONG_MS;
        whileAwake(PING_AFTER_PONG_MS, ping);
      },
      { id: connectionQueues.pong },
    );
    lastPongAt = timers.now();
    ping();
  }

  /** No pong for too long, or a beat that is long due: the timers stood still, and the connection may be dead. */
  const isDoubtful = (): boolean =>
    timers.now() - lastPongAt > PONG_TIMEOUT_MS || timers.now() > nextBeatAt + LATE_MS;

  function wake(): void {
    // The device says when it has a network again; until then one attempt does not hurt.
    if (state === 'offline') void connect();
    else if (state !== 'closed' && (state !== 'connected' || isDoubtful())) startOver();
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

  return {
    connection,
    open() {
      if (state !== 'closed') return;
      move('OPEN');
      void connect();
    },
    close() {
      dropConnection();
      wasConnected = false;
      for (const subscription of subscriptions.values()) subscription.lastSeq = undefined;
      move('CLOSE');
    },
    retryNow() {
      const { kind } = connection.get();
      if (kind === 'retrying' || kind === 'lost') void connect();
    },
    wake,
    setHidden(hidden) {
      isHidden = hidden;
      if (!hidden) wake();
    },
    setOnline(isOnline) {
      if (state === 'closed') return;
      if (isOnline && state === 'offline') startOver();
      else if (isOnline) wake();
      else {
        dropConnection();
        move('OFFLINE');
        connectLater();
      }
    },
    followQueue: (queue, listener) => follow(playerQueues[queue], true, listener as QueueListener<never>),
    followErrors: (onPush) => follow(connectionQueues.error, false, { onPush }),
    followTopic: (topic, onPush) => follow(topics[topic].destination, false, { onPush }),
    followTick: (stock, onPush) => follow(tickTopic(stock), false, { onPush }),
  };
}
