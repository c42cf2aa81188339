import type { Connection } from '@maru/client/connection';
import { type ManualTimers, manualTimers } from '@maru/client/manual-timers';
import { createStore } from '@maru/client/store';
import { priceOfUnits, toDecimal } from '@maru/engine/amount';
import { candleStart, foldTicks, type Period } from '@maru/engine/market/candle';
import type { Tick } from '@maru/engine/market/tick';
import type { TradingHours } from '@maru/engine/market/trading-hours';
import { MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Bars, Tail } from './bars.ts';
import { type CandleSeries, createCandleSeries, MOST_BARS, type SeriesTick } from './candle-series.ts';

const T0 = Date.UTC(2026, 10, 12, 3, 0, 0);
const hours: TradingHours = { zone: { name: 'none', changes: [] }, week: [], exceptions: new Map() };
const PAGE = 7;

const tickAt = (ts: number, last: number, seq = 0): Tick => {
  const price = priceOfUnits(BigInt(last) * 100_000_000n);
  return {
    stock: 'NQ',
    last: price,
    bid: price,
    ask: price,
    mark: price,
    ts: millis(ts),
    recvTs: millis(ts),
    seq,
  };
};

const pushOf = ({ last, ts }: Tick): SeriesTick => ({ lastPrice: toDecimal(last), time: ts });

/** Lets promises settle. */
async function settlePromises(): Promise<void> {
  for (let index = 0; index < 20; index++) await Promise.resolve();
}

/** A server that has every tick, and a connection that is slow, is cut, and loses pushes. */
function world({ timers = manualTimers(T0), mostTail = 1_500, period = '1m' as Period } = {}) {
  const recorded: Tick[] = [];
  const connection = createStore<Connection>({ kind: 'connected' });
  const line: Tick[] = [];
  const waiting: (() => void)[] = [];
  let onTick: ((tick: SeriesTick) => void) | undefined;

  const all = (): Bars =>
    foldTicks(
      recorded.toSorted((a, b) => a.ts - b.ts || a.seq - b.seq),
      period,
      hours,
    );
  /** The server reads when the request is made; the answer is delayed until the test lets it arrive. */
  function answer<Value>(read: () => Value): Promise<Value> {
    const result = read();
    return new Promise((resolve) => waiting.push(() => resolve(result)));
  }
  const series = createCandleSeries({
    timers,
    connection,
    followTick(listen) {
      onTick = listen;
      return () => {
        onTick = undefined;
      };
    },
    source: {
      page: (end) =>
        answer(() =>
          all()
            .filter(({ start }) => end === undefined || start < end)
            .slice(-PAGE),
        ),
      since: (begin: Millis) =>
        answer((): Tail => {
          const result = all().filter(({ start }) => start >= begin);
          return { bars: result.slice(-mostTail), isWhole: result.length < mostTail };
        }),
      startOf: (at) => candleStart(period, at, hours),
    },
  });

  return {
    series,
    timers,
    recorded,
    all,
    waiting,
    tick(tick: Tick, { isPushed = true } = {}) {
      recorded.push(tick);
      if (isPushed && connection.get().kind === 'connected') line.push(tick);
    },
    /** A tick out of order. The server accepts one only while its candle is not closed for good, so none is lost. */
    lateTick(tick: Tick) {
      if (connection.get().kind !== 'connected') return;
      recorded.push(tick);
      onTick?.(pushOf(tick));
    },
    deliver() {
      const tick = line.shift();
      if (tick) onTick?.(pushOf(tick));
    },
    push: (tick: Tick) => onTick?.(pushOf(tick)),
    async arrive() {
      waiting.shift()?.();
      await settlePromises();
    },
    cut() {
      connection.set({ kind: 'lost' });
      line.length = 0;
    },
    reconnect: () => connection.set({ kind: 'connected' }),
    deliverAll() {
      while (line.length > 0) this.deliver();
    },
    async settle() {
      this.reconnect();
      for (let round = 0; round < 5; round++) {
        this.deliverAll();
        await settlePromises();
        while (waiting.length > 0) await this.arrive();
        await timers.pass(20_000);
      }
    },
  };
}

const starts = (series: CandleSeries): readonly number[] => series.state.get().bars.map(({ start }) => start);

async function ready(what: {
  readonly series: CandleSeries;
  readonly timers: ManualTimers;
  arrive(): Promise<void>;
}) {
  const stop = what.series.start();
  await what.timers.pass(0);
  await what.arrive();
  return stop;
}

type Step =
  | { readonly kind: 'tick'; readonly afterMs: number; readonly last: number; readonly isPushed: boolean }
  | { readonly kind: 'late'; readonly byMs: number; readonly last: number }
  | { readonly kind: 'deliver' | 'arrive' | 'cut' | 'reconnect' | 'older' | 'wait' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      afterMs: fc.integer({ min: 0, max: 50_000 }),
      last: fc.integer({ min: 90, max: 110 }),
      isPushed: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('late' as const),
      byMs: fc.integer({ min: 1, max: 60_000 }),
      last: fc.integer({ min: 90, max: 110 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('deliver', 'deliver', 'arrive', 'cut', 'reconnect', 'older', 'wait'),
    }) as fc.Arbitrary<Step>,
  },
);

describe('a candle series', () => {
  test('has the same candles as the server after any order of pages, ticks, losses and cuts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const what = world();
        let now = T0;
        for (let index = 0; index < 20; index++)
          what.recorded.push(tickAt(T0 - (20 - index) * 40_000, 100 + index));
        const stop = what.series.start();
        for (const each of steps) {
          if (each.kind === 'tick') {
            now += each.afterMs;
            what.tick(tickAt(now, each.last, what.recorded.length), each);
          } else if (each.kind === 'late')
            what.lateTick(tickAt(now - each.byMs, each.last, what.recorded.length));
          else if (each.kind === 'deliver') what.deliver();
          else if (each.kind === 'arrive') await what.arrive();
          else if (each.kind === 'cut') what.cut();
          else if (each.kind === 'reconnect') what.reconnect();
          else if (each.kind === 'older') void what.series.loadOlder();
          else await what.timers.pass(4_000);
          const seen = starts(what.series);
          expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
        }
        // Ticks between two pushes are lost, but the newest is always pushed.
        what.reconnect();
        what.tick(tickAt(now + 100, 100, what.recorded.length));
        await what.settle();
        const { bars } = what.series.state.get();
        const first = bars[0]!.start;
        expect(bars).toEqual(what.all().filter(({ start }) => start >= first));
        stop();
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  test('moves its last bar with a tick, before any answer', async () => {
    const what = world();
    what.tick(tickAt(T0, 100));
    what.deliverAll();
    await ready(what);
    what.push(tickAt(T0 + 1_000, 105));
    expect(what.series.state.get().bars.at(-1)).toMatchObject({ ticks: 2 });
    expect(toDecimal(what.series.state.get().bars.at(-1)!.close)).toBe('105');
  });

  test('opens a bar where the server would open it', async () => {
    const what = world();
    what.tick(tickAt(T0 + 59_999, 100));
    await ready(what);
    what.push(tickAt(T0 + 60_000, 101));
    expect(starts(what.series)).toEqual([T0, T0 + MINUTE_MS]);
  });

  test('does not let a late tick move the close', async () => {
    const what = world();
    what.tick(tickAt(T0, 100));
    await ready(what);
    what.push(tickAt(T0 + 5_000, 104));
    what.push(tickAt(T0 + 3_000, 90));
    const last = what.series.state.get().bars.at(-1)!;
    expect([toDecimal(last.close), toDecimal(last.low)]).toEqual(['104', '90']);
  });

  test('requests the tail after every cut, and has no gap', async () => {
    const what = world();
    what.tick(tickAt(T0, 100));
    await ready(what);
    what.cut();
    for (let minute = 1; minute <= 5; minute++) what.tick(tickAt(T0 + minute * MINUTE_MS, 100 + minute));
    what.reconnect();
    what.push(tickAt(T0 + 5 * MINUTE_MS + 1, 110));
    await what.timers.pass(0);
    await what.arrive();
    expect(starts(what.series)).toEqual([0, 1, 2, 3, 4, 5].map((minute) => T0 + minute * MINUTE_MS));
    expect(toDecimal(what.series.state.get().bars.at(-1)!.close)).toBe('110');
  });

  test('requests a bar again that ended between two pushes', async () => {
    const what = world();
    what.tick(tickAt(T0, 100));
    await ready(what);
    await what.timers.pass(20_000);
    await what.arrive();
    what.tick(tickAt(T0 + 50_000, 120), { isPushed: false });
    what.tick(tickAt(T0 + 61_000, 101));
    what.deliverAll();
    await what.timers.pass(4_000);
    await what.arrive();
    expect(what.series.state.get().bars).toEqual(what.all());
  });

  test('counts a tick once that arrived while an answer was pending', async () => {
    const what = world();
    what.tick(tickAt(T0, 100), { isPushed: false });
    await ready(what);
    await what.timers.pass(20_000);
    what.tick(tickAt(T0 + 59_000, 99));
    what.tick(tickAt(T0 + 60_000, 101));
    what.tick(tickAt(T0 + 61_000, 102));
    what.deliverAll();
    await what.arrive();
    expect(what.series.state.get().bars).toEqual(what.all());
  });

  test('starts again when it was disconnected for longer than an answer covers', async () => {
    const what = world({ mostTail: 3 });
    what.tick(tickAt(T0, 100));
    await ready(what);
    what.cut();
    for (let minute = 1; minute <= 9; minute++) what.tick(tickAt(T0 + minute * MINUTE_MS, 100 + minute));
    what.reconnect();
    await what.timers.pass(0);
    await what.arrive();
    expect(starts(what.series)).toEqual([7, 8, 9].map((minute) => T0 + minute * MINUTE_MS));
  });

  test('requests nothing while the connection is down', async () => {
    const what = world();
    what.tick(tickAt(T0, 100));
    await ready(what);
    what.push(tickAt(T0 + 1_000, 105));
    what.cut();
    await what.timers.pass(600_000);
    expect(what.waiting).toEqual([]);
    what.reconnect();
    await what.timers.pass(0);
    expect(what.waiting).toHaveLength(1);
  });

  test('ignores answers after it was stopped', async () => {
    const what = world();
    what.tick(tickAt(T0, 100));
    const stop = what.series.start();
    await what.timers.pass(0);
    stop();
    await what.arrive();
    expect(what.series.state.get().bars).toEqual([]);
    expect(what.timers.waiting()).toBe(0);
  });

  test('requests one older page at a time and knows when there is none', async () => {
    const what = world();
    for (let minute = 0; minute < PAGE + 3; minute++) what.tick(tickAt(T0 + minute * MINUTE_MS, 100));
    await ready(what);
    const one = what.series.loadOlder();
    expect(what.series.loadOlder()).toBe(one);
    expect(what.series.state.get().isLoadingOlder).toBe(true);
    await what.arrive();
    await one;
    expect(starts(what.series)).toHaveLength(PAGE + 3);
    const two = what.series.loadOlder();
    await what.arrive();
    await two;
    expect(what.series.state.get()).toMatchObject({ hasOlder: false, isLoadingOlder: false });
  });

  test('limits how many bars it keeps', async () => {
    const what = world({ period: '1s' });
    what.tick(tickAt(T0, 100));
    await ready(what);
    for (let second = 1; second < 3_000; second++) what.push(tickAt(T0 + second * 1_000, 100));
    expect(starts(what.series).length).toBeLessThanOrEqual(MOST_BARS + 500);
    expect(starts(what.series).at(-1)).toBe(T0 + 2_999_000);
  });

  test('reports that the first page failed, and tries again', async () => {
    const timers = manualTimers(T0);
    let isUp = false;
    const series = createCandleSeries({
      timers,
      connection: createStore<Connection>({ kind: 'connected' }),
      followTick: () => () => {},
      source: {
        page: async () => (isUp ? foldTicks([tickAt(T0, 100)], '1m', hours) : undefined),
        since: async () => undefined,
        startOf: (at) => candleStart('1m', at, hours),
      },
    });
    series.start();
    await timers.pass(0);
    expect(series.state.get().kind).toBe('failed');
    isUp = true;
    series.retry();
    await timers.pass(0);
    expect(series.state.get()).toMatchObject({ kind: 'ready' });
  });
});
