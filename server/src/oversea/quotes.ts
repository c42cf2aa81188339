import type { Quote } from '@maru/engine/market/quote';
import type { Tick } from '@maru/engine/market/tick';
import type { Millis } from '@maru/engine/time';
import type { OverseaPrices } from './deps.ts';

/** The part of a tick that a decision needs. */
export const quoteOf = ({ ts, seq, last, bid, ask }: Tick): Quote => ({ ts, seq, last, bid, ask });

export function usableQuote(prices: OverseaPrices, stock: string, now: Millis): Quote | undefined {
  const tick = prices.usable(stock, now);
  return tick && quoteOf(tick);
}
