// Cancels resting orders. They hold nothing in a purse, so no money moves (docs/rules.md 3.5).
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import { accountOf } from './account.ts';
import type { CancelFuturesOrder, CancelFuturesOrders, FillFuturesOrder } from './commands.ts';
import type { FuturesOrdersCancelled } from './events.ts';
import { cancelledOrder, type EndingOrder } from './settle.ts';

export function cancelOrder(
  book: Book,
  player: Player,
  command: CancelFuturesOrder,
  context: Context,
): Decision<FuturesOrdersCancelled, 'ORDER_NOT_FOUND'> {
  const order = accountOf(book, player).orders.get(command.order);
  // An order of another player is refused like one that does not exist.
  if (order === undefined) return refuse('ORDER_NOT_FOUND');
  return accept(cancelled(book, player, context, [{ order, reason: 'PLAYER' }]));
}

/** When a connection is lost, what protects or closes a position stays: only what could open one is cancelled. */
export function cancelOrders(
  book: Book,
  player: Player,
  { instrument, reason }: CancelFuturesOrders,
  context: Context,
): Decision<FuturesOrdersCancelled, 'ORDER_NOT_FOUND'> {
  const orders: EndingOrder[] = [];
  for (const order of accountOf(book, player).orders.values()) {
    if (instrument !== undefined && order.instrument !== instrument) continue;
    if (reason === 'DISCONNECT' && order.reduceOnly) continue;
    orders.push({ order, reason });
  }
  return orders.length === 0 ? refuse('ORDER_NOT_FOUND') : accept(cancelled(book, player, context, orders));
}

/** A price reached an order that its player may not have filled: it ends. */
export function barredOrder(
  book: Book,
  player: Player,
  command: FillFuturesOrder,
  context: Context,
): FuturesOrdersCancelled | undefined {
  const order = accountOf(book, player).orders.get(command.order);
  return order && cancelled(book, player, context, [{ order, reason: 'OWN_LIMIT' }]);
}

/** The event that ends these orders and nothing else. */
export const cancelled = (
  book: Book,
  player: Player,
  context: Context,
  orders: readonly EndingOrder[],
): FuturesOrdersCancelled => ({
  ...playerEvent('FUTURES_ORDERS_CANCELLED', book, player, context),
  cancelled: orders.map(({ order, reason }) => cancelledOrder(order, reason)),
});
