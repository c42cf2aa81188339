// Makes the event of one or several fills: what moves, which orders end with them, and that a player without a position
// owes nothing (docs/rules.md 4.4, 4.9, 6.1).
import { type Amount, ZERO } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { playerEvent } from '../event.ts';
import type { Quote } from '../market/quote.ts';
import { housePurse, type PurseId } from '../purse.ts';
import { balanceOf, type Transfer } from '../transfer.ts';
import type { Wallet } from '../wallet.ts';
import { cancelledOrder, endedOrder } from './event-facts.ts';
import type { CancelReason, FillCause, LossCutReport, OverseaFill, OverseaFilled } from './events.ts';
import { canReduce, type Net } from './netting.ts';
import { type FillPlan, planFill } from './plan.ts';
import { marketPrice, otherSide } from './pricing.ts';
import type { OverseaAccount, OverseaOrder, OverseaPosition } from './state.ts';
import type { OverseaTerms } from './terms.ts';

export interface PlannedFill
  extends Pick<OverseaFill, 'side' | 'qty' | 'price' | 'cause' | 'quote' | 'tradeDate'> {
  readonly terms: OverseaTerms;
  readonly plan: FillPlan;
}

/** An order that is about to be cancelled. */
export interface EndingOrder {
  readonly order: OverseaOrder;
  readonly reason: CancelReason;
}

export interface Settlement {
  readonly fills: readonly PlannedFill[];
  /** The resting order that is filled. */
  readonly order?: OverseaOrder;
  /** Orders that end for a reason of their own; those that have nothing left to reduce are found here. */
  readonly cancelled?: readonly EndingOrder[];
  readonly isAfterGap: boolean;
  readonly lossCut?: LossCutReport;
}

const NOBODY: OverseaAccount = { orders: new Map(), positions: new Map() };

export const accountOf = (book: Book, { id }: Pick<Player, 'id'>): OverseaAccount =>
  book.oversea.accounts.get(id) ?? NOBODY;

/** The whole position at the market's price. */
export function closing(
  position: OverseaPosition,
  terms: OverseaTerms,
  quote: Quote,
  { cause, unit }: { readonly cause: FillCause; readonly unit: Amount },
): PlannedFill {
  const side = otherSide(position.side);
  const { qty } = position;
  const price = marketPrice(side, quote);
  const plan = planFill(position, { side, qty, price, eventId: 0 }, terms, unit);
  const tradeDate = terms.session?.tradeDate ?? position.heldFor;
  return { terms, side, qty, price, cause, quote, tradeDate, plan };
}

export function settle(
  book: Book,
  player: Player,
  wallet: Wallet,
  context: Context,
  settlement: Settlement,
): OverseaFilled {
  const account = accountOf(book, player);
  const { fills, order, isAfterGap, lossCut } = settlement;
  const ended = new Map<OverseaOrder, CancelReason>();
  for (const ending of settlement.cancelled ?? []) ended.set(ending.order, ending.reason);
  endUseless(account, settlement, ended);

  const money = moneyOf(book, wallet, fills);
  for (const { margin } of ended.keys()) money.back += margin;
  const isFlat = isFlatAfter(account, fills);
  if (isFlat) endToCover(account, order, ended, money);
  const topUp = isFlat && money.free() < 0n ? -money.free() : 0n;

  const { transfers, debtAfter } = transfersOf(book, wallet, player, { fills, money, topUp });
  const event = playerEvent('OVERSEA_FILLED', book, player, context, transfers, wallet);
  return {
    ...event,
    after:
      debtAfter === undefined ? event.after : [...event.after, { purse: wallet.debt, balance: debtAfter }],
    ...(order === undefined ? undefined : { order: order.id, ended: endedOrder(order) }),
    fills: fills.map((each) => fillOf(each, wallet, account.positions.get(each.terms.instrument))),
    cancelled: Array.from(ended, ([each, reason]) => cancelledOrder(each, reason)),
    isAfterGap,
    ...(lossCut === undefined ? undefined : { lossCut }),
    topUp: topUp as Amount,
  };
}

/** Reduce-only orders of these instruments for which nothing is left. */
function endUseless(
  account: OverseaAccount,
  { fills, order }: Settlement,
  ended: Map<OverseaOrder, CancelReason>,
): void {
  const after = new Map(fills.map(({ terms, plan }) => [terms.instrument, plan.position]));
  for (const each of account.orders.values()) {
    if (!each.reduceOnly || each.id === order?.id || ended.has(each) || !after.has(each.instrument)) continue;
    if (!canReduce(after.get(each.instrument), each.side)) ended.set(each, 'POSITION_GONE');
  }
}

/**
 * The house raises an empty account to zero only when its orders hold nothing any more: else money could be parked in
 * orders far from the market while a loss is left to the house. The newest orders are cancelled first.
 */
function endToCover(
  account: OverseaAccount,
  filled: OverseaOrder | undefined,
  ended: Map<OverseaOrder, CancelReason>,
  money: Money,
): void {
  if (money.free() >= 0n) return;
  for (const order of [...account.orders.values()].reverse()) {
    if (money.free() >= 0n) return;
    if (order.margin === ZERO || order.id === filled?.id || ended.has(order)) continue;
    ended.set(order, 'INSUFFICIENT_BALANCE');
    money.back += order.margin;
  }
}

function isFlatAfter({ positions }: OverseaAccount, fills: readonly PlannedFill[]): boolean {
  const after = new Map<number, Net>(positions);
  for (const { terms, plan } of fills) {
    if (plan.position === undefined) after.delete(terms.instrument);
    else after.set(terms.instrument, plan.position);
  }
  return after.size === 0;
}

interface Money {
  /** From waiting to free: released margin, surplus of a filled order, margin of orders that end. */
  back: bigint;
  /** From free to waiting: what an opened part needs beyond what its order has locked. */
  readonly locked: bigint;
  readonly pnl: bigint;
  readonly commission: bigint;
  /** Free money when all of it has moved. */
  free(): bigint;
}

function moneyOf(book: Book, { free }: Wallet, fills: readonly PlannedFill[]): Money {
  let [back, locked, pnl, commission] = [0n, 0n, 0n, 0n];
  for (const { plan } of fills) {
    const missing = plan.margin - plan.locked;
    back += plan.released + (missing < 0n ? -missing : 0n);
    locked += missing > 0n ? missing : 0n;
    pnl += plan.pnl;
    commission += plan.commission;
  }
  const before = balanceOf(book, free);
  const money: Money = {
    back,
    locked,
    pnl,
    commission,
    free: () => before + money.back + pnl - commission - locked,
  };
  return money;
}

interface Moved {
  readonly fills: readonly PlannedFill[];
  readonly money: Money;
  readonly topUp: bigint;
}

/** What comes in moves before what goes out: nothing but the free money is ever below zero on the way. */
function transfersOf(
  book: Book,
  { free, wait, debt, currency }: Wallet,
  { site }: Player,
  { fills, money, topUp }: Moved,
): { readonly transfers: readonly Transfer[]; readonly debtAfter: Amount | undefined } {
  const transfers: Transfer[] = [];
  const leg = (from: PurseId, to: PurseId, amount: bigint, reason: string) => {
    if (amount > 0n) transfers.push({ from, to, currency, amount: amount as Amount, reason });
  };
  const pnl = housePurse(site, 'pnl:oversea', currency);
  leg(wait, free, money.back, 'OVERSEA_MARGIN_BACK');
  for (const { plan } of fills) leg(pnl, free, plan.pnl, 'OVERSEA_PNL');
  for (const { plan } of fills) leg(free, pnl, -plan.pnl, 'OVERSEA_PNL');
  leg(free, housePurse(site, 'fee', currency), money.commission, 'OVERSEA_COMMISSION');
  leg(free, wait, money.locked, 'OVERSEA_MARGIN');
  leg(housePurse(site, 'insurance', currency), free, topUp, 'OVERSEA_TOP_UP');

  // An older debt is taken from the next gain (docs/rules.md 1.10), as far as the account can spare it.
  const owed = -balanceOf(book, debt);
  const repaid = least(owed, money.pnl - money.commission, money.free());
  if (repaid <= 0n) return { transfers, debtAfter: undefined };
  leg(free, debt, repaid, 'DEBT_REPAID');
  return { transfers, debtAfter: (repaid - owed) as Amount };
}

const least = (...amounts: readonly [bigint, ...bigint[]]): bigint =>
  amounts.reduce((a, b) => (a < b ? a : b));

function fillOf(
  { terms, side, qty, price, cause, quote, tradeDate, plan }: PlannedFill,
  wallet: Wallet,
  before: OverseaPosition | undefined,
): OverseaFill {
  const { closedQty, openedQty, pnl, commission, entryCommission, exitCommission, position } = plan;
  return {
    instrument: terms.instrument,
    wallet: wallet.type,
    side,
    qty,
    price,
    cause,
    quote,
    tradeDate,
    tickSize: terms.tickSize,
    multiplier: terms.multiplier,
    rate: terms.rate,
    closedQty,
    ...(before === undefined || closedQty === 0
      ? undefined
      : { closedEntry: before.entry, closedPosition: before.id }),
    ...(before === undefined || before.id === position?.id ? undefined : { closedHeldFor: before.heldFor }),
    ...(before === undefined ? undefined : { openedAt: before.openedAt }),
    openedQty,
    pnl,
    commission,
    ...(closedQty === 0 ? undefined : { entryCommission, exitCommission }),
    ...(position === undefined ? undefined : { position }),
  };
}
