// A small platform for tests of rounds: a real database, desk and HTTP server, one coin whose ticks the test publishes,
// and a clock that stands still until the test moves it.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Amount, amount, ZERO } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import type { SiteId, WalletType } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { TestDatabase } from '../db/testing.ts';
import { balancesOf, insertTestSite, openTestDesk } from '../desk/testing.ts';
import { type Asks, asksOf, OWNER, openTestHttp, PEOPLE, SITE } from '../http/testing.ts';
import { type Coverage, recordedUntil } from '../market/record-gaps.ts';
import { bitcoin, listedWithoutPrices, silentLog, tickOf } from '../market/testing.ts';
import { createTickRecorder } from '../market/tick-recorder.ts';
import { loadRecordEnd } from '../market/tick-store.ts';
import type { EvidenceSource } from '../product/evidence.ts';
import { createEventPushes, type PlayerPush } from '../push/event-pushes.ts';
import type { BinarySite, TopicPush } from './deps.ts';
import { betEvidence } from './evidence.ts';
import { openBinary } from './open-binary.ts';
import { binaryPushes } from './pushes.ts';

/** On a whole minute, at noon of a Thursday in Seoul. */
export const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
export const R1 = 102;
export const B1 = 105;

const coin: Instrument = { ...bitcoin, roundTypes: ['R.5', 'R1', 'B1'] };
const WALLETS = [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('10000000') }];
const site: BinarySite = {
  id: SITE,
  moneyMode: 'PRACTICE',
  binaryCurrency: 'KRW',
  features: { binary: true, powerBall: true },
  wallets: WALLETS,
};

/** The contract's modules whose calls are served. */
type Modules = typeof import('@maru/contract/binary/calls') &
  typeof import('@maru/contract/binary/offers') &
  typeof import('@maru/contract/binary/office') &
  typeof import('@maru/contract/binary/receipt');

export interface World extends Asks<Modules> {
  readonly folder: string;
  readonly evidence: readonly EvidenceSource[];
  /** What was pushed to players and published, oldest first. */
  readonly pushes: readonly PlayerPush[];
  readonly published: readonly TopicPush[];
  now(): Millis;
  /** Only forward. No loop runs by itself. */
  moveTo(at: number): void;
  /** Publishes a tick of the coin, now unless `at` is given. */
  publishPrice(price: string, at?: number): void;
  /** Free money of every player that another product needs from now on. */
  reserve(amount: string, wallet?: WalletType): void;
  /** Whether the source stamps its ticks with its own time; true at the beginning. */
  stamp(isSource: boolean): void;
  /** One tick each half second from now until then, all with this price. */
  live(price: string, until: number): void;
  /** Runs everything that is due. */
  runOnce(): Promise<void>;
  /** Writes the letters about voided rounds. */
  tellVoids(): Promise<void>;
  /** Waits for the steps under way; no loop runs afterwards. */
  stopRounds(): Promise<void>;
  /** Writes the tick record as its own loop does. */
  flush(): Promise<void>;
  balances(): ReturnType<typeof balancesOf>;
  /** As if the process had been killed; the tick record is not written any further. */
  kill(): Promise<void>;
}

export async function openWorld(
  store: TestDatabase,
  from: { readonly folder?: string; readonly at?: number; readonly coverage?: Coverage } = {},
): Promise<World> {
  const { database } = store;
  await insertTestSite(store);
  const folder = from.folder ?? (await mkdtemp(join(tmpdir(), 'maru-binary-')));
  let now = millis(from.at ?? START);
  const clock = (): Millis => now;
  const pushes: PlayerPush[] = [];
  const eventPushes = createEventPushes([{ pushesOf: binaryPushes }], [coin]);
  const published: TopicPush[] = [];
  const listeners = new Set<(tick: Tick) => void>();
  let latest: Tick | undefined;
  let isStamping = true;
  const reserved = new Map<WalletType, Amount>();
  let seq: number = now;
  /** The test itself runs the loop of rounds and the recorder. */
  const wait = () => new Promise<void>(() => undefined);
  const { desk } = await openTestDesk(store, folder, {
    onDurable: (events) => pushes.push(...events.flatMap((event) => eventPushes.ofAll(event))),
    clock,
  });
  for (const { id, role } of PEOPLE) {
    await desk.submit({ kind: 'OPEN_ACCOUNT', site: SITE, player: id, role, wallets: WALLETS });
  }
  const record = await database.transaction(loadRecordEnd);
  const time = { clock, wait };
  const retention = { ticksMs: 86_400_000, minuteCandlesMs: 86_400_000 };
  const recorder = createTickRecorder({ database, instruments: [coin], time, log: silentLog, retention });
  recorder.start(record);
  listeners.add(recorder.record);
  const binary = await openBinary({
    shard: 0,
    database,
    desk,
    instruments: [coin],
    listed: listedWithoutPrices,
    sites: { all: () => [site], byId: (id: SiteId) => (id === SITE ? site : undefined) },
    prices: {
      latest: () => latest,
      condition: () => (latest !== undefined && now - latest.ts <= coin.staleMs ? 'OPEN' : 'STALE'),
      stampsTicks: () => isStamping,
    },
    record: recorder,
    onTick: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    recordedUntil: recordedUntil(record.lastTicks),
    coverage: from.coverage,
    ball: { oddsOf: () => new Map() },
    reservedFor: (_player, wallet) => reserved.get(wallet) ?? ZERO,
    publish: (_site, push) => published.push(push),
    time,
    log: silentLog,
  });
  await binary.start();
  const http = await openTestHttp({ routes: binary.routes, clock });

  function publishPrice(price: string, at: number = now): void {
    seq += 1;
    const tick = tickOf(price, at, { seq, recvTs: now });
    if (latest === undefined || tick.ts >= latest.ts) latest = tick;
    for (const listen of listeners) listen(tick);
  }

  return {
    folder,
    evidence: betEvidence(binary.routes),
    pushes,
    published,
    now: clock,
    moveTo(at) {
      now = millis(at);
    },
    publishPrice,
    reserve: (sum, wallet = 'BINARY') => void reserved.set(wallet, amount(sum)),
    stamp(isSource) {
      isStamping = isSource;
    },
    live(price, until) {
      for (let at = now + 500; at <= until; at += 500) {
        now = millis(at);
        publishPrice(price);
      }
    },
    runOnce: () => binary.rounds.runOnce(),
    tellVoids: () => binary.letters.runOnce(),
    stopRounds: () => binary.rounds.stop(),
    flush: () => recorder.flush(),
    ...asksOf(http),
    balances: () => balancesOf(desk, OWNER.id),
    async kill() {
      await http.close();
      await binary.stop();
      await desk.stop();
    },
  };
}
