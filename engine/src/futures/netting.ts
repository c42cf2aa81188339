// One net position per instrument: what an order closes of it, and what it opens (docs/rules.md 3.6).
import { type Amount, divide, type Qty } from '../amount.ts';
import type { RestingOrder } from './events.ts';
import type { OrderSide } from './terms.ts';

export interface Net {
  readonly side: OrderSide;
  readonly qty: Qty;
}

export interface Split {
  readonly closed: Qty;
  readonly opened: Qty;
}

const NONE = 0n as Qty;

export function splitOf(position: Net | undefined, { side, qty }: Net): Split {
  if (position === undefined || position.side === side) return { closed: NONE, opened: qty };
  const closed = position.qty < qty ? position.qty : qty;
  return { closed, opened: (qty - closed) as Qty };
}

/** Is there something of the other side that an order of this side makes smaller? */
export const canReduce = (position: Net | undefined, side: OrderSide): boolean =>
  position !== undefined && position.side !== side;

/** A reduce-only order is reduced to what is open (docs/rules.md 0.1); an exit without a quantity closes all of it. */
export function shrunk(
  order: { readonly side: OrderSide; readonly qty?: Qty; readonly reduceOnly: boolean },
  position: Net | undefined,
): Qty {
  const { side, qty, reduceOnly } = order;
  const most = canReduce(position, side) && position !== undefined ? position.qty : NONE;
  if (qty === undefined) return most;
  return reduceOnly && most < qty ? most : qty;
}

/** How much a resting order would open if it were filled now. */
export const openingPart = (
  { side, qty, reduceOnly }: Pick<RestingOrder, 'side' | 'qty' | 'reduceOnly'>,
  position: Net | undefined,
): Qty => (reduceOnly || qty === undefined ? NONE : splitOf(position, { side, qty }).opened);

/** What a resting order holds back: the cost of the part that it would open now, rounded up. */
export function heldBack(
  order: Pick<RestingOrder, 'side' | 'qty' | 'reduceOnly' | 'cost'>,
  position: Net | undefined,
  unit: Amount,
): Amount {
  const opened = openingPart(order, position);
  if (opened === NONE || order.qty === undefined) return 0n as Amount;
  if (opened === order.qty) return order.cost;
  return (divide(order.cost * opened, order.qty * unit, 'up') * unit) as Amount;
}
