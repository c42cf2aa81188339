import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import { type PlayerId, playerPurse } from '../purse.ts';
import { balanceOf } from '../transfer.ts';
import { orderDigest, positionDigest } from './digest.ts';
import type {
  CancelledOrder,
  CancelReason,
  OpenPosition,
  OverseaEvent,
  OverseaFill,
  OverseaFilled,
  OverseaOrderPlaced,
} from './events.ts';
import { orderMachine } from './order-state.ts';
import { isPositionChange } from './position-state.ts';
import type { OverseaAccount, OverseaOrder, OverseaPosition, OverseaState } from './state.ts';

export function applyOversea(book: Book, event: OverseaEvent): void {
  followOversea(book.oversea, event);
  if (event.kind !== 'OVERSEA_FILLED') return;
  const player = playerOf(event);
  if (book.oversea.accounts.get(player)?.positions.size) return;
  for (const { wallet } of event.fills) {
    const free = balanceOf(book, playerPurse(player, wallet, 'free'));
    assert(free >= 0n, 'who has no position owes nothing');
  }
}

/** The state alone, without the money: followers of the durable events keep a state of their own. */
export function followOversea(state: OverseaState, event: OverseaEvent): void {
  const player = playerOf(event);
  switch (event.kind) {
    case 'OVERSEA_ORDER_PLACED':
      putOrder(state, placedOrder(event, player));
      return;
    case 'OVERSEA_FILLED':
      fill(state, player, event);
      return;
    case 'OVERSEA_ORDERS_CANCELLED':
      cancel(state, player, event.cancelled);
      return;
    case 'OVERSEA_TPSL_SET':
    case 'OVERSEA_OVERNIGHT_SET':
      change(state, event.position);
      return;
    case 'OVERSEA_CARRIED':
      for (const { position } of event.carried) change(state, position);
      return;
  }
}

export function playerOf(event: OverseaEvent): PlayerId {
  const [step] = event.steps;
  assert(step !== undefined, 'an order, a fill or a position is somebody’s');
  return step.player;
}

/** The order that rests from this event on. */
export function placedOrder(event: OverseaOrderPlaced, player: PlayerId): OverseaOrder {
  const { id, site, instrument, wallet, side, type, qty, price, fires } = event;
  const { reduceOnly, isUnpriced = false, tpTick, slTick, margin, tradeDate, at: placedAt } = event;
  const terms = { instrument, wallet, side, type, qty, price, fires, reduceOnly, isUnpriced, tpTick, slTick };
  return { id, player, site, ...terms, margin, tradeDate, placedAt };
}

function fill(state: OverseaState, player: PlayerId, event: OverseaFilled): void {
  if (event.order !== undefined) removeOrder(state, player, event.order, 'FILL');
  cancel(state, player, event.cancelled);
  for (const each of event.fills) settle(state, player, event, each);
  forgetIfEmpty(state, player);
}

function settle(state: OverseaState, player: PlayerId, event: OverseaFilled, made: OverseaFill): void {
  const { instrument, wallet, position } = made;
  const before = state.accounts.get(player)?.positions.get(instrument);
  assert(before?.id === made.closedPosition || made.closedQty === 0, 'what is closed was open');
  assert(isPositionChange(before, made), 'a position changes as its table says');
  if (position === undefined) {
    assert(before !== undefined, 'a fill that leaves nothing closed something');
    removePosition(state, before);
    return;
  }
  if (before !== undefined && before.id !== position.id) removePosition(state, before);
  const openedAt = before?.id === position.id ? before.openedAt : event.at;
  putPosition(state, { ...position, player, site: event.site, instrument, wallet, openedAt });
}

function cancel(state: OverseaState, player: PlayerId, cancelled: readonly CancelledOrder[]): void {
  for (const { order, reason } of cancelled) removeOrder(state, player, order, reason);
  forgetIfEmpty(state, player);
}

function change(state: OverseaState, changed: OpenPosition): void {
  const position = state.positions.get(changed.id);
  assert(position !== undefined, 'what is changed is open');
  putPosition(state, { ...position, ...changed });
}

/** Also called at the start for every row: a loaded state is made by the same calls. */
export function putOrder(state: OverseaState, order: OverseaOrder): void {
  assert(!state.orders.has(order.id), 'an order is placed once');
  state.orders.set(order.id, order);
  addDigest(state, orderDigest(order));
  accountOf(state, order.player).orders.set(order.id, order);
}

export function putPosition(state: OverseaState, position: OverseaPosition): void {
  const before = state.positions.get(position.id);
  addDigest(state, positionDigest(position) - (before === undefined ? 0n : positionDigest(before)));
  state.positions.set(position.id, position);
  accountOf(state, position.player).positions.set(position.instrument, position);
}

function removeOrder(state: OverseaState, player: PlayerId, id: number, end: CancelReason | 'FILL'): void {
  const order = state.orders.get(id);
  assert(order !== undefined, 'an order ends once');
  assert(orderMachine.next('RESTING', end) !== undefined, 'an order ends as its table says');
  state.orders.delete(id);
  addDigest(state, -orderDigest(order));
  assert(state.accounts.get(player)?.orders.delete(id) === true, 'an order is its player’s');
}

function removePosition(state: OverseaState, position: OverseaPosition): void {
  const { id, player, instrument } = position;
  state.positions.delete(id);
  state.accounts.get(player)?.positions.delete(instrument);
  addDigest(state, -positionDigest(position));
}

function addDigest({ digest }: OverseaState, by: bigint): void {
  digest[0] = digest[0]! + by;
}

function accountOf(state: OverseaState, player: PlayerId): OverseaAccount {
  const known = state.accounts.get(player);
  if (known !== undefined) return known;
  const fresh: OverseaAccount = { orders: new Map(), positions: new Map() };
  state.accounts.set(player, fresh);
  return fresh;
}

function forgetIfEmpty(state: OverseaState, player: PlayerId): void {
  const account = state.accounts.get(player);
  if (account?.orders.size === 0 && account.positions.size === 0) state.accounts.delete(player);
}
