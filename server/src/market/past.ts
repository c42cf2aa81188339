// What a source knows of the time before the record began, as the market asks for it. A source that has to compute it
// does so in a thread of its own.
import type { CandleText } from '@maru/contract/candle-text';
import type { Price } from '@maru/engine/amount';
import type { Candle, Period } from '@maru/engine/market/candle';
import type { Millis } from '@maru/engine/time';

export interface Window {
  readonly from: Millis;
  readonly to: Millis;
}

export interface Past {
  /** Whose past it knows; absent: everybody's. The record is all there is of the others. */
  readonly knows?: (stock: string) => boolean;
  /** The last price at or before an instant. */
  priceAt(stock: string, at: Millis): Promise<Price | undefined>;
  /** Candles that start in the window and before `until`, which is now. */
  candles(stock: string, period: Period, window: Window, until: Millis): Promise<readonly Candle[]>;
  /** The newest of the same, at most so many, as text. */
  candleText(
    stock: string,
    period: Period,
    window: Window,
    asked: { readonly until: Millis; readonly most: number },
  ): Promise<CandleText>;
}
