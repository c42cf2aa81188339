// Small charts of many instruments. A list of fifty is asked for by everyone who opens the screen, so what was
// computed a moment ago is said again.
import type { WireCandle } from '@maru/contract/market';
import { PERIOD_MS, type Period } from '@maru/engine/market/candle';
import type { Instrument } from '@maru/engine/market/instrument';
import { DAY_MS, type Millis, millis } from '@maru/engine/time';
import { wireCandle } from './chart.ts';
import type { History } from './history.ts';

const KLINES = 60;
/** Over a weekend the newest candles are Friday's. */
const REST_MS = 3 * DAY_MS;
const LONGEST_KEPT_MS = 5_000;

export function createKlines(history: History) {
  const kept = new Map<string, { readonly at: Millis; readonly candles: Promise<readonly WireCandle[]> }>();

  async function load(instrument: Instrument, period: Period, now: Millis): Promise<readonly WireCandle[]> {
    const near = { from: millis(now - KLINES * PERIOD_MS[period]), to: millis(now + 1) };
    let candles = await history.candles(instrument, period, near, now);
    if (candles.length === 0 && period !== '1s') {
      const far = { from: millis(now - REST_MS), to: near.to };
      candles = await history.candles(instrument, period, far, now);
    }
    return candles.slice(-KLINES).map(wireCandle);
  }

  function recent(instrument: Instrument, period: Period, now: Millis): Promise<readonly WireCandle[]> {
    const key = `${instrument.code} ${period}`;
    const found = kept.get(key);
    const holdsMs = Math.min(LONGEST_KEPT_MS, PERIOD_MS[period] / 12);
    if (found && now - found.at < holdsMs && now >= found.at) return found.candles;
    const candles = load(instrument, period, now);
    kept.set(key, { at: now, candles });
    // What failed is not said again.
    candles.catch(() => kept.delete(key));
    return candles;
  }

  return async (instruments: readonly Instrument[], period: Period, now: Millis) => {
    const all: Record<string, WireCandle[]> = {};
    for (const instrument of instruments) all[instrument.code] = [...(await recent(instrument, period, now))];
    return all;
  };
}
