import type { Price, Qty } from '../amount.ts';
import type { Millis } from '../time.ts';

/** Resting sizes around the price, best first on both sides. For display only: nothing fills against it. */
export interface Depth {
  readonly at: Millis;
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

export interface DepthLevel {
  readonly price: Price;
  readonly qty: Qty;
}
