// Cancels resting orders and releases their margin.
import type { Amount } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import type { WalletType } from '../purse.ts';
import type { Wallet } from '../wallet.ts';
import type { CancelOverseaOrder, CancelOverseaOrders, FillOverseaOrder } from './commands.ts';
import { cancelledOrder } from './event-facts.ts';
import type { OverseaOrdersCancelled } from './events.ts';
import { accountOf, type EndingOrder } from './settle.ts';

export function cancelOrder(
  book: Book,
  player: Player,
  command: CancelOverseaOrder,
  context: Context,
): Decision<OverseaOrdersCancelled, 'ORDER_NOT_FOUND'> {
  const order = accountOf(book, player).orders.get(command.order);
  // An order of another player is refused like one that does not exist.
  if (order === undefined) return refuse('ORDER_NOT_FOUND');
  return accept(cancelled(book, player, context, [{ order, reason: 'PLAYER' }]));
}

export function cancelOrders(
  book: Book,
  player: Player,
  { instrument }: CancelOverseaOrders,
  context: Context,
): Decision<OverseaOrdersCancelled, 'ORDER_NOT_FOUND'> {
  const orders: EndingOrder[] = [];
  for (const order of accountOf(book, player).orders.values()) {
    if (instrument === undefined || order.instrument === instrument) orders.push({ order, reason: 'PLAYER' });
  }
  return orders.length === 0 ? refuse('ORDER_NOT_FOUND') : accept(cancelled(book, player, context, orders));
}

/** A price reached an order that its player may not have filled: it ends. */
export function barredOrder(
  book: Book,
  player: Player,
  command: FillOverseaOrder,
  context: Context,
): OverseaOrdersCancelled | undefined {
  const order = accountOf(book, player).orders.get(command.order);
  return order && cancelled(book, player, context, [{ order, reason: 'OWN_LIMIT' }]);
}

/** The event that ends these orders and nothing else. */
export function cancelled(
  book: Book,
  player: Player,
  context: Context,
  orders: readonly EndingOrder[],
): OverseaOrdersCancelled {
  let margin = 0n;
  let type: WalletType | undefined;
  for (const { order } of orders) {
    margin += order.margin;
    type = order.wallet;
  }
  const wallet = walletOf(player, type);
  const { free, wait, currency } = wallet;
  const back = { from: wait, to: free, currency, amount: margin as Amount, reason: 'OVERSEA_MARGIN_BACK' };
  const transfers = margin > 0n ? [back] : [];
  return {
    ...playerEvent('OVERSEA_ORDERS_CANCELLED', book, player, context, transfers, wallet),
    cancelled: orders.map(({ order, reason }) => cancelledOrder(order, reason)),
  };
}

/** The wallet in which an order or a position of the player lies. */
export function walletOf(player: Player, type: WalletType | undefined): Wallet {
  const wallet = type === undefined ? undefined : player.wallets.get(type);
  assert(wallet !== undefined, 'what a player has lies in a wallet of the player');
  return wallet;
}
