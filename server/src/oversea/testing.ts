// A small platform for tests of overseas futures: a real database, desk and HTTP server, two contracts whose ticks the
// test publishes, and a clock that stands still until the test moves it.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import type {
  InstrumentMode,
  OrderGuardPush,
  OverseaCross,
  OverseaOptionClose,
} from '@maru/contract/realtime';
import { amount, price, qty } from '@maru/engine/amount';
import { describeBook } from '@maru/engine/describe';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import { isOpen } from '@maru/engine/market/trading-hours';
import type { AnyCommand } from '@maru/engine/products';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { TestDatabase } from '../db/testing.ts';
import type { RunningDesk } from '../desk/create-desk.ts';
import { balancesOf, everybody, insertTestSite, openTestDesk, untilWritten } from '../desk/testing.ts';
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
import { createMarket } from '../market/market.ts';
import { hangSeng, silentLog, tickOf } from '../market/testing.ts';
import { loadRecordEnd } from '../market/tick-store.ts';
import type { EvidenceSource } from '../product/evidence.ts';
import type { ExposureView } from '../product/exposure.ts';
import { createEventPushes, type PlayerPush } from '../push/event-pushes.ts';
import { missedPushes } from '../push/missed-pushes.ts';
import { changeRoutes } from '../staff/changes.ts';
import { createStaffRequests } from '../staff/requests.ts';
import type { OverseaSite } from './deps.ts';
import { overseaEvidence } from './evidence.ts';
import { openOversea } from './open-oversea.ts';
import { overseaPushes } from './pushes.ts';

/** Noon of a Thursday in Seoul: Nasdaq trades until seven the next morning, Hang Seng until half past five. */
export const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
/** T of Nasdaq's Thursday. */
export const END = millis(Date.parse('2026-11-13T07:00:00+09:00'));
export const HSI_END = millis(Date.parse('2026-11-12T17:30:00+09:00'));
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

/** New players get numbers from here on. */
const FIRST_NEWCOMER = 100;

/** The contract's modules whose calls are served. */
type Modules = typeof import('@maru/contract/oversea/calls') &
  typeof import('@maru/contract/oversea/guard') &
  typeof import('@maru/contract/oversea/instruments') &
  typeof import('@maru/contract/oversea/office') &
  typeof import('@maru/contract/oversea/receipt') &
  typeof import('@maru/contract/staff/calls') &
  typeof import('@maru/contract/binary/calls');

export interface World extends Asks<Modules> {
  readonly folder: string;
  readonly evidence: readonly EvidenceSource[];
  readonly exposure: ExposureView;
  /** What was pushed to players and published, oldest first. */
  readonly pushes: readonly PlayerPush[];
  readonly published: readonly OverseaOptionClose[];
  readonly modes: readonly InstrumentMode[];
  readonly crosses: readonly (OverseaCross & { readonly player: PlayerId })[];
  readonly guards: readonly (OrderGuardPush & { readonly player: PlayerId })[];
  /** A new account, so that tests may share a platform. */
  newcomer(): Promise<Person>;
  now(): Millis;
  /** Only forward. No loop runs by itself. */
  moveTo(at: number): void;
  /** Publishes a tick of Nasdaq, or of the given contract, now. Every command that it causes has been answered. */
  publishPrice(
    last: string,
    more?: { readonly stock?: string; readonly bid?: string; readonly ask?: string },
  ): Promise<void>;
  /** One run of the session loop: everything that is due is done. */
  runOnce(): Promise<void>;
  /** One run of the loop that pushes accounts. */
  pace(): Promise<void>;
  /** Writes the tick record as its own loop does. */
  flush(): Promise<void>;
  balances(by?: Person): ReturnType<typeof balancesOf>;
  book(): Promise<string>;
  /** How many batches the desk has made durable. */
  batches(): number;
  caughtUp(): Promise<void>;
  /** The owner's pushes on the queue of overseas futures, rebuilt from the tables. */
  missed(): ReturnType<typeof missedPushes>;
  /** For commands that no call sends. */
  submit(command: AnyCommand): ReturnType<RunningDesk['submit']>;
  /** As if the process had been killed. */
  kill(): Promise<void>;
}

/** Calls of other products at the same desk. */
export type Beside = (parts: {
  readonly database: Database;
  readonly desk: RunningDesk;
  readonly time: { clock(): Millis; wait(): Promise<void> };
}) => Promise<readonly Route[]>;

export async function openWorld(
  store: TestDatabase,
  from: { readonly folder?: string; readonly at?: number; readonly beside?: Beside } = {},
): Promise<World> {
  const { database } = store;
  await insertTestSite(store);
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
  const modes: InstrumentMode[] = [];
  const crosses: (OverseaCross & { readonly player: PlayerId })[] = [];
  const guards: (OrderGuardPush & { readonly player: PlayerId })[] = [];
  const listeners = new Set<(tick: Tick) => void>();
  const latest = new Map<string, Tick>();
  const startedAt = now;
  let seq: number = now;
  /** The test itself runs the loops. */
  const wait = () => new Promise<void>(() => undefined);
  const time = { clock, wait };
  let oversea: Awaited<ReturnType<typeof openOversea>> | undefined;
  const eventPushes = createEventPushes([{ pushesOf: overseaPushes }], instruments);
  const { desk, shadow } = await openTestDesk(store, folder, {
    onDurable: (events) => {
      for (const event of events) {
        pushes.push(...eventPushes.ofAll(event));
        oversea?.onEvent(event);
      }
    },
    clock,
  });
  const people: Person[] = [];
  async function join(who: Person): Promise<Person> {
    await desk.submit({ kind: 'OPEN_ACCOUNT', site: SITE, player: who.id, role: who.role, wallets: WALLETS });
    people.push(who);
    return who;
  }
  for (const each of PEOPLE) await join(each);
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
    prices: { ...prices, index: () => undefined },
    fundingOf: () => undefined,
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
    onCalendarChange: () => () => undefined,
    publish: (_site, push) =>
      push.type === 'OVERSEA_OPTION_MODE' ? modes.push(push.data) : published.push(push.data),
    pushCross: (player, { data }) => crosses.push({ player, ...data }),
    pushGuard: (player, { data }) => guards.push({ player, ...data }),
    connected: () => people.map(({ id }) => id),
    time,
    log: silentLog,
    requests,
  });
  const opened = oversea;
  await opened.load();
  await opened.start();
  const http = await openTestHttp({
    routes: [
      ...market.routes,
      ...opened.routes,
      ...requests.routes,
      ...changeRoutes(database),
      ...((await from.beside?.({ database, desk, time })) ?? []),
    ],
    clock,
  });

  return {
    folder,
    evidence: overseaEvidence(opened.routes),
    exposure: opened.exposure,
    pushes,
    published,
    modes,
    crosses,
    guards,
    newcomer: () => join(person(FIRST_NEWCOMER + people.length, 'PLAYER')),
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
    ...asksOf(http, opened.watch.settled),
    balances: ({ id } = OWNER) => balancesOf(desk, id),
    book: async () => (await desk.inspect(describeBook, everybody(desk)))?.seen ?? 'the desk is away',
    batches: () => desk.stats().batches,
    submit: (command) => desk.submit(command),
    caughtUp: () => untilWritten({ desk, shadow }),
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
