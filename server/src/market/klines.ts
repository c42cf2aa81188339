// Small charts of many instruments. Every client that opens the screen requests a list of fifty, so the candles are
// cached for a moment.
import { wireCandle } from '@maru/contract/candle-text';
import type { WireCandle } from '@maru/contract/market';
import { PERIOD_MS, type Period } from '@maru/engine/market/candle';
import type { Instrument } from '@maru/engine/market/instrument';
import { type Millis, millis } from '@maru/engine/time';
import { readFor } from '../db/lane.ts';
import { startOfCandles } from './chart.ts';
import type { History } from './history.ts';

const KLINES = 60;
const LONGEST_KEPT_MS = 5_000;
const SHORTEST_KEPT_MS = 1_000;

/** A result that is shared is not cancelled when its first caller leaves. */
const EVERYBODY = { who: 'klines', hasLeft: () => false };

interface CachedCandles {
  readonly at: Millis;
  readonly candles: Promise<readonly WireCandle[]>;
}

export function createKlines(history: History) {
  /** One entry for each instrument and period, so never more than a few hundred. */
  const cached = new Map<string, CachedCandles>();

  async function load(instruments: readonly Instrument[], period: Period, now: Millis) {
    const to = millis(now + 1);
    const asked = instruments.map((instrument) => ({
      instrument,
      // Over a weekend the newest candles are Friday's.
      from: startOfCandles(instrument, period, { before: to, count: KLINES }),
    }));
    return history.candlesOf(asked, period, to, now);
  }

  /** Loads all that are missing with one read. */
  function fetchAll(instruments: readonly Instrument[], period: Period, now: Millis): void {
    const loaded = readFor(EVERYBODY, () => load(instruments, period, now));
    for (const { code } of instruments) {
      const key = keyOf(code, period);
      const candles = loaded.then((all) => (all.get(code) ?? []).slice(-KLINES).map(wireCandle));
      const entry = { at: now, candles };
      cached.set(key, entry);
      // A failed load is not cached.
      candles.catch(() => {
        if (cached.get(key) === entry) cached.delete(key);
      });
    }
  }

  function isFresh(entry: CachedCandles | undefined, period: Period, now: Millis): boolean {
    const holdsMs = Math.max(SHORTEST_KEPT_MS, Math.min(LONGEST_KEPT_MS, PERIOD_MS[period] / 12));
    return entry !== undefined && now - entry.at < holdsMs && now >= entry.at;
  }

  return async (instruments: readonly Instrument[], period: Period, now: Millis) => {
    const missing = instruments.filter(({ code }) => !isFresh(cached.get(keyOf(code, period)), period, now));
    if (missing.length > 0) fetchAll(missing, period, now);
    const entries = instruments.map(async ({ code }) => {
      const candles = await cached.get(keyOf(code, period))?.candles;
      const entry: [string, WireCandle[]] = [code, [...(candles ?? [])]];
      return entry;
    });
    return Object.fromEntries(await Promise.all(entries));
  };
}

const keyOf = (code: string, period: Period): string => `${code} ${period}`;
