// The limits a member has set for themselves on the price ladder: the first one that an order breaks.
import type { WireOverseaOrder, WireOverseaPosition } from '@maru/contract/oversea';
import type { OrderGuard } from '../shell/preferences.ts';
import { ticksFrom } from './price-grid.ts';
import type { OrderWish } from './use-order-placing.ts';

export type BrokenLimit = 'once' | 'reach' | 'total';

interface Around {
  readonly guard: OrderGuard;
  readonly last: string | undefined;
  readonly tickSize: string;
  readonly position: Pick<WireOverseaPosition, 'tradeType' | 'qty'> | undefined;
  /** Resting orders of the instrument. */
  readonly orders: readonly Pick<WireOverseaOrder, 'qty' | 'reduceOnly'>[];
}

export function brokenLimit(wish: OrderWish, around: Around): BrokenLimit | undefined {
  const { guard, last, tickSize, position, orders } = around;
  const isReducing =
    wish.reduceOnly === true ||
    (position !== undefined && position.tradeType !== wish.tradeType && wish.qty <= position.qty);
  // Nobody is kept from getting out.
  if (wish.qty > guard.once && !isReducing) return 'once';
  if (wish.price !== undefined && last !== undefined) {
    const distance = Math.abs(ticksFrom(last, wish.price, tickSize));
    if (distance > guard.ticks) return 'reach';
  }
  if (isReducing) return undefined;
  const resting = orders.reduce((sum, { qty, reduceOnly }) => sum + (reduceOnly ? 0 : qty), 0);
  return (position?.qty ?? 0) + resting + wish.qty > guard.total ? 'total' : undefined;
}
