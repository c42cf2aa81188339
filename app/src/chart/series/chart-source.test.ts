import type { Caller } from '@maru/client/call';
import { toDecimal } from '@maru/engine/amount';
import { millis } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { type ChartPeriod, chartSource } from './chart-source.ts';

const T0 = Date.UTC(2026, 10, 12, 3, 0, 0);

const candle = (time: number, close: string) => ({ time, open: '1', high: '9', low: '1', close, volume: 3 });
const tick = (time: number, price: string) => ({
  time,
  seq: 0,
  price,
  bid: price,
  ask: price,
  markPrice: price,
});

/** The answers of one instrument: candles, and recorded ticks in pages of a hundred. */
function source(
  period: ChartPeriod,
  { candles = [] as ReturnType<typeof candle>[], ticks = [] as ReturnType<typeof tick>[] },
) {
  const asked: Readonly<Record<string, unknown>>[] = [];
  const call = (async (
    { path }: { readonly path: string },
    { query }: { readonly query: Readonly<Record<string, unknown>> },
  ) => {
    asked.push(query);
    if (!path.endsWith('raw_data'))
      return { ok: true, reply: { candles, previousEndMillis: candles[0]?.time ?? null } };
    const matching = ticks.filter(({ time }) => time >= Number(query['startDate']));
    const page = Number(query['page']);
    const content = matching.slice(page * 100, page * 100 + 100);
    return { ok: true, reply: { content, page, size: 100, totalPages: Math.ceil(matching.length / 100) } };
  }) as unknown as Caller;
  return { asked, source: chartSource(call, 'NQ', period) };
}

describe('candles', () => {
  test('of a day begin at the server’s time, not at midnight', async () => {
    const { source: days } = source('1d', {});
    const bars = (await source('1d', { candles: [candle(T0, '5')] }).source.page(undefined)) ?? [];
    expect(days.startOf(millis(T0 + 3_600_000), bars)).toBe(T0);
    expect(days.startOf(millis(T0 - 1), bars)).toBeUndefined();
  });

  test('since a time are complete unless the answer is full', async () => {
    const few = await source('1m', { candles: [candle(T0, '5')] }).source.since(millis(T0));
    expect(few).toMatchObject({ isWhole: true });
    const many = Array.from({ length: 1_500 }, (_, index) => candle(T0 + index * 60_000, '5'));
    expect(await source('1m', { candles: many }).source.since(millis(T0))).toMatchObject({ isWhole: false });
  });
});

describe('ticks', () => {
  test('are the newest recorded ones, in order', async () => {
    const ticks = Array.from({ length: 450 }, (_, index) => tick(T0 - 45_000 + index * 100, String(index)));
    const bars = await source('tick', { candles: [candle(T0, '449')], ticks }).source.page(undefined);
    expect(bars?.map(({ close }) => toDecimal(close))).toEqual(
      Array.from({ length: 250 }, (_, index) => String(200 + index)),
    );
  });

  test('of the same millisecond share a point, which the later one closes', async () => {
    const ticks = [tick(T0, '1'), tick(T0, '2')];
    const tail = await source('tick', { ticks }).source.since(millis(T0));
    expect(tail?.bars.map(({ close }) => toDecimal(close))).toEqual(['2']);
  });

  test('of a market that rests are the seconds of its last session', async () => {
    const candles = [candle(T0 - 2_000, '7'), candle(T0 - 1_000, '8')];
    const bars = await source('tick', { candles }).source.page(undefined);
    expect(bars?.map(({ open, close }) => [toDecimal(open), toDecimal(close)])).toEqual([
      ['7', '7'],
      ['8', '8'],
    ]);
  });
});
