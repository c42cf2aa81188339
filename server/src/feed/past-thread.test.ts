import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { NO_CANDLES, wireCandle } from '@maru/contract/candle-text';
import { PERIODS } from '@maru/engine/market/candle';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LaneBusy, readFor } from '../db/lane.ts';
import { instruments } from './instruments.ts';
import { openPastThread, type PastThread } from './past-thread.ts';
import { createSimulatedStocks } from './simulated-stock.ts';

const NOON = millis(Date.parse('2026-11-12T12:00:00+09:00'));
const seed = 'the same seed';
const stocks = createSimulatedStocks(seed, instruments);
// The time of the queue stands still: a slow machine must not let a request of a test time out.
const open = () => openPastThread({ seed, instruments }, { steadyMs: () => 0 });
/** For all tests that only ask: a thread and the days that it computed take longer than their questions. */
let past: PastThread;
beforeAll(() => {
  past = open();
});
afterAll(() => past.close());

test.each(PERIODS)('candles of %s are those that the seed gives on any thread', async (period) => {
  const lengthMs = { '1s': MINUTE_MS, '1m': HOUR_MS, '1d': 90 * DAY_MS }[period as string] ?? 10 * DAY_MS;
  // The first candle of a window may be cut; whole ones of a second or a minute begin soon after it.
  const leadMs = period === '1s' || period === '1m' ? HOUR_MS : 4 * DAY_MS;
  for (const code of ['BTCUSDT', 'NQ', 'HSI', '005930']) {
    const window = { from: millis(NOON - lengthMs), to: NOON };
    const expected = stocks
      .get(code)!
      .candles(period, { from: millis(window.from - leadMs), to: NOON })
      .filter(({ start }) => start >= window.from);
    const found = await past.candles(code, period, window, NOON);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(expected);
    // From the cached blocks, with another window.
    const cut = { from: millis(NOON - lengthMs / 2), to: NOON };
    expect(await past.candles(code, period, cut, NOON)).toEqual(
      expected.filter(({ start }) => start >= cut.from),
    );
  }
});

test('the newest candles come as the text of a reply', async () => {
  const window = { from: millis(NOON - HOUR_MS), to: NOON };
  const candles = await past.candles('NQ', '1m', window, NOON);
  const { count, first, text } = await past.candleText('NQ', '1m', window, { until: NOON, most: 25 });
  const newest = candles.slice(-25);
  expect({ count, first }).toEqual({ count: 25, first: newest[0]?.start });
  expect(JSON.parse(`[${text}]`)).toEqual(newest.map(wireCandle));
  const none = { from: NOON, to: NOON };
  expect(await past.candleText('NQ', '1m', none, { until: NOON, most: 25 })).toEqual(NO_CANDLES);
});

test('the price of an instant is that of the tick before it', async () => {
  for (const code of ['BTCUSDT', 'NQ', 'HSI']) {
    expect(await past.priceAt(code, NOON)).toBe(stocks.get(code)!.tickAt(NOON)!.last);
  }
  expect(await past.priceAt('NOPE', NOON)).toBeUndefined();
});

test('an idle thread ends, and the next request starts another one', async () => {
  const threads: Worker[] = [];
  const note = (thread: Worker) => threads.push(thread);
  process.on('worker', note);
  const sleepy = openPastThread({ seed, instruments }, { idleMs: 0 });
  try {
    const price = await sleepy.priceAt('BTCUSDT', NOON);
    await once(threads[0]!, 'exit');
    expect(await sleepy.priceAt('BTCUSDT', NOON)).toBe(price);
    expect(threads).toHaveLength(2);
  } finally {
    process.off('worker', note);
    await sleepy.close();
  }
});

test('a thread that was begun answers the first request, and ends when it is idle', async () => {
  const threads: Worker[] = [];
  const note = (thread: Worker) => threads.push(thread);
  process.on('worker', note);
  const [asked, unasked] = [
    openPastThread({ seed, instruments }),
    openPastThread({ seed, instruments }, { idleMs: 0 }),
  ];
  try {
    asked.begin();
    asked.begin();
    expect(await asked.priceAt('BTCUSDT', NOON)).toBe(stocks.get('BTCUSDT')!.tickAt(NOON)!.last);
    expect(threads).toHaveLength(1);
    const began = once(process, 'worker');
    unasked.begin();
    const [thread] = (await began) as [Worker];
    await once(thread, 'exit');
  } finally {
    process.off('worker', note);
    await asked.close();
    await unasked.close();
  }
});

test('one caller cannot fill the queue, and requests of callers that left are not answered', async () => {
  const flood = { who: 'flood', hasLeft: () => false };
  const window = (day: number) => ({
    from: millis(NOON - day * DAY_MS),
    to: millis(NOON - (day - 1) * DAY_MS),
  });
  await using asked = { past: open(), [Symbol.asyncDispose]: () => asked.past.close() };
  const ask = (day: number): Promise<unknown> => asked.past.candles('BTCUSDT', '1m', window(day), NOON);
  const answers = readFor(flood, () =>
    Array.from({ length: 30 }, (_, day) =>
      ask(day + 1).then(
        () => 'answered',
        (fault: unknown) => fault,
      ),
    ),
  );
  const gone = readFor({ who: 'gone', hasLeft: () => true }, () => ask(50));
  const other = readFor({ who: 'other', hasLeft: () => false }, () => ask(40));
  await expect(gone).rejects.toThrow(LaneBusy);
  expect(await other).toHaveLength(1_440);
  const found = await Promise.all(answers);
  expect(found.filter((each) => each === 'answered')).toHaveLength(9);
  expect(found.filter((each) => each instanceof LaneBusy)).toHaveLength(21);
});

test('a window that ends before it begins is empty', async () => {
  expect(await past.candles('BTCUSDT', '1m', { from: NOON, to: (NOON - 1) as Millis }, NOON)).toEqual([]);
});
