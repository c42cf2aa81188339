// A leader of the feed and those who follow it, on a network and a clock that the test controls.
import { price } from '@maru/engine/amount';
import type { RawTick, Tick } from '@maru/engine/market/tick';
import { type Millis, millis } from '@maru/engine/time';
import { createBus } from '../bus/bus.ts';
import { createLocalNetwork, type Fate } from '../bus/local-carrier.ts';
import type { Database } from '../db/database.ts';
import { bitcoin, silentLog } from '../market/testing.ts';
import { createTickRecorder } from '../market/tick-recorder.ts';
import { loadRecordEnd } from '../market/tick-store.ts';
import { listUnrecorded } from '../market/unrecorded-ticks.ts';
import { createFeed } from './feed.ts';
import { FIRST_CHAIN } from './feed-message.ts';
import { openFollower } from './follower.ts';
import { createLeadStream } from './lead-stream.ts';
import { createMessageRing } from './message-ring.ts';
import { createOutcomes } from './publish-outcomes.ts';
import { receivedAfter } from './received-after.ts';
import type { Source } from './source.ts';
import { lateTicks, liveTicks } from './subjects.ts';

export const coins = [bitcoin, { ...bitcoin, id: 2, code: 'ETHUSDT' }];
const DAY_MS = 86_400_000;

/** Time that passes only when the test says so; calls of one instant keep their order. */
export function createVirtualTime(start: Millis) {
  let now = start;
  let due: { readonly at: number; readonly call: () => void }[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const after = (ms: number, call: () => void): void => {
    due.push({ at: now + ms, call });
  };
  return {
    clock: () => now,
    after,
    wait: (ms: number) => new Promise<void>((resolve) => after(ms, resolve)),
    async pass(ms: number): Promise<void> {
      const end = millis(now + ms);
      for (;;) {
        await settle();
        const at = due.reduce((least, each) => Math.min(least, each.at), Number.POSITIVE_INFINITY);
        if (at > end) break;
        now = millis(Math.max(now, at));
        const calls = due.filter((each) => each.at === at);
        due = due.filter((each) => each.at !== at);
        for (const { call } of calls) {
          call();
          await settle();
        }
      }
      now = end;
      await settle();
    },
  };
}

export type VirtualTime = ReturnType<typeof createVirtualTime>;

/** The same numbers for the same seed, in [0, 1). */
export function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const keyOf = ({ stock, ts, seq }: Tick): string => `${stock} ${ts} ${seq}`;

export function openNetwork(time: VirtualTime, fate?: Fate) {
  return createLocalNetwork({ after: time.after, ...(fate === undefined ? {} : { fate }) });
}

type Network = ReturnType<typeof openNetwork>;

/** It records when the test says so. */
export async function openLeader(database: Database, network: Network, time: VirtualTime) {
  const bus = createBus((fault) => {
    throw fault;
  });
  let emit: ((ticks: readonly RawTick[]) => void) | undefined;
  const source: Source = {
    name: 'test',
    start: async (listen) => {
      emit = listen;
    },
    stop: async () => undefined,
  };
  const live: Tick[] = [];
  const recorded: Tick[] = [];
  const record = await database.transaction(loadRecordEnd);
  const recorder = createTickRecorder({
    ...{
      database,
      instruments: coins,
      log: silentLog,
      retention: { ticksMs: DAY_MS, minuteCandlesMs: DAY_MS },
    },
    time: { clock: time.clock, wait: () => new Promise<void>(() => undefined) },
    beginWrite: () => stream.beginWrite(),
  });
  recorder.start(record);
  const startedAt = time.clock();
  const carrier = network.join();
  const feed = createFeed({
    source: receivedAfter(source, () => stream.announcedUntil()),
    ...{ instruments: coins, bus, time, ...record },
  });
  const outcomes = createOutcomes({ bus, prices: feed, instruments: coins });
  const stream = createLeadStream({
    ...{ carrier, epoch: 1, base: undefined, chain: FIRST_CHAIN, source: 'test', startedAt, time },
    ring: createMessageRing(),
    ...{ fundedUntil: startedAt, isOurs: () => true, state: outcomes.state },
    recover: (ticks) => listUnrecorded({ database, recorder }, ticks),
    soon: () => Promise.resolve(),
  });
  bus.subscribe(liveTicks, (tick) => {
    live.push(tick);
    recorded.push(tick);
    recorder.record(tick);
  });
  bus.subscribe(lateTicks, (tick) => {
    recorded.push(tick);
    recorder.record(tick);
  });
  outcomes.tell(stream.add);
  stream.add({ kind: 'BEGIN' });
  stream.start();
  await feed.start();
  let seq = 0;
  return {
    feed,
    recorder,
    carrier,
    live,
    recorded,
    stream,
    /** `lateMs` before now by the source's clock; unstamped without one. */
    tick(stock: string, last: string, lateMs: number | undefined) {
      seq += 1;
      const now = time.clock();
      const ts = lateMs === undefined ? undefined : millis(now - lateMs);
      emit?.([{ stock, last: price(last), recvTs: now, seq, ...(ts === undefined ? {} : { ts }) }]);
    },
  };
}

/** `onLive` is called with each live tick as those who act on prices hear it. */
export async function openTestFollower(
  database: Database,
  network: Network,
  { time, onLive = () => undefined }: { readonly time: VirtualTime; readonly onLive?: (tick: Tick) => void },
) {
  const bus = createBus((fault) => {
    throw fault;
  });
  const heard: Tick[] = [];
  const live: Tick[] = [];
  bus.subscribe(liveTicks, (tick) => {
    live.push(tick);
    heard.push(tick);
    onLive(tick);
  });
  bus.subscribe(lateTicks, (tick) => heard.push(tick));
  const carrier = network.join();
  const follower = await openFollower({ carrier, database, instruments: coins, bus, time, log: silentLog });
  follower.start();
  return { ...follower, carrier, heard, live };
}
