// A small platform for tests of coin futures: a real database, desk and HTTP server, three contracts whose ticks the test
// publishes, and a clock that stands still until the test moves it.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import type { FuturesCross, LiquidPrice, TopicPushes } from '@maru/contract/realtime';
import { amount, toDecimal } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import { describeBook } from '@maru/engine/describe';
import type { Quote } from '@maru/engine/futures/terms';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { type PlayerId, playerPurse, type SiteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { TestDatabase } from '../db/testing.ts';
import type { RunningDesk } from '../desk/create-desk.ts';
import { everybody, forgetWorld, insertTestSite, openTestDesk, untilWritten } from '../desk/testing.ts';
import type { Route } from '../http/serve.ts';
import {
  type Asks,
  asksOf,
  OWNER,
  openTestHttp,
  PEOPLE,
  type Person,
  person,
  SITE,
} from '../http/testing.ts';
import { silentLog } from '../market/testing.ts';
import type { EvidenceSource } from '../product/evidence.ts';
import { createEventPushes, type PlayerPush } from '../push/event-pushes.ts';
import { missedPushes } from '../push/missed-pushes.ts';
import { createStaffRequests } from '../staff/requests.ts';
import { futuresEvidence } from './evidence.ts';
import {
  BTC,
  testInstruments as instruments,
  openTestMarket,
  type PriceOf,
  START,
} from './market-testing.ts';
import { openFutures } from './open-futures.ts';
import { futuresPushes } from './pushes.ts';
import { usableQuote } from './quotes.ts';
import type { FuturesSite } from './terms.ts';

const WALLETS = [
  { type: 'BINARY', currency: 'KRW', places: 0, credit: amount('10000000') },
  { type: 'FUTURES', currency: 'USDT', places: 8, credit: amount('10000') },
  { type: 'BTC', currency: 'BTC', places: 8, credit: amount('1') },
];
const site: FuturesSite = { id: SITE, features: { futures: true }, wallets: WALLETS };

/** New players get numbers from here on. */
const FIRST_NEWCOMER = 100;

/** The contract's modules whose calls are served. */
type Modules = typeof import('@maru/contract/futures/calls') &
  typeof import('@maru/contract/futures/funding-receipt') &
  typeof import('@maru/contract/futures/history') &
  typeof import('@maru/contract/futures/office') &
  typeof import('@maru/contract/futures/receipt') &
  typeof import('@maru/contract/market') &
  typeof import('@maru/contract/staff/calls');

type Opened = Awaited<ReturnType<typeof openFutures>>;

export interface World extends Asks<Modules> {
  readonly folder: string;
  /** What was pushed to players, oldest first. */
  readonly pushes: readonly PlayerPush[];
  readonly crosses: readonly (FuturesCross & { readonly player: PlayerId })[];
  readonly liquids: readonly (LiquidPrice & { readonly player: PlayerId })[];
  /** To everybody, oldest first. */
  readonly published: readonly TopicPushes['futures'][];
  /** A new account, so that tests may share a platform. */
  newcomer(): Promise<Person>;
  now(): Millis;
  /** Only forward. No loop runs by itself. */
  moveTo(at: number): void;
  /** Publishes a tick of bitcoin, or of the given contract, now. Every command that it causes has been answered. */
  publishPrice(last: string, more?: PriceOf): Promise<void>;
  /** What funding costs from now on; undefined: nothing is known of the interval. */
  fundAt(rate: string | undefined): void;
  /** One run of the loop that pays funding, and of the one that cancels orders of the disconnected. */
  runOnce(): Promise<void>;
  /** One run of the loop that pushes accounts. */
  pace(): Promise<void>;
  /** Writes the tick record as its own loop does. */
  flush(): Promise<void>;
  /** Everybody is connected until they are not. */
  disconnect(who: Person): void;
  connect(who: Person): void;
  money(by?: Person, wallet?: string): Promise<Readonly<Record<'free' | 'posMargin', string>>>;
  reservedFor(by: Person, wallet: string): string;
  book(): Promise<string>;
  /** The tables have everything, also what is of no player. */
  caughtUp(): Promise<void>;
  /** The owner's pushes on the queue of coin futures, rebuilt from the tables. */
  missed(): ReturnType<typeof missedPushes>;
  /** For commands that no call sends. */
  submit(command: AnyCommand): ReturnType<RunningDesk['submit']>;
  /** What the book holds, of everybody. */
  look<Seen>(compute: (book: Book) => Seen): Promise<Seen>;
  /** The newest price of bitcoin, or of this contract. */
  quote(stock?: string): Quote | undefined;
  readonly futures: Opened;
  readonly evidence: readonly EvidenceSource[];
  /** As if the process had been killed. */
  kill(): Promise<void>;
}

/** Calls of a product that stands on this one, served by the same platform. */
export type MoreRoutes = (parts: {
  readonly database: TestDatabase['database'];
  readonly desk: RunningDesk;
  readonly sites: { byId(id: SiteId): FuturesSite | undefined };
  readonly ground: Opened['ground'];
  /** Receives every durable event from now on, after coin futures. */
  readonly follow: (listen: (event: AnyEvent) => void) => void;
}) => readonly Route[];

export async function openWorld(
  store: TestDatabase,
  from: { readonly folder?: string; readonly at?: number; readonly away?: readonly Person[] } = {},
  more: MoreRoutes = () => [],
): Promise<World> {
  const { database } = store;
  await insertTestSite(store);
  const folder = from.folder ?? (await mkdtemp(pathOf(tmpdir(), 'maru-futures-')));
  let now = millis(from.at ?? START);
  const clock = (): Millis => now;
  const pushes: PlayerPush[] = [];
  const crosses: (FuturesCross & { readonly player: PlayerId })[] = [];
  const liquids: (LiquidPrice & { readonly player: PlayerId })[] = [];
  const published: TopicPushes['futures'][] = [];
  /** The test itself runs the loops. */
  const time = { clock, wait: () => new Promise<void>(() => undefined) };
  let futures: Opened | undefined;
  const listeners: ((event: AnyEvent) => void)[] = [];
  const eventPushes = createEventPushes([{ pushesOf: futuresPushes }], instruments);
  const { desk, shadow } = await openTestDesk(store, folder, {
    onDurable: (events) => {
      for (const event of events) {
        pushes.push(...eventPushes.ofAll(event));
        futures?.onEvent(event);
        for (const listen of listeners) listen(event);
      }
    },
    clock,
  });
  const people: Person[] = [];
  const away = new Set<PlayerId>((from.away ?? []).map(({ id }) => id));
  const presence = new Set<(player: PlayerId, isConnected: boolean) => void>();
  async function join(who: Person): Promise<Person> {
    await desk.submit({ kind: 'OPEN_ACCOUNT', site: SITE, player: who.id, role: who.role, wallets: WALLETS });
    people.push(who);
    return who;
  }
  for (const each of PEOPLE) await join(each);

  const testMarket = await openTestMarket(database, clock);
  const { market, onLiveTick, prices, funding } = testMarket;
  const requests = createStaffRequests(database);
  const sites = { all: () => [site], byId: (id: SiteId) => (id === SITE ? site : undefined) };
  const opened = await openFutures({
    database,
    desk,
    instruments,
    listed: market.listed,
    recorder: market.recorder,
    lastTicks: testMarket.lastTicks,
    sites,
    prices,
    funding,
    onLiveTick,
    publish: (_site, push) => published.push(push),
    pushCross: (player, { data }) => crosses.push({ player, ...data }),
    pushLiquidPrices: (player, { data }) =>
      liquids.push(...(data.liquidPrices ?? []).map((each) => ({ player, ...each }))),
    connected: () => people.map(({ id }) => id).filter((id) => !away.has(id)),
    isConnected: (player) => !away.has(player),
    onPresence(listen) {
      presence.add(listen);
      return () => void presence.delete(listen);
    },
    time,
    log: silentLog,
    requests,
  });
  futures = opened;
  await opened.load();
  await opened.start();
  const caughtUp = () => untilWritten({ desk, shadow });
  await caughtUp();
  const further = more({
    ...{ database, desk, sites, ground: opened.ground },
    follow: (listen) => void listeners.push(listen),
  });
  const http = await openTestHttp({
    routes: [...market.routes, ...opened.routes, ...requests.routes, ...further],
    clock,
  });

  return {
    folder,
    pushes,
    crosses,
    liquids,
    published,
    futures: opened,
    evidence: futuresEvidence({ desk, database }, opened.routes),
    async newcomer() {
      const who = await join(person(FIRST_NEWCOMER + people.length, 'PLAYER'));
      await caughtUp();
      return who;
    },
    now: clock,
    moveTo(at) {
      now = millis(at);
    },
    async publishPrice(last, more) {
      testMarket.publish(last, more);
      await opened.watch.settled();
    },
    fundAt: testMarket.fundAt,
    async runOnce() {
      await opened.fundings.runOnce();
      await opened.disconnects.runOnce();
      await opened.watch.settled();
    },
    pace: () => opened.cross.runOnce(),
    flush: () => market.recorder.flush(),
    disconnect({ id }) {
      away.add(id);
      for (const listen of presence) listen(id, false);
    },
    connect({ id }) {
      away.delete(id);
      for (const listen of presence) listen(id, true);
    },
    ...asksOf(http, opened.watch.settled),
    async money({ id } = OWNER, wallet = 'FUTURES') {
      const read = await desk.inspect(
        ({ purses }) => {
          const of = (kind: 'free' | 'posMargin') =>
            toDecimal(purses.get(playerPurse(id, wallet, kind))?.balance ?? 0n);
          return { free: of('free'), posMargin: of('posMargin') };
        },
        [id],
      );
      return read?.seen ?? { free: '', posMargin: '' };
    },
    reservedFor: ({ id }, wallet) => toDecimal(opened.reservedFor(id, wallet, now)),
    book: async () => (await desk.inspect(describeBook, everybody(desk)))?.seen ?? 'the desk is away',
    submit: (command) => desk.submit(command),
    look: (compute) => lookInto(desk, compute),
    quote: (stock = 'BTCUSDT') => usableQuote(prices, stock, now),
    caughtUp,
    missed: () =>
      missedPushes({ database, desk, pushes: eventPushes }, { player: OWNER.id, queue: 'futures', since: 0 }),
    async kill() {
      await http.close();
      await opened.stop();
      await market.stop();
      await desk.stop();
    },
  };
}

async function lookInto<Seen>(desk: RunningDesk, compute: (book: Book) => Seen): Promise<Seen> {
  const read = await desk.inspect(compute, everybody(desk));
  if (read === undefined) throw new Error('the desk is away');
  return read.seen;
}

/** The hooks that a test file runs before and after all of its tests, and before and after each. */
interface Hooks {
  readonly beforeAll: (work: () => Promise<void>) => void;
  readonly beforeEach: (work: () => Promise<void>) => void;
  readonly afterEach: (work: () => Promise<void>) => void;
  readonly afterAll: (work: () => Promise<void>) => void;
}

export const ORDER = '/api/futures/order';
export const HISTORY = '/api/futures/history';

/** One database for a file, a new platform with a price for each test, and the requests of players. */
export function worldForEachTest(open: () => Promise<TestDatabase>, hooks: Hooks) {
  let store: TestDatabase;
  let world: World;

  hooks.beforeAll(async () => {
    store = await open();
  });
  hooks.beforeEach(async () => {
    world = await openWorld(store);
    await world.publishPrice('50000');
  });
  hooks.afterEach(async () => {
    await world.kill();
    await forgetWorld(world, store);
  });
  hooks.afterAll(() => store.drop());

  /** Opens a platform after the last one was killed. */
  async function begin(from: Parameters<typeof openWorld>[1]): Promise<void> {
    world = await openWorld(store, from);
  }

  return {
    begin,
    get store() {
      return store;
    },
    get world() {
      return world;
    },
    /** Kills the process and starts another one on the same tables and journal. */
    async restart(at: number, away: readonly Person[] = []): Promise<void> {
      await world.kill();
      await begin({ folder: world.folder, at, away });
    },
    order: (body: Record<string, unknown> = {}, by: Person = OWNER, key?: string) =>
      world.post(
        ORDER,
        { futuresOptionId: BTC, tradeType: 'LONG', marketType: 'MARKET', qty: '0.1', ...body },
        by,
        key,
      ),
    positions: async (by: Person = OWNER) => (await world.get(`${HISTORY}/open_position`, by)).body,
    orders: async (by: Person = OWNER) => (await world.get(`${HISTORY}/open_order`, by)).body,
    fills: async (by: Person = OWNER) => (await world.get(`${HISTORY}/list`, by)).body.content,
  };
}
