// The limits a player has set for their own orders against input mistakes. Only what an order opens is checked against
// them: orders that close or reduce are always accepted.
import type { Price } from '../amount.ts';

export interface OrderGuard {
  /** Contracts that one order may open. */
  readonly once: number;
  /** How far the price of an order may be from the last one, in ticks. */
  readonly ticks: number;
  /** Contracts that may be open or wait to open in all instruments together. */
  readonly total: number;
}

/** The most that a limit may be set to. */
export const GUARD_MOST = 999;

export type GuardRefusal = 'GUARD_ONCE' | 'GUARD_REACH' | 'GUARD_TOTAL';

export interface GuardedOrder {
  /** Contracts that the order opens, at once or when it is filled. */
  readonly opened: number;
  /** Contracts of the account after it, with those that wait to open. */
  readonly totalAfter: number;
  /** The limit or the trigger; undefined for a market order. */
  readonly price: Price | undefined;
  /** Undefined when no price is known: then the distance cannot be judged. */
  readonly last: Price | undefined;
  readonly tickSize: Price;
}

export function brokenGuard(
  guard: OrderGuard | undefined,
  { opened, totalAfter, price, last, tickSize }: GuardedOrder,
): GuardRefusal | undefined {
  if (guard === undefined || opened === 0) return undefined;
  if (opened > guard.once) return 'GUARD_ONCE';
  if (price !== undefined && last !== undefined) {
    const gap = price > last ? price - last : last - price;
    if (gap > BigInt(guard.ticks) * tickSize) return 'GUARD_REACH';
  }
  return totalAfter > guard.total ? 'GUARD_TOTAL' : undefined;
}
