// Ticks folded into open, high, low, close. A candle's volume is its number of ticks: a dealer's feed has no other.
import type { Price } from '../amount.ts';
import { DAY_MS, HOUR_MS, KST_OFFSET_MS, MINUTE_MS, type Millis, SECOND_MS } from '../time.ts';
import type { Tick } from './tick.ts';
import { latestTradeDay, type TradingHours } from './trading-hours.ts';

export interface Candle {
  readonly start: Millis;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly ticks: number;
}

export const PERIODS = ['1s', '1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '1d'] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_MS: Record<Period, number> = {
  '1s': SECOND_MS,
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
};

/**
 * The start of the candle in which an instant lies. Hours are cut on the Korean clock, which users read. A day is the
 * trade date: a session that runs through Korean midnight would otherwise lie in two candles, and the day's close
 * would not be the close that exchanges publish. For what never closes, the trade date is the Korean business day.
 */
export function candleStart(period: Period, at: Millis, hours: TradingHours): Millis {
  if (period === '1d') {
    const day = latestTradeDay(hours, at);
    if (day) return day.opensAt;
  }
  const lengthMs = PERIOD_MS[period];
  return (Math.floor((at + KST_OFFSET_MS) / lengthMs) * lengthMs - KST_OFFSET_MS) as Millis;
}

/** The candle with one more tick, which is not older than those before. */
export function withTick(candle: Candle | undefined, start: Millis, { last }: Pick<Tick, 'last'>): Candle {
  if (candle === undefined) return { start, open: last, high: last, low: last, close: last, ticks: 1 };
  return {
    start: candle.start,
    open: candle.open,
    high: last > candle.high ? last : candle.high,
    low: last < candle.low ? last : candle.low,
    close: last,
    ticks: candle.ticks + 1,
  };
}

/** Two candles of which the first is the earlier. Folding in parts gives what folding at once gives. */
export const joinCandles = (earlier: Candle, next: Candle): Candle => ({
  start: earlier.start,
  open: earlier.open,
  high: next.high > earlier.high ? next.high : earlier.high,
  low: next.low < earlier.low ? next.low : earlier.low,
  close: next.close,
  ticks: earlier.ticks + next.ticks,
});

/** Candles of ordered ticks. */
export function foldTicks(ticks: readonly Tick[], period: Period, hours: TradingHours): readonly Candle[] {
  const candles: Candle[] = [];
  for (const tick of ticks) {
    const start = candleStart(period, tick.ts, hours);
    const open = candles.at(-1);
    if (open?.start === start) candles[candles.length - 1] = withTick(open, start, tick);
    else candles.push(withTick(undefined, start, tick));
  }
  return candles;
}

/** Longer candles of ordered shorter ones. */
export function regroup(candles: readonly Candle[], period: Period, hours: TradingHours): readonly Candle[] {
  const longer: Candle[] = [];
  for (const candle of candles) {
    const start = candleStart(period, candle.start, hours);
    const open = longer.at(-1);
    if (open?.start === start) longer[longer.length - 1] = joinCandles(open, candle);
    else longer.push({ ...candle, start });
  }
  return longer;
}
