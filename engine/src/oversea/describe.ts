import { toDecimal } from '../amount.ts';
import type { OverseaOrder, OverseaPosition, OverseaState } from './state.ts';

/** One line for each order and each position, with its place in its account. */
export function describeOversea({ accounts, orders, positions }: OverseaState): readonly string[] {
  const lines: string[] = [];
  for (const [player, account] of accounts) {
    for (const order of account.orders.values()) lines.push(`oversea ${player} ${describeOrder(order)}`);
    for (const [instrument, position] of account.positions)
      lines.push(`oversea ${player} ${instrument} ${describePosition(position)}`);
  }
  for (const order of orders.values()) lines.push(describeOrder(order));
  for (const position of positions.values()) lines.push(describePosition(position));
  return lines;
}

function describeOrder(order: OverseaOrder): string {
  const { id, player, site, instrument, wallet, side, type, qty, price, fires, reduceOnly } = order;
  return [
    `order ${id} ${player} ${site} ${instrument} ${wallet} ${side} ${type} ${qty} ${toDecimal(price)} ${fires} ${reduceOnly}`,
    `${order.tpTick ?? '-'}/${order.slTick ?? '-'} ${toDecimal(order.margin)} ${order.tradeDate} ${order.placedAt}${order.isUnpriced ? ' unpriced' : ''}`,
  ].join(' ');
}

function describePosition(position: OverseaPosition): string {
  const { id, player, site, instrument, wallet, side, qty, entry, margin, tpTick, slTick } = position;
  return [
    `position ${id} ${player} ${site} ${instrument} ${wallet} ${side} ${qty} ${entry.sum}/${entry.over} ${toDecimal(margin)}`,
    `${tpTick}/${slTick} ${position.overnight} ${position.heldFor} ${position.openedAt}`,
    toDecimal(position.entryCommission),
  ].join(' ');
}
