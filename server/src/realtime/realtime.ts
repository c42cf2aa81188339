// STOMP 1.2: over SockJS at /ws, over a plain WebSocket at /ws/websocket. This file ties the parts together and is
// the only one that the rest of the server uses.
import type { IncomingMessage, Server } from 'node:http';
import {
  CLOSED_SIGNED_OUT,
  type PlayerQueue,
  type Push,
  playerQueues,
  tickTopic,
  topics,
} from '@maru/contract/realtime';
import { refusalText } from '@maru/contract/refusals';
import { assert } from '@maru/engine/assert';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { FastifyInstance } from 'fastify';
import type { Principal } from '../http/serve.ts';
import { type Addresses, createAddresses } from './addresses.ts';
import { createDestinations } from './destinations.ts';
import type { Entrance } from './entrance.ts';
import { createFanOut } from './fan-out.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { createOutbox } from './outbox.ts';
import { createProtocol } from './protocol.ts';
import { createQueues, type MissedSince, type Queues } from './queues.ts';
import { type Ending, Session, type Subscription } from './session.ts';
import { createSlices } from './slices.ts';
import { createSockjs } from './sockjs.ts';
import { sweepSession } from './sweep.ts';
import { realTimers, type Timers } from './timers.ts';
import { createUpgrade } from './websocket.ts';
import type { Caller } from './wire.ts';

export interface RealtimeOptions {
  /** The same check as for HTTP: undefined for a token that is unknown, expired or ended. */
  readonly authenticate: (token: string, caller: Caller) => Promise<Principal | undefined>;
  /** Whether the login of a connection is still valid; called every minute and on `recheck`. */
  readonly stillValid: (principal: Principal) => boolean;
  readonly missedSince: MissedSince;
  /** Origins beside our own host, written as browsers send them: `https://app.example`. */
  readonly allowedOrigins?: Iterable<string>;
  /** The site that a caller's host names. When it names one, tokens of another site are refused. */
  readonly siteOf?: (caller: Caller) => SiteId | undefined;
  /** The site whose messages a guest gets when the host names none; without it such a guest gets those of no site. */
  readonly guestSiteOf?: (caller: Caller) => SiteId | undefined;
  /** Whether any site is served under the caller's Host; without this every Host is accepted. */
  readonly servesHost?: (caller: Caller) => boolean;
  /** The client's address; behind a trusted proxy it is not the socket's. */
  readonly addressOf?: (request: IncomingMessage) => string;
  readonly limits?: Partial<Limits>;
  readonly timers?: Timers;
  readonly onClosed?: (ending: Ending) => void;
  /** A connection whose player was known has ended. */
  readonly onLeft?: (principal: Principal) => void;
  /** Receives faults of other components: a token that could not be checked, a history that could not be read. */
  readonly onFault?: (fault: unknown) => void;
}

export interface Realtime {
  /** Handles the upgrades of a server; those that are not ours are refused. */
  attach(server: Server): void;
  /** The same for a Fastify server, also its requests below /ws, and an orderly end before it closes. */
  mount(app: FastifyInstance): void;
  publish(topic: string, body: string, site?: SiteId): void;
  /**
   * For prices: sent at most every 100 ms, only the newest text of each key, also to later subscribers. On
   * `/topic/futures_info` the text is the value of the key and a message is an object of what changed.
   */
  publishLatest(topic: string, key: string, write: () => string): void;
  push(player: PlayerId, queue: PlayerQueue, push: Push): void;
  /**
   * Sends FORCE_LOGOUT to those connections of the player whose login is no longer valid, and closes them with 4401.
   * One for which `knows` is true requested the change itself and has new tokens: it is closed without FORCE_LOGOUT and
   * reconnects with them.
   */
  recheck(player: PlayerId, knows?: (principal: Principal) => boolean): void;
  /** Replaces the list of instruments that have a tick topic. */
  listStocks(stocks: Iterable<string>): void;
  /** The player of each signed-in connection; one with several connections is listed several times. */
  players(): Iterable<PlayerId>;
  /** Each signed-in connection, and whether it follows the ticks of an instrument, as screens with orders do. */
  connected(): Iterable<{ readonly principal: Principal; readonly followsTicks: boolean }>;
  /** Called when a player's first connection comes, and when the last one goes. Returns the function that ends it. */
  onPresence(listen: (player: PlayerId, isConnected: boolean) => void): () => void;
  /** Whether the player has a connection. No push is made for a player without one. */
  isConnected(player: PlayerId): boolean;
  /** Pushes may have been lost on their way to this process: see `queues.ts`. */
  hold(): void;
  catchUp(reachedOf: (player: PlayerId) => number | undefined): void;
  stats(): ReturnType<typeof statsOf>;
  /** Ends all connections; clients open others. */
  endAll(): void;
  close(): void;
}

const GOING_AWAY = 1001;
const FORGET_MS = 10_000;
const SWEPT_PER_STEP = 16;

export function createRealtime(options: RealtimeOptions): Realtime {
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const timers = options.timers ?? realTimers;
  const onFault = options.onFault ?? (() => {});
  const { stillValid } = options;
  const { now } = timers;
  const sessions = new Set<Session>();
  const slices = createSlices(limits.sliceMs);
  const outbox = createOutbox(slices);
  const addresses = createAddresses(limits, now);
  const destinations = createDestinations();
  const fanOut = createFanOut(new Set([topics.futuresPrices.destination]), slices);
  const presence = createPresence();
  const queues = createQueues({
    limits,
    missedSince: options.missedSince,
    now,
    onFault,
    onPresence: presence.tell,
  });
  let isClosing = false;

  const protocol = createProtocol({
    limits,
    destinations,
    fanOut,
    queues,
    slices,
    now,
    authenticate: options.authenticate,
    stillValid,
    siteOf: options.siteOf ?? (() => undefined),
    guestSiteOf: options.guestSiteOf ?? (() => undefined),
    onFault,
  });

  function left(session: Session, ending: Ending) {
    if (!sessions.delete(session)) return;
    protocol.forget(session);
    if (session.principal !== undefined) options.onLeft?.(session.principal);
    options.onClosed?.(ending);
  }

  const entrance: Entrance = {
    limits,
    allowedOrigins: new Set(options.allowedOrigins ?? []),
    now,
    callerOf: (request) => ({
      address: options.addressOf?.(request) ?? request.socket.remoteAddress ?? '',
      agent: request.headers['user-agent'] ?? '',
      host: request.headers.host ?? '',
    }),
    servesHost: options.servesHost ?? (() => true),
    begin: ({ address }) => addresses.begin(address),
    enter: ({ address }) => (isClosing ? 'TRY_AGAIN' : addresses.enter(address)),
    open(wire, caller, seat) {
      const session = new Session(wire, caller, seat, { limits, outbox, now, left });
      sessions.add(session);
      return {
        arrived: (bytes) => protocol.arrived(session, bytes),
        receive: (piece) => protocol.receive(session, piece),
        alive() {
          session.receivedAt = now();
        },
        misframed: (code) => session.end(code),
        lost: () => session.lost(),
        gone: () => seat.leave(),
      };
    },
  };
  const sockjs = createSockjs(entrance);
  const upgrade = createUpgrade(entrance);

  function signOut(session: Session) {
    const { principal } = session;
    assert(principal !== undefined, 'only a player is signed out');
    const message = { message: refusalText('SESSION_ENDED', 'ko') };
    queues.pushToSession(session, 'force_logout', { type: 'FORCE_LOGOUT', at: now(), data: message });
    session.end(CLOSED_SIGNED_OUT, 'SESSION_ENDED');
  }

  let isSweeping = false;
  function* sweeping() {
    let count = 0;
    for (const session of sessions) {
      sweepSession(session, now(), { limits, stillValid, signOut });
      count += 1;
      if (count % SWEPT_PER_STEP === 0) yield;
    }
    sockjs.sweep(now());
    isSweeping = false;
  }

  const stops = [
    timers.every(limits.sweepMs, () => {
      if (isSweeping) return;
      isSweeping = true;
      slices.run(sweeping());
    }),
    timers.every(limits.priceIntervalMs, () => fanOut.sendLatest()),
    timers.every(FORGET_MS, () => {
      slices.run(addresses.sweep());
      queues.sweep();
    }),
  ];

  function close() {
    isClosing = true;
    for (const stop of stops.splice(0)) stop();
    endEach(sessions);
  }

  const attach = (server: Server) => void server.on('upgrade', upgrade);

  return {
    attach,
    mount(app) {
      attach(app.server);
      app.addHook('onRequest', (request, reply, done) => {
        if (sockjs.handle(request.raw, reply.raw)) reply.hijack();
        else done();
      });
      app.addHook('preClose', (done) => {
        close();
        done();
      });
    },
    publish: fanOut.publish,
    publishLatest: fanOut.publishLatest,
    push(player, queue, push) {
      assert(playerQueues[queue] !== undefined, 'a push goes to a player queue');
      queues.push(player, queue, push);
    },
    recheck(player, knows = () => false) {
      for (const session of queues.sessionsOf(player)) {
        if (session.principal === undefined || stillValid(session.principal)) continue;
        if (knows(session.principal)) session.end(CLOSED_SIGNED_OUT);
        else signOut(session);
      }
    },
    listStocks: destinations.listStocks,
    isConnected: queues.has,
    onPresence: presence.listen,
    players: () => playersOf(sessions),
    connected: () => connectedOf(sessions),
    hold: queues.hold,
    catchUp: queues.catchUp,
    stats: () => statsOf(sessions, queues, addresses),
    endAll: () => endEach(sessions),
    close,
  };
}

function endEach(sessions: ReadonlySet<Session>): void {
  for (const session of [...sessions]) session.end(GOING_AWAY);
}

function createPresence() {
  const listeners = new Set<(player: PlayerId, isConnected: boolean) => void>();
  return {
    tell(player: PlayerId, isConnected: boolean) {
      for (const listen of listeners) listen(player, isConnected);
    },
    listen(listener: (player: PlayerId, isConnected: boolean) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const TICKS = tickTopic('');
const isOfTicks = ({ destination }: Subscription): boolean => destination.name.startsWith(TICKS);

function* playersOf(sessions: ReadonlySet<Session>) {
  for (const { principal } of sessions) if (principal !== undefined) yield principal.player;
}

function* connectedOf(sessions: ReadonlySet<Session>) {
  for (const { principal, subscriptions } of sessions)
    if (principal !== undefined)
      yield { principal, followsTicks: [...subscriptions.values()].some(isOfTicks) };
}

function statsOf(sessions: ReadonlySet<Session>, queues: Queues, addresses: Addresses) {
  let subscriptions = 0;
  let backlogBytes = 0;
  for (const session of sessions) {
    subscriptions += session.subscriptions.size;
    backlogBytes += session.wire.backlog();
  }
  return {
    sessions: sessions.size,
    players: queues.players,
    subscriptions,
    backlogBytes,
    // Including those that have ended but are not closed yet; the addresses are those kept in memory for them.
    sockets: addresses.sockets,
    addresses: addresses.size,
  };
}
