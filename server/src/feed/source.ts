// Where prices come from. A source reports what it received; whether it counts, the engine decides (feed.ts).
import type { CandleText } from '@maru/contract/candle-text';
import type { Price } from '@maru/engine/amount';
import type { Candle, Period } from '@maru/engine/market/candle';
import type { Depth } from '@maru/engine/market/depth';
import type { RawTick } from '@maru/engine/market/tick';
import type { Millis } from '@maru/engine/time';

export interface Window {
  readonly from: Millis;
  readonly to: Millis;
}

export interface Source {
  readonly name: string;
  /** Ticks of one instrument come in the source's order. Stopping is idempotent and ends every emission. */
  start(emit: (ticks: readonly RawTick[]) => void): Promise<void>;
  stop(): Promise<void>;
  /** What the source knows of the time before it was started. */
  readonly past?: Past;
  /** The order book of an instrument, where the source has one. */
  readonly depth?: (stock: string, at: Millis) => Depth | undefined;
}

export interface TextAsked {
  readonly until: Millis;
  readonly most: number;
}

export interface Past {
  /** Whose past it knows; absent: everybody's. */
  readonly knows?: (stock: string) => boolean;
  /** The last price at or before an instant. */
  priceAt(stock: string, at: Millis): Promise<Price | undefined>;
  /** Candles that start in the window and before `until`, which is now. */
  candles(stock: string, period: Period, window: Window, until: Millis): Promise<readonly Candle[]>;
  /** The newest of the same, at most so many, as text. */
  candleText(stock: string, period: Period, window: Window, asked: TextAsked): Promise<CandleText>;
}

/** The machine's time, handed in. */
export interface Time {
  readonly clock: () => Millis;
  readonly wait: (ms: number) => Promise<void>;
}
