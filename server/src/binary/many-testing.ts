// Many players at one desk, for tests of rounds that everybody bets on. The clock is the test's own.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount, ZERO } from '@maru/engine/amount';
import type { Tick } from '@maru/engine/market/tick';
import type { AnyEvent } from '@maru/engine/products';
import { playerId, siteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { TestDatabase } from '../db/testing.ts';
import type { RunningDesk } from '../desk/create-desk.ts';
import { openTestDesk } from '../desk/testing.ts';
import { bitcoin, listedWithoutPrices, silentLog, tickOf } from '../market/testing.ts';
import type { BinarySite } from './deps.ts';
import { type Binary, openBinary } from './open-binary.ts';

export const SITE = siteId(1);
export const STAKE = '5000';
export const TICKETS = 10;
const CREDIT = '10000000';

const site: BinarySite = {
  id: SITE,
  moneyMode: 'PRACTICE',
  binaryCurrency: 'KRW',
  features: { binary: true, powerBall: true },
  wallets: [{ type: 'BINARY', currency: 'KRW', places: 0 }],
};

export interface Crowd {
  readonly desk: RunningDesk;
  readonly binary: Binary;
  /** Every event that became durable, in order. */
  readonly events: readonly AnyEvent[];
  publishPrice(price: string, at: Millis): void;
  close(): Promise<void>;
}

export async function openCrowd(store: TestDatabase, players: number, clock: () => Millis): Promise<Crowd> {
  const folder = await mkdtemp(join(tmpdir(), 'maru-crowd-'));
  const events: AnyEvent[] = [];
  const { desk } = await openTestDesk(store, folder, {
    onDurable: (durable) => events.push(...durable),
    clock,
    // A machine that runs many tests at once is slow, and these tests may wait.
    limits: { patienceMs: 120_000 },
  });
  const opened = Array.from({ length: players }, (_, index) =>
    desk.submit({
      kind: 'OPEN_ACCOUNT',
      site: SITE,
      player: playerId(index + 1),
      role: 'PLAYER',
      wallets: [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount(CREDIT) }],
    }),
  );
  await Promise.all(opened);
  const listeners = new Set<(tick: Tick) => void>();
  let latest: Tick | undefined;
  const binary = await openBinary({
    shard: 0,
    database: store.database,
    desk,
    instruments: [bitcoin],
    listed: listedWithoutPrices,
    sites: { all: () => [site], byId: (id) => (id === SITE ? site : undefined) },
    prices: { latest: () => latest, condition: () => 'OPEN', stampsTicks: () => true },
    record: { open: () => [] },
    onTick: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    recordedUntil: undefined,
    ball: { oddsOf: () => new Map() },
    reservedFor: () => ZERO,
    publish: () => undefined,
    // The test itself runs the loop of rounds.
    time: { clock, wait: () => new Promise<void>(() => undefined) },
    log: silentLog,
  });
  let seq = 0;
  return {
    desk,
    binary,
    events,
    publishPrice(price, at) {
      seq += 1;
      latest = tickOf(price, at, { seq, recvTs: at });
      for (const listen of listeners) listen(latest);
    },
    async close() {
      await binary.stop();
      await desk.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
