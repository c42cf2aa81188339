import { toDecimal } from '../amount.ts';
import type { ExitLevel, Trailing } from './events.ts';
import type { FuturesOrder, FuturesPosition, FuturesState } from './state.ts';

/** One line for each order and each position, with its place in its account, and one for each funded instrument. */
export function describeFutures({ accounts, orders, positions, funded }: FuturesState): readonly string[] {
  const lines: string[] = [];
  for (const [player, account] of accounts) {
    for (const order of account.orders.values()) lines.push(`futures ${player} ${describeOrder(order)}`);
    for (const [instrument, position] of account.positions)
      lines.push(`futures ${player} ${instrument} ${describePosition(position)}`);
  }
  for (const order of orders.values()) lines.push(`futures ${describeOrder(order)}`);
  for (const position of positions.values()) lines.push(`futures ${describePosition(position)}`);
  for (const [key, at] of funded) lines.push(`futures funded ${key} ${at}`);
  return lines;
}

function describeOrder(order: FuturesOrder): string {
  const { id, player, site, instrument, wallet, side, type, state, by, fires } = order;
  return [
    `order ${id} ${player} ${site} ${instrument} ${wallet} ${side} ${type} ${state} ${by} ${fires}`,
    `${figure(order.qty)} at ${figure(order.price)} from ${figure(order.trigger)}`,
    `${order.reduceOnly} ${order.postOnly} ${order.isUnpriced} ${order.leverage} ${order.marginType}`,
    `${toDecimal(order.cost)} of ${order.position ?? '-'} ${level(order.takeProfit)}/${level(order.stopLoss)}`,
    `${trail(order.trailing)} ${order.placedAt}`,
  ].join(' ');
}

const figure = (units: bigint | undefined): string => (units === undefined ? '-' : toDecimal(units));
const level = (exit: ExitLevel | undefined): string =>
  exit === undefined ? '-' : `${toDecimal(exit.price)} ${exit.by}`;

function trail(trailing: Trailing | undefined): string {
  if (trailing === undefined) return '-';
  const { callback, activation, extreme } = trailing;
  const reached = extreme === undefined ? '-' : `${toDecimal(extreme.price)} ${extreme.ts} ${extreme.seq}`;
  return `${toDecimal(callback)} from ${figure(activation)} ${reached}`;
}

function describePosition(position: FuturesPosition): string {
  const { id, player, site, instrument, wallet, side, qty, entry, leverage, marginType } = position;
  return [
    `position ${id} ${player} ${site} ${instrument} ${wallet} ${side} ${toDecimal(qty)} ${entry.sum}/${entry.over}`,
    `${leverage} ${marginType} ${toDecimal(position.margin)} ${toDecimal(position.funding)}`,
    `${toDecimal(position.entryFee)} ${position.openedAt} ${position.warnedAt ?? '-'}`,
  ].join(' ');
}
