// The marks of coins, from the source to the record.
import { type Price, price, rate } from '@maru/engine/amount';
import { type MarkState, markTick, withoutLate } from '@maru/engine/market/mark-price';
import type { RawTick, Tick } from '@maru/engine/market/tick';
import { MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBus } from '../bus/bus.ts';
import { testDatabases } from '../db/testing.ts';
import { silentLog } from '../market/testing.ts';
import { createTickRecorder } from '../market/tick-recorder.ts';
import { loadRecordEnd, loadTicks, type RecordEnd } from '../market/tick-store.ts';
import { createFeed, type Feed } from './feed.ts';
import { instruments } from './instruments.ts';
import { createManualTime, type ManualTime } from './manual-time.ts';
import { createSimulatedStocks } from './simulated-stock.ts';
import { lateTicks, liveTicks } from './subjects.ts';

const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
const listed = instruments.filter(({ code }) => code === 'BTCUSDT' || code === 'NQ');
const bitcoin = listed.find(({ code }) => code === 'BTCUSDT')!;

interface World {
  readonly feed: Feed;
  readonly time: ManualTime;
  readonly live: readonly Tick[];
  readonly late: readonly Tick[];
  say(...ticks: RawTick[]): void;
}

async function begin(
  at: Millis,
  record?: Pick<RecordEnd, 'lastTicks' | 'recentTicks'>,
  onTick: (tick: Tick) => void = () => undefined,
): Promise<World> {
  const time = createManualTime(at);
  const bus = createBus((fault) => {
    throw fault;
  });
  let emit: (ticks: readonly RawTick[]) => void = () => undefined;
  const live: Tick[] = [];
  const late: Tick[] = [];
  for (const [subject, heard] of [
    [liveTicks, live],
    [lateTicks, late],
  ] as const) {
    bus.subscribe(subject, (tick) => {
      heard.push(tick);
      onTick(tick);
    });
  }
  const source = {
    name: 'spoken',
    start: async (onTicks: typeof emit) => {
      emit = onTicks;
    },
    stop: async () => {},
  };
  const feed = createFeed({ source, instruments: listed, bus, time, ...record });
  await feed.start();
  return { feed, time, live, late, say: (...ticks) => emit(ticks) };
}

let world: World;
beforeEach(async () => {
  world = await begin(START);
});
afterEach(() => world.feed.stop());

let seq = 0;
const tick = (last: string, more: Partial<RawTick> = {}): RawTick => ({
  stock: 'BTCUSDT',
  last: price(last),
  ts: world.time.clock(),
  recvTs: world.time.clock(),
  seq: ++seq,
  ...more,
});

async function calm(seconds: number, last = '1000', more: Partial<RawTick> = {}): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    world.say(tick(last, more));
    await world.time.pass(1_000);
  }
}

test('a stray tick of the contract moves last and not the mark', async () => {
  await calm(60);
  world.say(tick('1090'));
  expect(world.feed.latest('BTCUSDT')).toMatchObject({ last: price('1090'), mark: price('1000') });
  expect(world.feed.mark('BTCUSDT', world.time.clock())).toBe(price('1000'));
});

test.each(['mark', 'sourceIndex'] as const)(
  'a stray %s of the source does not move the mark',
  async (which) => {
    await calm(60, '1000', { [which]: price('1000') });
    world.say(tick('1000', { [which]: price('1090') }));
    await world.time.pass(2_900);
    world.say(tick('1000', { [which]: price('1000') }));
    expect(world.live.every(({ mark }) => mark === price('1000'))).toBe(true);
  },
);

test('the index is that of the source, or its mark where it sends no index', async () => {
  await calm(20, '1000', { mark: price('1001') });
  expect(world.feed.index('BTCUSDT')).toBe(price('1001'));
  await calm(20, '1000', { mark: price('1001'), sourceIndex: price('1002') });
  expect(world.feed.index('BTCUSDT')).toBe(price('1002'));
  expect(world.feed.index('NQ')).toBeUndefined();
});

test('the mark of what is no coin is the one that the source sends', async () => {
  world.say(tick('25000', { stock: 'NQ', mark: price('25010'), sourceIndex: price('25020') }));
  expect(world.feed.latest('NQ')).toMatchObject({ mark: price('25010'), sourceIndex: undefined });
});

test('the mark has the funding that is left in it', async () => {
  const carry = { rate: rate('0.004'), leftMs: 1, intervalMs: 2 };
  const time = createManualTime(START);
  const bus = createBus(() => undefined);
  let emit: (ticks: readonly RawTick[]) => void = () => undefined;
  const source = {
    name: 'spoken',
    start: async (onTicks: typeof emit) => {
      emit = onTicks;
    },
    stop: async () => {},
  };
  const feed = createFeed({ source, instruments: listed, bus, time, carryAt: () => carry });
  await feed.start();
  emit([{ ...tick('1010'), bid: price('1008'), ask: price('1012'), mark: price('1000') }]);
  // The index with its funding is 1,002, the premium is capped at 0.5 %.
  expect(feed.latest('BTCUSDT')?.mark).toBe(price('1005'));
  emit([{ ...tick('1001'), seq: ++seq, bid: price('1001'), ask: price('1001'), mark: price('1000') }]);
  expect(feed.latest('BTCUSDT')?.mark).toBe(price('1002'));
});

test('a late tick has the mark of its arrival and no part in it', async () => {
  await calm(30);
  world.say(tick('1050', { ts: millis(world.time.clock() - 1_500) }));
  expect(world.late).toMatchObject([{ last: price('1050'), mark: price('1000') }]);
  await calm(3);
  expect(world.live.every(({ mark }) => mark === price('1000'))).toBe(true);
});

test('a jump that was confirmed gives both of its ticks a mark', async () => {
  await calm(60);
  world.say(tick('1200'));
  expect(world.feed.latest('BTCUSDT')?.last).toBe(price('1000'));
  await world.time.pass(500);
  world.say(tick('1201'));
  expect(world.live.slice(-2).map(({ last, mark }) => [last, mark])).toEqual([
    [price('1200'), price('1000')],
    [price('1201'), price('1000.2')],
  ]);
});

/** What a simulated minute has, with a tick that comes late and one that is stray. */
function simulated(from: Millis, minutes: number): readonly RawTick[] {
  const stock = createSimulatedStocks('marks', listed).get('BTCUSDT')!;
  const ticks = stock
    .ticks({ from, to: millis(from + minutes * MINUTE_MS) })
    .map((each): RawTick => ({ stock: 'BTCUSDT', ...each, recvTs: millis(each.ts + 20) }));
  return ticks.map((each, place) => {
    if (place % 97 === 50) return { ...each, ts: millis(each.ts! - 1_800), seq: 1 };
    if (place % 97 !== 80) return each;
    const off = ((each.last * 105n) / 100n) as Price;
    return { ...each, last: off, bid: off, ask: off, mark: off };
  });
}

const recentOf = (ticks: readonly Tick[]) => ({ lastTicks: ticks.slice(-1), recentTicks: ticks });

test('after a short restart the marks are those that would have been without it', async () => {
  const ticks = simulated(START, 2);
  const cut = ticks.findIndex(({ ts }) => ts! > START + 90_000);
  for (const each of ticks) world.say(each);
  const restarted = await begin(ticks[cut]!.recvTs, recentOf(world.live.slice(0, cut)));
  for (const each of ticks.slice(cut)) restarted.say(each);
  expect(restarted.live).not.toEqual([]);
  expect(restarted.live).toEqual(world.live.slice(-restarted.live.length));
});

test('after a long stop the first tick has the recorded mark and the second a new one', async () => {
  await calm(60);
  const stopped = world.live;
  world = await begin(millis(START + 3_600_000), recentOf(stopped));
  expect(world.feed.latest('BTCUSDT')?.mark).toBe(price('1000'));
  world.say(tick('1050'));
  await world.time.pass(250);
  world.say(tick('1051'));
  // The middle of before, first and second.
  expect(world.live.map(({ mark }) => mark)).toEqual(['1000', '1050'].map(price));
});

describe.each(testDatabases)('on $name', ({ open }) => {
  test('every mark can be computed again from the recorded ticks', async () => {
    const { database, drop } = await open();
    try {
      const ticks = simulated(START, 3);
      const recorder = createTickRecorder({
        database,
        instruments: listed,
        time: { clock: () => START, wait: () => new Promise(() => undefined) },
        log: silentLog,
        retention: { ticksMs: MINUTE_MS, minuteCandlesMs: MINUTE_MS },
      });
      recorder.start(await database.transaction(loadRecordEnd));
      const recorded = await begin(START, undefined, recorder.record);
      for (const each of ticks) recorded.say(each);
      await recorder.flush();
      const window = { from: START, to: millis(START + 3 * MINUTE_MS) };
      const stored = await database.transaction((tx) => loadTicks(tx, 'BTCUSDT', window));
      expect(stored.length).toBe(recorded.live.length + recorded.late.length);
      expect(recorded.late.length).toBeGreaterThan(2);
      let state: MarkState | undefined;
      const again = withoutLate(stored).map((each) => {
        state = markTick(state, each, bitcoin);
        return [each.ts, state.mark];
      });
      expect(again).toEqual(recorded.live.map(({ ts, mark }) => [ts, mark]));
      const marks = recorded.live.map(({ mark }) => Number(mark));
      expect(Math.max(...marks) / Math.min(...marks)).toBeLessThan(1.01);
      expect(recorded.live.some(({ last, mark }) => Number(last) / Number(mark) > 1.04)).toBe(true);
      const { recentTicks, lastTicks } = await database.transaction(loadRecordEnd);
      expect(recentTicks.at(-1)).toEqual(lastTicks[0]);
    } finally {
      await drop();
    }
  });
});
