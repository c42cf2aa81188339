// The bars of a chart: candles in order of time, each start once. Pure, so that any order of pages, ticks and cuts can
// be tested; candles are built by the engine's own function, the same that the server uses.
import type { WireCandle } from '@maru/contract/market';
import { type Price, price } from '@maru/engine/amount';
import { type Candle, withTick } from '@maru/engine/market/candle';
import { type Millis, millis } from '@maru/engine/time';

export type Bars = readonly Candle[];

export interface PlacedTick {
  readonly last: Price;
  readonly at: Millis;
}

export const barOf = ({ time, open, high, low, close, volume }: WireCandle): Candle => ({
  start: millis(time),
  open: price(open),
  high: price(high),
  low: price(low),
  close: price(close),
  ticks: volume,
});

/** The index of the bar with this start, or where it would be inserted. */
export function placeOf(bars: Bars, start: Millis): number {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bars[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adds a tick. A late one can widen its bar, but the close belongs to the newest tick. */
export function withTickInBars(
  bars: Bars,
  { start, last, isLate }: { readonly start: Millis; readonly last: Price; readonly isLate: boolean },
): Bars {
  const place = placeOf(bars, start);
  const bar = bars[place];
  if (bar?.start !== start) return bars.toSpliced(place, 0, withTick(undefined, start, { last }));
  const widened = withTick(bar, start, { last });
  return bars.with(place, isLate ? { ...widened, close: bar.close } : widened);
}

export interface Tail {
  readonly bars: Bars;
  /** Nothing was left out because there was too much for one answer. */
  readonly isWhole: boolean;
}

/** The server's bars from `begin` on replace ours, except those newer than its newest bar. */
export function withTail(bars: Bars, begin: Millis, { bars: answered, isWhole }: Tail): Bars {
  const first = answered[0];
  const last = answered.at(-1);
  if (!first || !last) return bars;
  // Too long without updates: between our bars and these is a gap that the chart would not show.
  if (!isWhole && first.start > begin) return answered;
  const known = new Map(bars.slice(placeOf(bars, begin)).map((bar) => [bar.start, bar]));
  const since = answered
    .slice(placeOf(answered, begin))
    // An unchanged bar stays the same object, so that only changed bars are drawn again.
    .map((bar) => (isSame(known.get(bar.start), bar) ? known.get(bar.start)! : bar));
  const newer = bars.slice(placeOf(bars, millis(Math.max(begin, last.start + 1))));
  return [...bars.slice(0, placeOf(bars, begin)), ...since, ...newer];
}

/** Adds an older page in front; where both have a bar, ours is used. */
export function withOlder(bars: Bars, older: Bars): Bars {
  const first = bars[0];
  return first ? [...older.slice(0, placeOf(older, first.start)), ...bars] : older;
}

const isSame = (a: Candle | undefined, b: Candle): boolean =>
  a !== undefined &&
  a.open === b.open &&
  a.high === b.high &&
  a.low === b.low &&
  a.close === b.close &&
  a.ticks === b.ticks;
