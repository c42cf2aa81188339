// The past of the simulated market in blocks. Finished candles never change, so a block is computed once and cached; a
// chart of a simulated year then costs as much as any other.
import { type Candle, PERIOD_MS, type Period } from '@maru/engine/market/candle';
import { DAY_MS, KST_OFFSET_MS, type Millis, millis } from '@maru/engine/time';
import type { Window } from '../market/past.ts';

const BLOCK_CANDLES = 60;
const MOST_BLOCKS = 1_200;
/** No trade date is longer than this, so blocks of days that are computed with this margin split none. */
const DAY_MARGIN_MS = 4 * DAY_MS;

type Compute = (stock: string, period: Period, window: Window) => readonly Candle[];

/** Candles that start in the window and before `until`, which is now. */
export function createPastBlocks(
  compute: Compute,
): (stock: string, period: Period, window: Window, until: Millis) => readonly Candle[] {
  const blocks = new Map<string, readonly Candle[]>();

  function block(stock: string, period: Period, from: Millis, until: Millis): readonly Candle[] {
    const to = millis(from + BLOCK_CANDLES * PERIOD_MS[period]);
    const marginMs = period === '1d' ? DAY_MARGIN_MS : 0;
    if (to + marginMs > until) return computeBlock(stock, period, { from, to }, until);
    const key = `${stock} ${period} ${from}`;
    const cached = blocks.get(key);
    if (cached) {
      // Moved to the end of the map: the first entry is the least recently used one.
      blocks.delete(key);
      blocks.set(key, cached);
      return cached;
    }
    const result = computeBlock(stock, period, { from, to }, until);
    blocks.set(key, result);
    for (const oldest of blocks.keys()) {
      if (blocks.size <= MOST_BLOCKS) break;
      blocks.delete(oldest);
    }
    return result;
  }

  function computeBlock(stock: string, period: Period, { from, to }: Window, until: Millis) {
    const marginMs = period === '1d' ? DAY_MARGIN_MS : 0;
    const end = millis(Math.min(to + marginMs, until));
    if (end <= from) return [];
    return compute(stock, period, { from: millis(from - marginMs), to: end }).filter(
      ({ start }) => start >= from && start < to,
    );
  }

  return (stock, period, { from, to }, until) => {
    const blockMs = BLOCK_CANDLES * PERIOD_MS[period];
    const result: Candle[] = [];
    // Aligned to Korean time, as candles are.
    const first = Math.floor((from + KST_OFFSET_MS) / blockMs) * blockMs - KST_OFFSET_MS;
    for (let at = first; at < to; at += blockMs) {
      for (const candle of block(stock, period, millis(at), until)) {
        if (candle.start >= from && candle.start < to) result.push(candle);
      }
    }
    return result;
  };
}
