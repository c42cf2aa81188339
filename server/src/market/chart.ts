// Answers for charts: bounded windows of candles.
import { MOST_CANDLES, type WireCandle } from '@maru/contract/market';
import { print } from '@maru/engine/amount';
import { type Candle, PERIOD_MS, type Period } from '@maru/engine/market/candle';
import type { Instrument } from '@maru/engine/market/instrument';
import { openStretches } from '@maru/engine/market/trading-hours';
import { DAY_MS, type Millis, millis } from '@maru/engine/time';
import type { History } from './history.ts';
import type { Window } from './tick-store.ts';

export const PAGE_CANDLES = 500;
/** Markets rest at night: a page of candles may lie in a window several times as long. */
const REST_FACTOR = 6;
const LONGEST_REST_MS = 12 * DAY_MS;

export interface ChartQuestion {
  readonly period: Period;
  readonly beginMillis?: number | undefined;
  readonly endMillis?: number | undefined;
  readonly isFirst: boolean;
}

export const wireCandle = ({ start, open, high, low, close, ticks }: Candle): WireCandle => ({
  time: start,
  open: print(open),
  high: print(high),
  low: print(low),
  close: print(close),
  volume: ticks,
});

/** Candles of the window asked for, at most so many, the newest of them. */
export async function loadChart(
  history: History,
  instrument: Instrument,
  { period, beginMillis, endMillis, isFirst }: ChartQuestion,
  now: Millis,
): Promise<readonly Candle[]> {
  const to = millis(isFirst ? now + 1 : Math.min(endMillis ?? now + 1, now + 1));
  const isPage = isFirst || beginMillis === undefined;
  const from = millis(isPage ? 0 : beginMillis);
  const most = isPage ? PAGE_CANDLES : MOST_CANDLES;
  return newest(history, instrument, { period, window: { from, to }, most, now });
}

interface Newest {
  readonly period: Period;
  readonly window: Window;
  readonly most: number;
  readonly now: Millis;
}

/** Looks back no further than it must: the length of the candles first, then over nights, then over a long rest. */
async function newest(
  history: History,
  instrument: Instrument,
  { period, window: { from, to }, most, now }: Newest,
): Promise<readonly Candle[]> {
  const lengthMs = most * PERIOD_MS[period];
  let found: readonly Candle[] = [];
  for (const factor of [1, REST_FACTOR]) {
    const start = millis(Math.max(from, to - lengthMs * factor));
    if (start >= to) return [];
    found = await history.candles(instrument, period, { from: start, to }, now);
    if (found.length >= most || start === from) break;
  }
  const close = found.length === 0 ? lastClose(instrument, to) : undefined;
  if (close !== undefined && close > from) {
    const window = { from: millis(Math.max(from, close - lengthMs)), to: close };
    found = await history.candles(instrument, period, window, now);
  }
  return found.slice(-most);
}

const lastClose = ({ hours }: Instrument, before: Millis): Millis | undefined =>
  openStretches(hours, { from: millis(before - LONGEST_REST_MS), to: before }).at(-1)?.closesAt;
