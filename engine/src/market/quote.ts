import type { Price } from '../amount.ts';
import type { Millis } from '../time.ts';

/** As much of a tick as a decision needs; the record of ticks has the rest under the same time and number. */
export interface Quote {
  readonly ts: Millis;
  readonly seq: number;
  readonly last: Price;
  readonly bid: Price;
  readonly ask: Price;
  /** Only where a product is judged by it. */
  readonly mark?: Price;
}
