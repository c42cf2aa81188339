import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Price } from '../amount.ts';
import { HOUR_MS, millis } from '../time.ts';
import { type Candle, candleStart, foldTicks, joinCandles, PERIODS, regroup, withTick } from './candle.ts';
import type { Tick } from './tick.ts';
import type { TradingHours } from './trading-hours.ts';

const seoul = { name: 'Asia/Seoul', changes: [{ at: millis(0), offsetMs: 9 * HOUR_MS }] };
const chicago = { name: 'America/Chicago', changes: [{ at: millis(0), offsetMs: -6 * HOUR_MS }] };
const always: TradingHours = {
  zone: seoul,
  week: Array(7).fill([{ opensMinute: 0, closesMinute: 1_440 }]),
  exceptions: new Map(),
};
const day = [{ opensMinute: -420, closesMinute: 960 }];
const cme: TradingHours = { zone: chicago, week: [[], day, day, day, day, day, []], exceptions: new Map() };

const kst = (text: string) => millis(Date.parse(`${text}+09:00`));
const tick = (last: bigint, ts: number, seq = 0): Tick => {
  const units = last as Price;
  return {
    stock: 'X',
    last: units,
    bid: units,
    ask: units,
    mark: units,
    ts: millis(ts),
    recvTs: millis(ts),
    seq,
  };
};

describe('where a candle starts', () => {
  test('hours are cut on the Korean clock', () => {
    expect(candleStart('4h', kst('2026-11-16T11:59:59'), always)).toBe(kst('2026-11-16T08:00:00'));
    expect(candleStart('1m', kst('2026-11-16T11:59:59'), always)).toBe(kst('2026-11-16T11:59:00'));
  });
  test('the day of a coin is the Korean day', () => {
    expect(candleStart('1d', kst('2026-11-16T23:59:59'), always)).toBe(kst('2026-11-16T00:00:00'));
    expect(candleStart('1d', kst('2026-11-17T00:00:00'), always)).toBe(kst('2026-11-17T00:00:00'));
  });
  test('the day of a Chicago contract is its trade date, through Korean midnight', () => {
    const monday = kst('2026-11-16T08:00:00');
    expect(candleStart('1d', kst('2026-11-16T08:00:00'), cme)).toBe(monday);
    expect(candleStart('1d', kst('2026-11-17T06:59:59'), cme)).toBe(monday);
    expect(candleStart('1d', kst('2026-11-17T08:00:00'), cme)).toBe(kst('2026-11-17T08:00:00'));
  });
});

const walk = fc
  .array(fc.tuple(fc.bigInt({ min: -50n, max: 1_000n }), fc.integer({ min: 0, max: 40_000 })), {
    minLength: 1,
    maxLength: 200,
  })
  .map((steps) => {
    let ts = 1_763_000_000_000;
    return steps.map(([last, gap], seq) => {
      ts += gap;
      return tick(last, ts, seq);
    });
  });

test('folding into minutes and regrouping gives what folding at once gives', () => {
  fc.assert(
    fc.property(walk, fc.constantFrom(...PERIODS.filter((each) => each !== '1s')), (ticks, period) => {
      const minutes = foldTicks(ticks, '1m', always);
      expect(regroup(minutes, period, always)).toEqual(foldTicks(ticks, period, always));
    }),
  );
});

test('joining is associative, and low and high enclose open and close', () => {
  fc.assert(
    fc.property(walk, (ticks) => {
      const each = ticks.map((one) => withTick(undefined, one.ts, one));
      const left = each.reduce(joinCandles);
      const right = each.reduceRight((later, earlier) => joinCandles(earlier, later));
      expect(left).toEqual(right);
      const { open, high, low, close, ticks: count }: Candle = left;
      expect(low <= open && low <= close && high >= open && high >= close).toBe(true);
      expect(count).toBe(ticks.length);
      expect(high).toBe(ticks.reduce((most, one) => (one.last > most ? one.last : most), ticks[0]!.last));
    }),
  );
});

test('a candle is what its ticks were', () => {
  const at = kst('2026-11-16T12:00:00');
  expect(
    foldTicks([tick(5n, at), tick(9n, at + 1), tick(2n, at + 2), tick(4n, at + 60_000)], '1m', always),
  ).toEqual([
    { start: at, open: 5n, high: 9n, low: 2n, close: 2n, ticks: 3 },
    { start: at + 60_000, open: 4n, high: 4n, low: 4n, close: 4n, ticks: 1 },
  ]);
});
