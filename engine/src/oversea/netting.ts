// One net position per instrument: what an order closes of it, and what it opens (docs/rules.md 3.6).
import type { OverseaOrder, OverseaPosition } from './state.ts';
import type { OrderSide } from './terms.ts';

export type Net = Pick<OverseaPosition, 'side' | 'qty'>;
export type Resting = Pick<OverseaOrder, 'instrument' | 'side' | 'qty' | 'reduceOnly'>;

export interface Split {
  readonly closed: number;
  readonly opened: number;
}

export function splitOf(position: Net | undefined, { side, qty }: Net): Split {
  if (position === undefined || position.side === side) return { closed: 0, opened: qty };
  const closed = Math.min(position.qty, qty);
  return { closed, opened: qty - closed };
}

/** Is there something of the other side that an order of this side makes smaller? */
export const canReduce = (position: Net | undefined, side: OrderSide): boolean =>
  position !== undefined && position.side !== side;

/** How many contracts a resting order would open if it were filled now. */
export const openingPart = (order: Resting, position: Net | undefined): number =>
  order.reduceOnly ? 0 : splitOf(position, order).opened;

export interface Contracts {
  /** In one instrument, and in all of them. */
  readonly ofInstrument: number;
  readonly ofPlayer: number;
}

/** Open contracts and those that resting orders would open; without `orders` only what is open. */
export function contractsOf(
  positions: ReadonlyMap<number, Net>,
  orders: Iterable<Resting>,
  instrument: number,
): Contracts {
  let ofInstrument = 0;
  let ofPlayer = 0;
  const count = (at: number, qty: number) => {
    ofPlayer += qty;
    if (at === instrument) ofInstrument += qty;
  };
  for (const [at, { qty }] of positions) count(at, qty);
  for (const order of orders) count(order.instrument, openingPart(order, positions.get(order.instrument)));
  return { ofInstrument, ofPlayer };
}
