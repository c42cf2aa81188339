// The live connection: it is opened again whenever it is lost, and its subscriptions are resumed, so that no push is
// lost and none is guessed (docs/wire.md 8).
import {
  CLOSED_SIGNED_OUT,
  connectionQueues,
  PING,
  type PlayerQueue,
  playerQueues,
  type QueuePushes,
  type TickPush,
  type TopicPushes,
  tickTopic,
  topics,
} from '@maru/contract/realtime';
import type { Client } from '@stomp/stompjs';
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
import { createSubscriptions, type QueueListener } from './subscriptions.ts';
import { createTimerGroup, type Timers } from './timers.ts';

export interface Realtime {
  readonly connection: Watched<Connection>;
  open(): void;
  /** Ends the connection and drops the last numbers: the next one may be another player's. */
  close(): void;
  /** Tries at once, for a user who does not want to wait and for a network that is back. */
  retryNow(): void;
  /** The page is visible again: a connection that may be dead is replaced at once. */
  wake(): void;
  /** While the page is hidden, a broken connection is retried without being shown, and no failure is counted. */
  setHidden(isHidden: boolean): void;
  /** The device's online state; while offline no failure is counted either. */
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
  /** 0 ≤ n < 1: spreads the attempts that are not shown, so that not all phones connect in the same instant. */
  readonly random: () => number;
}

/** Spec 9: ping 2 s after a pong, 10 s without one is a dead connection, 2 retries 500 ms apart. */
export const PING_AFTER_PONG_MS = 2_000;
export const PONG_TIMEOUT_MS = 10_000;
export const RETRY_AFTER_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;
/** A timer that runs this late was delayed because the machine slept. */
const LATE_MS = 2_000;
/** Between attempts that are not shown. */
const QUIET_LEAST_MS = 1_500;
const QUIET_SPREAD_MS = 2_000;

export function createRealtime({ openSocket, tokens, timers, random }: RealtimeEdges): Realtime {
  let state: ConnectionState = 'closed';
  const connection = createStore<Connection>(connections.closed);
  let client: Client | undefined;
  const subscriptions = createSubscriptions(() => client);
  /** Every attempt has its own number; callbacks of an older one are ignored. */
  let attemptNo = 0;
  /** All timers of an attempt are cancelled with it. */
  const { after, cancelAll } = createTimerGroup(timers);
  let transport: Transport = 'websocket';
  let websocketHasWorked = false;
  let wasConnected = false;
  let isHidden = false;
  const pings = createPings(timers, whileAwake, fail);

  /** A timer that is overdue after a sleep is no failure of the connection: the connection starts over instead. */
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

  /** Drops the connection at once: closing a dead one may take minutes. */
  function dropConnection(): void {
    attemptNo++;
    cancelAll();
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

  /** An attempt at once that does not count as a retry. */
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
    // Before the socket: one that opens while there is no listener would never send CONNECT.
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
      // An ERROR frame needs no handler: the server closes after it, and the close code has the reason.
      onWebSocketClose: ({ code }: { readonly code?: number }) => {
        if (mine !== attemptNo) return;
        if (code === CLOSED_SIGNED_OUT) refused(token);
        else fail();
      },
    });
    client.activate();
  }

  /** The server refused this token: the session renews it, or ends and closes this connection. */
  function refused(token: string | undefined): void {
    fail();
    if (token !== undefined) void tokens.renew(token);
  }

  function onConnected(over: Transport): void {
    cancelAll();
    if (over === 'websocket') websocketHasWorked = true;
    subscriptions.restore();
    if (client) pings.start(client);
    move('CONNECTED');
    const isBack = wasConnected;
    wasConnected = true;
    if (isBack) subscriptions.resyncUnnumbered();
  }

  function wake(): void {
    // The device reports when it has a network again; until then one attempt does no harm.
    if (state === 'offline') void connect();
    else if (state !== 'closed' && (state !== 'connected' || pings.isDoubtful())) startOver();
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
      subscriptions.forgetNumbers();
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
    followQueue: (queue, listener) =>
      subscriptions.follow(playerQueues[queue], true, listener as QueueListener<never>),
    followErrors: (onPush) => subscriptions.follow(connectionQueues.error, false, { onPush }),
    followTopic: (topic, onPush) => subscriptions.follow(topics[topic].destination, false, { onPush }),
    followTick: (stock, onPush) => subscriptions.follow(tickTopic(stock), false, { onPush }),
  };
}

/** `whileAwake` runs a timer of the connection; `onDead` is called when no pong arrived in time. */
function createPings(
  timers: Timers,
  whileAwake: (delayMs: number, run: () => void) => () => void,
  onDead: () => void,
) {
  let lastPongAt = 0;
  /** When the next ping, or the timeout of a pong, is due. */
  let nextBeatAt = 0;
  return {
    start(client: Client): void {
      let giveUp = () => {};
      const ping = () => {
        nextBeatAt = timers.now() + PONG_TIMEOUT_MS;
        giveUp = whileAwake(PONG_TIMEOUT_MS, onDead);
        client.publish({ destination: PING });
      };
      client.subscribe(
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
    },
    /** No pong for too long, or an overdue ping: the timers did not run, and the connection may be dead. */
    isDoubtful: (): boolean =>
      timers.now() - lastPongAt > PONG_TIMEOUT_MS || timers.now() > nextBeatAt + LATE_MS,
  };
}
