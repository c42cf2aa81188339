// The past of a source from before the record began, as the market reads it. A source that has to compute it does so in
// a thread of its own.
import type { CandleText } from '@maru/contract/candle-text';
import type { Price } from '@maru/engine/amount';
import type { Candle, Period } from '@maru/engine/market/candle';
import type { Millis } from '@maru/engine/time';

export interface Window {
  readonly from: Millis;
  readonly to: Millis;
}

export interface Past {
  /** Which stocks have a past; absent: all. Of the others there is only the record. */
  readonly knows?: (stock: string) => boolean;
  /** The last price at or before an instant. */
  priceAt(stock: string, at: Millis): Promise<Price | undefined>;
  /** Candles that start in the window and before `until`, which is now. */
  candles(stock: string, period: Period, window: Window, until: Millis): Promise<readonly Candle[]>;
  /** The newest of the same, at most `most`, as text. */
  candleText(
    stock: string,
    period: Period,
    window: Window,
    asked: { readonly until: Millis; readonly most: number },
  ): Promise<CandleText>;
}
