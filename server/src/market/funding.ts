// What the market knows of the funding of a perpetual contract (docs/rules.md 3.11), for lists, pushes and the product
// that charges it.
import type { Price, Rate } from '@maru/engine/amount';
import type { Millis } from '@maru/engine/time';

export interface Funding {
  /** What the rate would be if the interval ended now. */
  readonly rate: Rate;
  /** The rate of the last interval: it is in the mark price. */
  readonly lastRate: Rate;
  readonly nextFundingAt: Millis;
  readonly intervalMs: number;
}

export type FundingOf = (stock: string, now: Millis) => Funding | undefined;

export interface FundingRates {
  /** Undefined for what has no funding. */
  readonly of: FundingOf;
  /**
   * The rate of the interval that ended at this boundary. It is final and durable once it was answered: ask when every
   * tick of the interval has arrived. Undefined where nothing is known of the interval.
   */
  rateAt(stock: string, boundary: Millis): Promise<Rate | undefined>;
  /** Where another process computes the rates: whether that of this boundary is final and can be read here. */
  isFinal?(boundary: Millis): boolean;
  /** The last recorded mark at or before the boundary; undefined if it is more than a minute older. */
  markAt(stock: string, boundary: Millis): Promise<Price | undefined>;
}
