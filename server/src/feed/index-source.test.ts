import { dayAfter, parseDate } from '@maru/engine/market/calendar-date';
import { foldTicks } from '@maru/engine/market/candle';
import {
  FIRST_INDEX_DAY,
  INDEX_RULES,
  type IndexRule,
  indexClose,
  indexDay,
  indexDayAt,
  indexDayStart,
  indexRule,
} from '@maru/engine/market/index-path';
import type { RawTick, Tick } from '@maru/engine/market/tick';
import { admit, noPrice, type PriceState } from '@maru/engine/market/tick';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../log/log.ts';
import { createIndexSource, type MayPublish } from './index-source.ts';
import { createIndexOpens, createIndexStock, indexSeeds } from './index-stock.ts';
import { instruments as all } from './instruments.ts';
import { joinIndices } from './join-indices.ts';
import { createManualTime } from './manual-time.ts';
import { openPastThread } from './past-thread.ts';
import type { Source } from './source.ts';

const SECRET = 'the-secret-of-an-installation-in-a-test';
const instruments = all.filter(({ kind }) => kind === 'INDEX');
const wild = indexRule('M100') as IndexRule;
const seedOf = indexSeeds(SECRET);
const stockOf = (code: string) =>
  createIndexStock({
    seedOf,
    openOf: createIndexOpens(seedOf),
    rule: indexRule(code)!,
    instrument: instruments.find((each) => each.code === code)!,
  });
const MIDNIGHT = millis(Date.parse('2026-11-16T00:00:00+09:00'));
const NOON = millis(MIDNIGHT + 12 * HOUR_MS);

/** The thread of the past has to load its code first. */
const SLOW_THREAD = { timeout: 30_000 };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

function sourceAt(start: Millis, mayPublish: MayPublish = () => true, publishedUntil?: Millis) {
  const time = createManualTime(start);
  const past = openPastThread({ indexSecret: SECRET, instruments }, { steadyMs: () => 0 });
  const lines: string[] = [];
  const log = createLog({ level: 'warn', write: (line) => lines.push(line), clock: time.clock });
  const index = { secret: SECRET, mayPublish, publishedUntil };
  const source = createIndexSource({ ...index, instruments, past, time, log });
  const heard: RawTick[] = [];
  cleanups.push(
    () => source.stop(),
    () => past.close(),
  );
  return { time, past, source, heard, lines, start: () => source.start((ticks) => heard.push(...ticks)) };
}

describe('the past of an index', () => {
  test.each(INDEX_RULES)('of $code is the public function, day after day from its first', (rule) => {
    const stock = stockOf(rule.code);
    let open = rule.base;
    for (let number = 0; number < 4; number += 1) {
      const day = dayAfter(FIRST_INDEX_DAY, number);
      const numbers = indexDay({ rule, seed: seedOf(day), open });
      for (const second of [0, 1, 40_000, 86_399]) {
        const at = millis(indexDayStart(day) + second * 1_000 + 999);
        expect(stock.tickAt(at)).toMatchObject({ last: numbers.priceAt(second), seq: second });
      }
      open = indexClose({ rule, seed: seedOf(day), open });
    }
    expect(stock.tickAt(millis(indexDayStart(FIRST_INDEX_DAY) - 1))).toBeUndefined();
  });

  test('has one tick each second, also over midnight, with bid and ask around it', () => {
    const ticks = stockOf('M50').ticks({ from: millis(MIDNIGHT - 5_000), to: millis(MIDNIGHT + 5_000) });
    expect(ticks.map(({ ts }) => ts - MIDNIGHT)).toEqual(
      Array.from({ length: 10 }, (_, second) => (second - 5) * 1_000),
    );
    expect(ticks.map(({ seq }) => seq).slice(4, 6)).toEqual([86_399, 0]);
    expect(ticks.every(({ bid, ask, last }) => bid === last && ask === last + 10_000_000n)).toBe(true);
  });

  test('candles of up to five minutes are exactly those of the ticks', () => {
    const window = { from: NOON, to: millis(NOON + 20 * MINUTE_MS) };
    const stock = stockOf('M25');
    const { hours } = instruments.find(({ code }) => code === 'M25')!;
    const ticks = stock.ticks(window).map((tick) => ({ ...tick, stock: 'M25', recvTs: tick.ts }) as Tick);
    for (const period of ['1s', '1m', '3m', '5m'] as const) {
      expect(stock.candles(period, window)).toEqual(foldTicks(ticks, period, hours));
    }
  });

  test('longer candles open and close exactly, and their high and low lie within those of the ticks', () => {
    const window = { from: MIDNIGHT, to: millis(MIDNIGHT + 6 * HOUR_MS) };
    const stock = stockOf('M100');
    const { hours } = instruments.find(({ code }) => code === 'M100')!;
    const ticks = stock.ticks(window).map((tick) => ({ ...tick, stock: 'M100', recvTs: tick.ts }) as Tick);
    for (const period of ['15m', '1h', '4h', '1d'] as const) {
      const exact = foldTicks(ticks, period, hours);
      const shown = stock.candles(period, window);
      expect(shown.map(({ open, close, start, ticks: count }) => ({ open, close, start, count }))).toEqual(
        exact.map(({ open, close, start, ticks: count }) => ({ open, close, start, count })),
      );
      for (const [place, { high, low }] of shown.entries()) {
        expect(high).toBeLessThanOrEqual(exact[place]!.high);
        expect(low).toBeGreaterThanOrEqual(exact[place]!.low);
      }
    }
  });

  test('a running candle contains nothing of the future', () => {
    const stock = stockOf('M100');
    const now = millis(NOON + 30_500);
    for (const period of ['1m', '1h', '1d'] as const) {
      const [candle] = stock.candles(period, { from: MIDNIGHT, to: now }).slice(-1);
      expect(candle?.close).toBe(stock.tickAt(now)?.last);
    }
  });
});

describe('the indices as a source', () => {
  test('emit a tick of each in every second, admitted by the rules of ticks', async () => {
    const { time, heard, start } = sourceAt(NOON);
    await start();
    await time.pass(10_000);
    const states = new Map<string, PriceState>();
    for (const raw of heard) {
      const instrument = instruments.find(({ code }) => code === raw.stock)!;
      const { state, admission } = admit(states.get(raw.stock) ?? noPrice, raw, instrument);
      expect(admission.outcome).toBe('LIVE');
      states.set(raw.stock, state);
    }
    expect(heard.filter(({ stock }) => stock === 'M100').length).toBeGreaterThanOrEqual(10);
    expect(new Set(heard.map(({ stock }) => stock))).toEqual(new Set(INDEX_RULES.map(({ code }) => code)));
  });

  test('are the same after a restart, and continue over midnight without a gap', async () => {
    const before = sourceAt(millis(MIDNIGHT - 4_000));
    await before.start();
    await before.time.pass(8_000);
    const after = sourceAt(millis(MIDNIGHT + 500));
    await after.start();
    await after.time.pass(3_000);
    const key = ({ stock, ts, last }: RawTick) => `${stock} ${ts} ${last}`;
    const known = new Set(before.heard.map(key));
    expect(after.heard.length).toBeGreaterThan(5);
    expect(after.heard.map(key).filter((each) => !known.has(each))).toEqual([]);
    const over = before.heard.filter(({ stock }) => stock === 'M100');
    expect(over.map(({ ts }) => (ts ?? 0) - MIDNIGHT)).toEqual([
      -5_000, -4_000, -3_000, -2_000, -1_000, 0, 1_000, 2_000, 3_000,
    ]);
    const expected = stockOf('M100').ticks({ from: millis(MIDNIGHT - 5_000), to: millis(MIDNIGHT + 4_000) });
    expect(over.map(({ last }) => last)).toEqual(expected.map(({ last }) => last));
  });

  test('emit nothing on a day that is not sealed or whose seed is public', async () => {
    const today = indexDayAt(NOON);
    const { time, heard, start, source } = sourceAt(NOON, (day) => day > today);
    await start();
    await time.pass(5_000);
    expect(heard).toEqual([]);
    time.set(millis(NOON + DAY_MS));
    // The opening of the new day is read from the thread of the past, which runs on real time.
    await vi.waitFor(async () => {
      await time.pass(1_000);
      expect(heard.length).toBeGreaterThan(0);
    }, SLOW_THREAD);
    expect(heard.every(({ ts }) => indexDayAt(ts!) === today + 1)).toBe(true);
    expect(source.depth?.('M100', time.clock())?.asks.length).toBe(10);
  });

  test('have an order book also in a process that does not publish them, but not on a day that is not sealed', async () => {
    const today = indexDayAt(NOON);
    const { source } = sourceAt(NOON, (day) => day === today);
    await vi.waitFor(() => expect(source.depth?.('M100', NOON)?.asks.length).toBe(10), SLOW_THREAD);
    const tomorrow = millis(NOON + DAY_MS);
    expect(source.depth?.('M100', tomorrow)).toBeUndefined();
    // Asked again when it could be known.
    expect(await source.past?.priceAt('M100', tomorrow)).toBeDefined();
    expect(source.depth?.('M100', tomorrow)).toBeUndefined();
  });

  test('a clock that is set back repeats nothing', async () => {
    const { time, heard, lines, start } = sourceAt(NOON);
    await start();
    await time.pass(3_000);
    const count = heard.length;
    time.set(millis(NOON - HOUR_MS));
    await time.pass(3_000);
    expect(heard.length).toBe(count);
    expect(lines.filter((line) => line.includes('published ahead of the clock'))).toHaveLength(1);
  });

  test('a restart publishes no price again that was published before by a clock that ran ahead', async () => {
    const { time, heard, lines, start } = sourceAt(NOON, undefined, millis(NOON + HOUR_MS));
    await start();
    await time.pass(3_000);
    expect(heard).toEqual([]);
    expect(lines.filter((line) => line.includes('published ahead of the clock'))).toHaveLength(1);
    time.set(millis(NOON + HOUR_MS - 1_500));
    await vi.waitFor(async () => {
      await time.pass(1_000);
      expect(heard.length).toBeGreaterThan(0);
    }, SLOW_THREAD);
    expect(Math.min(...heard.map(({ ts }) => ts!))).toBe(NOON + HOUR_MS + 1_000);
  });
});

test('no other feed can set the price of an index', async () => {
  const { past, source, heard } = sourceAt(NOON, () => false);
  const tick = { last: wild.base, recvTs: NOON, seq: 1 };
  const feed: Source = {
    name: 'pushed',
    start: async (emit) =>
      emit([
        { ...tick, stock: 'M100' },
        { ...tick, stock: 'NQ' },
      ]),
    stop: async () => undefined,
  };
  const isIndex = (stock: string) => indexRule(stock) !== undefined;
  const joined = joinIndices({ feed, index: { ...source, past }, isIndex });
  await joined.start((ticks) => heard.push(...ticks));
  expect(heard.map(({ stock }) => stock)).toEqual(['NQ']);
  expect([joined.past?.knows?.('M100'), joined.past?.knows?.('NQ')]).toEqual([true, false]);
  expect(await joined.past?.priceAt('M100', NOON)).toBe(stockOf('M100').tickAt(NOON)?.last);
  expect(parseDate('2026-11-16')).toBe(indexDayAt(NOON));
});
