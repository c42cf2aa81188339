// The rows of the price ladder: prices of the grid around an anchor, the size of the book at each, and the member's own
// orders.

import type { WireOverseaOrder, WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { otherSide } from '@maru/engine/oversea/pricing';
import type { Book } from '../../market/book/order-book.ts';
import { comparePrices, movedBy, onGrid } from '../../market/prices/price-grid.ts';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import type { OrderKind, OrderSide } from '../orders/order-request.ts';
import type { Movable } from '../orders/use-moves.ts';

/** One side of one price. */
export interface Cell {
  readonly side: OrderSide;
  readonly price: string;
}

export interface LadderRowView {
  /** As `onGrid` writes it. */
  readonly price: string;
  readonly isLast: boolean;
  readonly side: 'ask' | 'bid' | undefined;
  readonly size: string | undefined;
  readonly buys: readonly Movable[];
  readonly sells: readonly Movable[];
}

/** Rows above and below the anchor. */
export const REACH_ROWS = 24;

interface Held {
  readonly instrument: Pick<WireOverseaOption, 'id' | 'tickSize'>;
  readonly anchor: string;
  readonly tick: LiveTick | undefined;
  readonly book: Book | undefined;
  readonly position: WireOverseaPosition | undefined;
  readonly orders: readonly WireOverseaOrder[];
}

export function ladderRows({
  instrument,
  anchor,
  tick,
  book,
  position,
  orders,
}: Held): readonly LadderRowView[] {
  const { tickSize } = instrument;
  const at = (price: string) => onGrid(price, tickSize);
  const sizes = new Map(
    [...(book?.asks ?? []), ...(book?.bids ?? [])].map((each) => [at(each.price), each.size]),
  );
  const mine = new Map<string, { readonly buys: Movable[]; readonly sells: Movable[] }>();
  const put = (price: string | null, side: OrderSide, chip: Movable) => {
    if (price === null) return;
    const row = mine.get(at(price)) ?? { buys: [], sells: [] };
    row[side === 'LONG' ? 'buys' : 'sells'].push(chip);
    mine.set(at(price), row);
  };
  for (const order of orders)
    if (order.overseaOptionId === instrument.id) put(order.price, order.tradeType, { kind: 'order', order });
  if (position) {
    const out = otherSide(position.tradeType);
    put(position.tpPrice, out, { kind: 'exit', position, leg: 'TP' });
    put(position.slPrice, out, { kind: 'exit', position, leg: 'SL' });
  }
  const last = tick && at(tick.last);
  return Array.from({ length: 2 * REACH_ROWS + 1 }, (_, index) => {
    const price = movedBy(anchor, REACH_ROWS - index, tickSize);
    const order = last === undefined ? 0 : comparePrices(price, last);
    return {
      price,
      isLast: last !== undefined && order === 0,
      side: order === 0 ? undefined : order > 0 ? 'ask' : 'bid',
      size: order === 0 ? undefined : sizes.get(price),
      buys: mine.get(price)?.buys ?? [],
      sells: mine.get(price)?.sells ?? [],
    } as const;
  });
}

/**
 * On its own side of the market a tap is a limit; beyond it a limit would be filled at once, so it is a trigger. A
 * trigger cannot be at the last price itself (docs/rules.md 4.2).
 */
export function kindAt(side: OrderSide, price: string, tick: LiveTick): Exclude<OrderKind, 'MARKET'> {
  const isBeyond =
    side === 'LONG' ? comparePrices(price, tick.ask) >= 0 : comparePrices(price, tick.bid) <= 0;
  return isBeyond && comparePrices(price, tick.last) !== 0 ? 'STOPMARKET' : 'LIMIT';
}
