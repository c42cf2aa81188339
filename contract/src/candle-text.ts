// Candles as text for the wire. Code that computes many creates the text in the same thread, not in the one that
// answers: a page of candles as objects would block that thread for milliseconds.
import { toDecimal } from '@maru/engine/amount';
import type { Candle } from '@maru/engine/market/candle';
import type { Millis } from '@maru/engine/time';
import type { WireCandle } from './market.ts';

export const wireCandle = ({ start, open, high, low, close, ticks }: Candle): WireCandle => ({
  time: start,
  open: toDecimal(open),
  high: toDecimal(high),
  low: toDecimal(low),
  close: toDecimal(close),
  volume: ticks,
});

/** Candles in a row, oldest first, as the inside of a JSON array. */
export interface CandleText {
  readonly count: number;
  /** The start of the first of them. */
  readonly first: Millis | undefined;
  readonly text: string;
}

export const NO_CANDLES: CandleText = { count: 0, first: undefined, text: '' };

export function candleText(candles: readonly Candle[]): CandleText {
  const text = candles.map((each) => JSON.stringify(wireCandle(each))).join(',');
  return { count: candles.length, first: candles[0]?.start, text };
}

export function joinTexts(before: CandleText, after: CandleText): CandleText {
  if (before.count === 0) return after;
  if (after.count === 0) return before;
  return {
    count: before.count + after.count,
    first: before.first,
    text: `${before.text},${after.text}`,
  };
}
