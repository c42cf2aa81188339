import type { Amount } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import { carry } from '../digest.ts';
import type { PlayerId, SiteId, WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import { balanceIn } from '../transfer.ts';
import { fundedDigest, fundingWeight, orderDigest, positionDigest } from './digest.ts';
import type {
  CancelledOrder,
  CancelReason,
  FuturesEvent,
  FuturesFill,
  FuturesFilled,
  FuturesFunded,
  FuturesOrderChanged,
  PositionState,
  RestingOrder,
} from './events.ts';
import { isFunded } from './gates.ts';
import { orderMachine } from './order-state.ts';
import { isPositionChange } from './position-state.ts';
import {
  type FuturesAccount,
  type FuturesOrder,
  type FuturesPosition,
  type FuturesState,
  fundedKey,
} from './state.ts';
import { fundingPayments, isIsolated, UNIT } from './value.ts';

export function applyFutures(book: Book, event: FuturesEvent): void {
  const state = book.futures;
  followFutures(state, event);
  if (event.kind === 'FUTURES_FUNDED') return;
  const player = playerOf(event);
  let checked: WalletType | undefined;
  for (const wallet of walletsMoved(state, player, event)) {
    if (wallet === checked) continue;
    assertBacked(book, state, player, wallet);
    checked = wallet;
  }
}

/** The wallets whose money the event may have moved: of fills nearly always the same one. */
function walletsMoved(state: FuturesState, player: PlayerId, event: FuturesEvent): readonly WalletType[] {
  if (event.kind === 'FUTURES_FILLED') return event.fills.map(({ wallet }) => wallet);
  if (event.kind !== 'FUTURES_MARGIN_MOVED') return [];
  const position = state.accounts.get(player)?.positions.get(event.instrument);
  return position === undefined ? [] : [position.wallet];
}

/**
 * The margin that a wallet has set aside is that of its isolated positions, and who has no cross position in it owes
 * nothing (docs/rules.md 6.1).
 */
function assertBacked(book: Book, state: FuturesState, player: PlayerId, type: WalletType): void {
  const wallet = book.players.get(player)?.wallets.get(type);
  assert(wallet?.unit === UNIT, 'coin futures needs eight places');
  let setAside = 0n;
  let hasCross = false;
  for (const position of state.accounts.get(player)?.positions.values() ?? []) {
    if (position.wallet !== type) continue;
    if (isIsolated(position)) setAside += position.margin;
    else hasCross = true;
  }
  assert(
    balanceIn(book, wallet, 'posMargin') === setAside,
    'what is set aside is the margin of isolated positions',
  );
  assert(hasCross || balanceIn(book, wallet, 'free') >= 0n, 'who has no cross position owes nothing');
}

/** The state alone, without the money: followers of the durable events keep a state of their own. */
export function followFutures(state: FuturesState, event: FuturesEvent): void {
  if (event.kind === 'FUTURES_FUNDED') {
    fund(state, event);
    return;
  }
  const player = playerOf(event);
  const whose: Whose = { player, site: event.site };
  switch (event.kind) {
    case 'FUTURES_ORDER_PLACED':
      cancel(state, event.cancelled);
      place(state, whose, event.order);
      break;
    case 'FUTURES_ORDER_CHANGED':
      changeOrder(state, whose, event);
      break;
    case 'FUTURES_FILLED':
      fill(state, whose, event);
      break;
    case 'FUTURES_ORDERS_CANCELLED':
      cancel(state, event.cancelled);
      break;
    case 'FUTURES_EXITS_SET':
      cancel(state, event.cancelled);
      for (const order of event.placed) place(state, whose, order);
      break;
    case 'FUTURES_LEVERAGE_SET':
      if (event.position !== undefined) changePosition(state, event.position);
      for (const order of event.orders) replaceOrder(state, { ...order, ...whose });
      break;
    case 'FUTURES_MARGIN_MOVED':
      changePosition(state, event.position);
      break;
    case 'FUTURES_WARNED':
      for (const { id } of event.positions) warn(state, id, event.at);
      break;
  }
  forgetIfEmpty(state, player);
}

interface Whose {
  readonly player: PlayerId;
  readonly site: SiteId;
}

export function playerOf(event: Exclude<FuturesEvent, FuturesFunded>): PlayerId {
  const [step] = event.steps;
  assert(step !== undefined, 'an order, a fill or a position is somebody’s');
  return step.player;
}

function place(state: FuturesState, whose: Whose, order: RestingOrder): void {
  const came = order.state === 'OPEN' ? 'REST' : 'WAIT';
  assert(orderMachine.next('NEW', came) === order.state, 'an order rests as its table says');
  putOrder(state, { ...order, ...whose });
}

function changeOrder(state: FuturesState, whose: Whose, { cause, order }: FuturesOrderChanged): void {
  const before = state.orders.get(order.id);
  assert(before !== undefined, 'what is changed rests');
  const after = cause === 'TRIGGERED' ? orderMachine.next(before.state, 'TRIGGER') : before.state;
  assert(after === order.state, 'an order changes as its table says');
  replaceOrder(state, { ...order, ...whose });
}

function fill(state: FuturesState, whose: Whose, event: FuturesFilled): void {
  if (event.order !== undefined) removeOrder(state, event.order.id, 'FILL');
  cancel(state, event.cancelled);
  for (const each of event.fills) settle(state, whose, each);
  for (const order of event.placed) place(state, whose, order);
}

function settle(state: FuturesState, whose: Whose, made: FuturesFill): void {
  const { instrument, wallet, position, closedQty, openedQty } = made;
  const before = state.accounts.get(whose.player)?.positions.get(instrument);
  assert(before?.id === made.closedPosition || closedQty === 0n, 'what is closed was open');
  assert(isPositionChange(before, made), 'a position changes as its table says');
  assert(
    closedQty + openedQty === made.qty &&
      (before?.qty ?? 0n) - closedQty + openedQty === (position?.qty ?? 0n),
    'what is open is what was open, less what closed, and what opened',
  );
  if (before !== undefined && position === undefined) removePosition(state, before);
  if (position !== undefined) putPosition(state, heldPosition(position, whose, { instrument, wallet }));
}

/** Field by field: to spread two objects takes as long as everything else that a fill changes. */
function heldPosition(
  {
    id,
    side,
    qty,
    entry,
    leverage,
    marginType,
    margin,
    funding,
    entryFee,
    openedAt,
    warnedAt,
  }: PositionState,
  { player, site }: Whose,
  { instrument, wallet }: Pick<FuturesFill, 'instrument' | 'wallet'>,
): FuturesPosition {
  const position: FuturesPosition = {
    id,
    side,
    qty,
    entry,
    leverage,
    marginType,
    margin,
    funding,
    entryFee,
    openedAt,
    player,
    site,
    instrument,
    wallet,
  };
  return warnedAt === undefined ? position : { ...position, warnedAt };
}

function cancel(state: FuturesState, cancelled: readonly CancelledOrder[]): void {
  for (const { id, reason } of cancelled) removeOrder(state, id, reason);
}

function changePosition(state: FuturesState, changed: PositionState): void {
  const position = state.positions.get(changed.id);
  assert(position !== undefined, 'what is changed is open');
  putPosition(state, { ...position, ...changed });
}

function warn(state: FuturesState, id: number, at: Millis): void {
  const position = state.positions.get(id);
  assert(position !== undefined, 'who is warned has a position');
  putPosition(state, { ...position, warnedAt: at });
}

function fund(state: FuturesState, { site, instrument, dueAt, rate, mark, contract }: FuturesFunded): void {
  const key = fundedKey(site, instrument);
  putFunded(state, key, dueAt);
  if (rate === 0n) return;
  const open = state.open.get(key);
  if (open !== undefined) accrue(state, open.values(), { dueAt, rate, mark, contract });
}

/**
 * On every position that was open at the time, and on none that was opened later (docs/rules.md 3.11). The positions
 * are written in place: an instrument may have a hundred thousand of them, and the desk decides nothing meanwhile.
 */
function accrue(
  state: FuturesState,
  positions: Iterable<FuturesPosition>,
  funding: Pick<FuturesFunded, 'dueAt' | 'rate' | 'mark' | 'contract'>,
): void {
  const paymentOf = fundingPayments(funding, funding, UNIT);
  const isDigested = state.digest.length > 0;
  let digest = 0n;
  for (const position of positions) {
    if (!isFunded(position, funding.dueAt)) continue;
    const paid = paymentOf(position);
    position.funding = (position.funding + paid) as Amount;
    if (isDigested) digest += fundingWeight(position.id) * paid;
  }
  if (isDigested) state.digest[0] = state.digest[0]! + digest;
}

/** Also called at the start for every row: a loaded state is made by the same calls. */
export function putFunded(state: FuturesState, key: string, at: Millis): void {
  const before = state.funded.get(key);
  assert(before === undefined || before < at, 'each time is funded once');
  carry(state.digest, (time: Millis) => fundedDigest(key, time), before, at);
  state.funded.set(key, at);
}

export function putOrder(state: FuturesState, order: FuturesOrder): void {
  assert(!state.orders.has(order.id), 'an order is placed once');
  setOrder(state, order);
}

/** It keeps its number, and with it its age. */
function replaceOrder(state: FuturesState, order: FuturesOrder): void {
  const before = state.orders.get(order.id);
  assert(before?.player === order.player, 'an order is its player’s');
  setOrder(state, order, before);
}

function setOrder(state: FuturesState, order: FuturesOrder, before?: FuturesOrder): void {
  state.orders.set(order.id, order);
  carry(state.digest, orderDigest, before, order);
  const account = accountOf(state, order.player);
  if (account.orders === NO_ORDERS) account.orders = new Map();
  account.orders.set(order.id, order);
}

function removeOrder(state: FuturesState, id: number, end: CancelReason | 'FILL'): void {
  const order = state.orders.get(id);
  assert(order !== undefined, 'an order ends once');
  assert(orderMachine.next(order.state, end) !== undefined, 'an order ends as its table says');
  state.orders.delete(id);
  state.accounts.get(order.player)?.orders.delete(id);
  carry(state.digest, orderDigest, order, undefined);
}

/** Also called at the start for every row. The object is the state's from here on. */
export function putPosition(state: FuturesState, position: FuturesPosition): void {
  const { id, player, site, instrument } = position;
  const before = state.positions.get(id);
  carry(state.digest, positionDigest, before, position);
  state.positions.set(id, position);
  openOf(state, fundedKey(site, instrument)).set(id, position);
  accountOf(state, player).positions.set(instrument, position);
}

function removePosition(state: FuturesState, position: FuturesPosition): void {
  const { id, player, site, instrument } = position;
  state.positions.delete(id);
  openOf(state, fundedKey(site, instrument)).delete(id);
  state.accounts.get(player)?.positions.delete(instrument);
  carry(state.digest, positionDigest, position, undefined);
}

function openOf({ open }: FuturesState, key: string): Map<number, FuturesPosition> {
  const known = open.get(key);
  if (known !== undefined) return known;
  const fresh = new Map<number, FuturesPosition>();
  open.set(key, fresh);
  return fresh;
}

/** Of everybody without a resting order, which are most: a map of their own comes with the first. Never written. */
const NO_ORDERS: Map<number, FuturesOrder> = new Map();

function accountOf(state: FuturesState, player: PlayerId): FuturesAccount {
  const known = state.accounts.get(player);
  if (known !== undefined) return known;
  const fresh: FuturesAccount = { orders: NO_ORDERS, positions: new Map() };
  state.accounts.set(player, fresh);
  return fresh;
}

function forgetIfEmpty(state: FuturesState, player: PlayerId): void {
  const account = state.accounts.get(player);
  if (account?.orders.size === 0 && account.positions.size === 0) state.accounts.delete(player);
}
