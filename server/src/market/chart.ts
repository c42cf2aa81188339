// Answers for charts: bounded windows of candles.
import { MOST_CANDLES, type WireCandle } from '@maru/contract/market';
import { print } from '@maru/engine/amount';
import { type Candle, PERIOD_MS, type Period } from '@maru/engine/market/candle';
import type { Instrument } from '@maru/engine/market/instrument';
import { type Millis, millis } from '@maru/engine/time';
import type { History } from './history.ts';
import type { Window } from './tick-store.ts';

export const PAGE_CANDLES = 500;
/** Markets rest at nights and weekends: a page of candles may lie in a window several times as long. */
const WIDEST_FACTOR = 6;

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
  const end = millis(isFirst ? now + 1 : Math.min(endMillis ?? now + 1, now + 1));
  if (isFirst || beginMillis === undefined) return newest(history, instrument, { period, end, now });
  const most = MOST_CANDLES * PERIOD_MS[period] * (period === '1s' ? 1 : WIDEST_FACTOR);
  const window: Window = { from: millis(Math.max(beginMillis, end - most, 0)), to: end };
  const candles = window.from < window.to ? await history.candles(instrument, period, window, now) : [];
  return candles.slice(-MOST_CANDLES);
}

/** The last page before an instant, however long the market rested in between. */
async function newest(
  history: History,
  instrument: Instrument,
  { period, end, now }: { readonly period: Period; readonly end: Millis; readonly now: Millis },
): Promise<readonly Candle[]> {
  const pageMs = PAGE_CANDLES * PERIOD_MS[period];
  const leastMs = 4 * 86_400_000;
  let found: readonly Candle[] = [];
  for (const factor of [1, WIDEST_FACTOR]) {
    const from = millis(Math.max(0, end - pageMs * factor));
    found = await history.candles(instrument, period, { from, to: end }, now);
    if (found.length >= PAGE_CANDLES) break;
  }
  // Seconds and minutes of a market that rests over the weekend: show the end of its last session.
  if (found.length === 0 && pageMs * WIDEST_FACTOR < leastMs) {
    const close = await lastSessionEnd(history, instrument, end, now);
    if (close !== undefined) {
      found = await history.candles(instrument, period, { from: millis(close - pageMs), to: close }, now);
    }
  }
  return found.slice(-PAGE_CANDLES);
}

async function lastSessionEnd(
  history: History,
  instrument: Instrument,
  end: Millis,
  now: Millis,
): Promise<Millis | undefined> {
  const window = { from: millis(Math.max(0, end - 12 * 86_400_000)), to: end };
  const last = (await history.candles(instrument, '1h', window, now)).at(-1);
  return last && millis(last.start + PERIOD_MS['1h']);
}
