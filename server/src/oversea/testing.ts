// A small world for tests of overseas futures: a real database, desk and HTTP server, two contracts whose ticks the test
// says, and a clock that stands until it is moved.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import type { OrderGuardPush, OverseaCross, OverseaOptionClose } from '@maru/contract/realtime';
import { amount, price, qty } from '@maru/engine/amount';
import type { Role } from '@maru/engine/book';
import { describeBook } from '@maru/engine/describe';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import { isOpen } from '@maru/engine/market/trading-hours';
import type { AnyCommand } from '@maru/engine/products';
import { type PlayerId, playerId, type SiteId, siteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { emptyDatabase, type TestDatabase } from '../db/testing.ts';
import type { RunningDesk } from '../desk/create-desk.ts';
import { openDesk } from '../desk/open-desk.ts';
import { everybody } from '../desk/testing.ts';
import { createHttp } from '../http/http.ts';
import type { Route } from '../http/serve.ts';
import { createMarket } from '../market/market.ts';
import { hangSeng, silentLog, tickOf } from '../market/testing.ts';
import { loadRecordEnd } from '../market/tick-store.ts';
import { createEventPushes, type PlayerPush } from '../push/event-pushes.ts';
import { missedPushes } from '../push/missed-pushes.ts';
import { shadowParts } from '../shadow-products.ts';
import { changeRoutes } from '../staff/changes.ts';
import { createStaffRequests } from '../staff/requests.ts';
import type { OverseaSite } from './deps.ts';
import { openOversea } from './open-oversea.ts';
import { overseaPushes } from './pushes.ts';

/** Noon of a Thursday in Seoul: Nasdaq trades until seven the next morning, Hang Seng until half past five. */
export const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
/** T of Nasdaq's Thursday. */
export const END = millis(Date.parse('2026-11-13T07:00:00+09:00'));
export const HSI_END = millis(Date.parse('2026-11-12T17:30:00+09:00'));
export const SITE = siteId(1);
export const NQ = 303;
export const HSI = 301;

/** From eight in the morning until seven the next day, Monday to Friday, without daylight saving. */
const nightly = [{ opensMinute: 480, closesMinute: 1_860 }];
const nasdaq: Instrument = {
  ...hangSeng,
  id: NQ,
  code: 'NQ',
  koName: 'E-미니 나스닥',
  enName: 'E-mini Nasdaq-100',
  currency: 'USD',
  precision: 2,
  tickSize: price('0.25'),
  multiplier: qty('20'),
  hours: { ...hangSeng.hours, week: [[], nightly, nightly, nightly, nightly, nightly, []] },
};
const instruments = [nasdaq, hangSeng];

const WALLETS = [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('10000000') }];

export interface Person {
  readonly id: PlayerId;
  readonly role: Role;
}
const person = (id: number, role: Role): Person => ({ id: playerId(id), role });
export const OWNER = person(1, 'PLAYER');
export const STRANGER = person(2, 'PLAYER');
export const PARTNER = person(3, 'PARTNER');
export const STAFF = person(4, 'STAFF');
export const COLLEAGUE = person(5, 'STAFF');
/** Newcomers get numbers from here on. */
const FIRST_NEWCOMER = 100;

export interface HttpReply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back.
  readonly body: any;
}

export interface World {
  readonly folder: string;
  /** What was pushed to players and published, oldest first. */
  readonly pushes: readonly PlayerPush[];
  readonly published: readonly OverseaOptionClose[];
  readonly crosses: readonly (OverseaCross & { readonly player: PlayerId })[];
  readonly guards: readonly (OrderGuardPush & { readonly player: PlayerId })[];
  /** An account of its own, so that tests may share a world. */
  newcomer(): Promise<Person>;
  now(): Millis;
  /** Only forward, as time goes. No loop runs by itself. */
  moveTo(at: number): void;
  /** A tick of Nasdaq, or of the contract named, now. Everything that it causes has been answered. */
  publishPrice(
    last: string,
    more?: { readonly stock?: string; readonly bid?: string; readonly ask?: string },
  ): Promise<void>;
  /** One run of the session loop: everything that is due happens. */
  runOnce(): Promise<void>;
  /** One round of the accounts' pace. */
  pace(): Promise<void>;
  /** Writes the record as its own loop does. */
  flush(): Promise<void>;
  get(path: string, by?: Person): Promise<HttpReply>;
  post(path: string, body: unknown, by?: Person, key?: string): Promise<HttpReply>;
  balances(by?: Person): Promise<Readonly<Record<'free' | 'wait', string>>>;
  book(): Promise<string>;
  /** How many batches the desk has made durable. */
  batches(): number;
  caughtUp(): Promise<void>;
  /** The owner's pushes on the queue of overseas futures, made again from the tables. */
  missed(): ReturnType<typeof missedPushes>;
  /** What no call asks for. */
  submit(command: AnyCommand): ReturnType<RunningDesk['submit']>;
  /** As if the process were gone. */
  kill(): Promise<void>;
}

/** Calls of other products at the same desk. */
export type Beside = (parts: {
  readonly database: Database;
  readonly desk: RunningDesk;
  readonly time: { clock(): Millis; wait(): Promise<void> };
}) => Promise<readonly Route[]>;

export async function openWorld(
  { database, url }: TestDatabase,
  from: { readonly folder?: string; readonly at?: number; readonly beside?: Beside } = {},
): Promise<World> {
  await database.transaction((tx) =>
    tx.query(
      `insert into site (code, name, used_coins, binary_currency, type)
       values ('one', 'One', 'BINARY', 'KRW', '101111')
       on conflict do nothing`,
    ),
  );
  const site: OverseaSite = {
    id: SITE,
    binaryCurrency: 'KRW',
    features: { oversea: true },
    wallets: WALLETS,
  };
  const folder = from.folder ?? (await mkdtemp(pathOf(tmpdir(), 'maru-oversea-')));
  let now = millis(from.at ?? START);
  const clock = (): Millis => now;
  const pushes: PlayerPush[] = [];
  const published: OverseaOptionClose[] = [];
  const crosses: (OverseaCross & { readonly player: PlayerId })[] = [];
  const guards: (OrderGuardPush & { readonly player: PlayerId })[] = [];
  const listeners = new Set<(tick: Tick) => void>();
  const latest = new Map<string, Tick>();
  const startedAt = now;
  let seq: number = now;
  /** Loops run when the test runs them. */
  const wait = () => new Promise<void>(() => undefined);
  const time = { clock, wait };
  let oversea: Awaited<ReturnType<typeof openOversea>> | undefined;
  const eventPushes = createEventPushes([{ pushesOf: overseaPushes }], instruments);
  const { desk } = await openDesk({
    shadowParts,
    database,
    journalAt: url === undefined ? { folder } : { url },
    onDurable: (events) => {
      for (const event of events) {
        pushes.push(...eventPushes.ofAll(event));
        oversea?.onEvent(event);
      }
    },
    onHalt: (fault) => {
      throw fault;
    },
    onTransientError: () => undefined,
    clock,
  });
  const people = new Map<string, Person>();
  async function join({ id, role }: Person): Promise<Person> {
    await desk.submit({ kind: 'OPEN_ACCOUNT', site: SITE, player: id, role, wallets: WALLETS });
    people.set(String(id), { id, role });
    return { id, role };
  }
  for (const each of [OWNER, STRANGER, PARTNER, STAFF, COLLEAGUE]) await join(each);
  const onLiveTick = (listen: (tick: Tick) => void) => {
    listeners.add(listen);
    return () => listeners.delete(listen);
  };
  const instrumentOf = (stock: string) => instruments.find(({ code }) => code === stock);
  const prices = {
    latest: (stock: string) => latest.get(stock),
    condition: (stock: string, at: Millis) => {
      const instrument = instrumentOf(stock);
      if (instrument === undefined || !isOpen(instrument.hours, at)) return 'CLOSED';
      const tick = latest.get(stock);
      if (tick === undefined || tick.ts < startedAt) return 'WAITING';
      return at - tick.ts <= instrument.staleMs ? 'OPEN' : 'STALE';
    },
    usable: (stock: string, at: Millis) =>
      prices.condition(stock, at) === 'OPEN' ? latest.get(stock) : undefined,
  };
  const market = createMarket({
    database,
    instruments,
    prices,
    onLiveTick,
    onLateTick: () => () => undefined,
    publishLatest: () => undefined,
    time,
    log: silentLog,
  });
  await market.start(await database.transaction(loadRecordEnd));
  const requests = createStaffRequests(database);
  oversea = await openOversea({
    database,
    desk,
    instruments,
    listed: market.listed,
    sites: { all: () => [site], byId: (id: SiteId) => (id === SITE ? site : undefined) },
    prices,
    onLiveTick,
    publish: (_site, { data }) => published.push(data),
    pushCross: (player, { data }) => crosses.push({ player, ...data }),
    pushGuard: (player, { data }) => guards.push({ player, ...data }),
    connected: () => [...people.values()].map(({ id }) => id),
    time,
    log: silentLog,
    requests,
  });
  const opened = oversea;
  await opened.load();
  await opened.start();
  const http = await createHttp({
    routes: [
      ...market.routes,
      ...opened.routes,
      ...requests.routes,
      ...changeRoutes(database),
      ...((await from.beside?.({ database, desk, time })) ?? []),
    ],
    authenticate: async (token) => {
      const who = people.get(token);
      return who && { player: who.id, site: SITE, role: who.role, session: 1 };
    },
    siteOf: () => SITE,
    clock,
    log: silentLog,
    paces: 'OFF',
    checkReplies: true,
    health: () => ({ ready: true }),
    metrics: () => '',
  });

  async function ask(
    method: 'GET' | 'POST',
    path: string,
    by?: Person,
    payload?: unknown,
    key?: string,
  ): Promise<HttpReply> {
    const response = await http.inject({
      method,
      url: path,
      headers: {
        ...(by === undefined ? {} : { authorization: `Bearer ${by.id}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    await opened.watch.settled();
    // A list waits for the tables, and on a busy machine it may answer TRY_AGAIN.
    if (method === 'GET' && response.statusCode === 503) return ask(method, path, by);
    return { status: response.statusCode, body: response.json() };
  }

  return {
    folder,
    pushes,
    published,
    crosses,
    guards,
    newcomer: () => join(person(FIRST_NEWCOMER + people.size, 'PLAYER')),
    now: clock,
    moveTo(at) {
      now = millis(at);
    },
    async publishPrice(last, { stock = 'NQ', bid = last, ask: asked = last } = {}) {
      seq += 1;
      const tick = tickOf(last, now, { stock, seq, bid: price(bid), ask: price(asked) });
      latest.set(stock, tick);
      for (const listen of listeners) listen(tick);
      await opened.watch.settled();
    },
    runOnce: () => opened.sessions.runOnce(),
    pace: () => opened.cross.runOnce(),
    flush: () => market.recorder.flush(),
    get: (path, by) => ask('GET', path, by),
    post: (path, body, by, key) => ask('POST', path, by, body, key),
    async balances({ id } = OWNER) {
      const read = await desk.inspect(
        (book) => {
          const of = (kind: string) =>
            String((book.purses.get(`${id}:BINARY:${kind}` as never)?.balance ?? 0n) / 100_000_000n);
          return { free: of('free'), wait: of('wait') };
        },
        [id],
      );
      return read?.seen ?? { free: '', wait: '' };
    },
    book: async () => (await desk.inspect(describeBook, everybody(desk)))?.seen ?? 'the desk is away',
    batches: () => desk.stats().batches,
    submit: (command) => desk.submit(command),
    caughtUp: async () => void (await desk.caughtUp(OWNER.id)),
    missed: () =>
      missedPushes({ database, desk, pushes: eventPushes }, { player: OWNER.id, queue: 'oversea', since: 0 }),
    async kill() {
      await http.close();
      await opened.stop();
      await market.stop();
      await desk.stop();
    },
  };
}

/** Everything that a world wrote, so that the next one begins at the beginning. */
export async function forgetWorld({ folder }: World, store: TestDatabase): Promise<void> {
  await emptyDatabase(store);
  await rm(folder, { recursive: true, force: true });
}
