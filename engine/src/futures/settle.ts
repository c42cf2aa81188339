// Makes the event of one or several fills: what moves, which exits a position gets, which orders end with them, and that
// an account without cross positions owes nothing (docs/rules.md 3.6, 6.1, 6.2).
import type { Amount } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { playerEvent } from '../event.ts';
import type { Fresh } from '../fresh.ts';
import { type Currency, housePurse, type PurseId, type SiteId } from '../purse.ts';
import { balanceIn, type Transfer } from '../transfer.ts';
import type { Wallet } from '../wallet.ts';
import { accountOf } from './account.ts';
import type {
  AskedAtOnce,
  CancelledOrder,
  CancelReason,
  CopyMark,
  FillCause,
  FuturesFill,
  FuturesFilled,
  LiquidationReport,
  PositionState,
  RestingOrder,
} from './events.ts';
import { canReduce } from './netting.ts';
import { type FillPlan, freeAfter, planClose } from './plan.ts';
import { type HeldPosition, hasCross } from './standing.ts';
import type { FuturesAccount, FuturesOrder } from './state.ts';
import {
  type FuturesTerms,
  marketPrice,
  type OrderSide,
  otherSide,
  type Priced,
  type Quote,
} from './terms.ts';

export interface PlannedFill {
  readonly terms: FuturesTerms;
  readonly quote: Quote;
  readonly side: OrderSide;
  readonly price: FuturesFill['price'];
  readonly cause: FillCause;
  readonly leverage: number;
  readonly marginType: FuturesFill['marginType'];
  readonly plan: FillPlan;
}

/** An order that is about to be cancelled. */
export interface EndingOrder {
  readonly order: FuturesOrder;
  readonly reason: CancelReason;
}

export interface Settlement {
  /** In the order in which they happen; a reversal has its close before its opening. */
  readonly fills: readonly PlannedFill[];
  /** The resting order that is filled. */
  readonly order?: FuturesOrder;
  /** Of an order that is filled at once. */
  readonly asked?: AskedAtOnce;
  /** Exits for the position that is open afterwards. */
  readonly placed?: readonly RestingOrder[];
  /** Orders that end for a reason of their own; those that have nothing left to reduce are found here. */
  readonly cancelled?: readonly EndingOrder[];
  readonly isAfterGap: boolean;
  readonly liquidation?: LiquidationReport;
  /** Of a fill that copies another one. */
  readonly copy?: CopyMark | undefined;
}

/** The whole position, or so much of it, at the market's price. */
export function closing(
  position: HeldPosition,
  { terms, quote }: Priced,
  {
    cause,
    qty = position.qty,
    ...request
  }: { readonly cause: FillCause; readonly qty?: HeldPosition['qty'] } & Pick<
    Parameters<typeof planClose>[2],
    'fees' | 'isForfeited'
  >,
  unit: Amount,
): PlannedFill {
  const side = otherSide(position.side);
  const price = marketPrice(side, quote);
  const { leverage, marginType } = position;
  const plan = planClose(position, qty, { ...request, price }, terms, unit);
  return { terms, quote, side, price, cause, leverage, marginType, plan };
}

export function settle(
  book: Book,
  player: Player,
  wallet: Wallet,
  context: Context,
  { fills, order, asked, placed = [], cancelled = [], isAfterGap, liquidation, copy }: Settlement,
): FuturesFilled {
  const account = accountOf(book, player);
  const ended = endedOrders(account, fills, cancelled, order);
  const plans = fills.map(({ plan }) => plan);
  const free = freeAfter(balanceIn(book, wallet, 'free'), plans);
  const topUp = free < 0n && !hasCross(positionsAfter(account, fills), wallet.type) ? -free : 0n;
  const transfers = transfersOf(wallet, player, plans, topUp);
  const common = playerEvent('FUTURES_FILLED', book, player, context, transfers, wallet);
  const { kind, id, at, site, steps, after } = common;
  const made = fills.map((each) => fillOf(each, wallet));
  const ending = ended.size === 0 ? NO_CANCELLED : Array.from(ended, cancelledFor);
  const topped = topUp as Amount;
  // One literal, and only what few have is set afterwards: ten thousand copies are made at once, and to spread objects
  // takes longer than everything else.
  const event: Fresh<FuturesFilled> =
    common.answers === undefined
      ? {
          kind,
          id,
          at,
          site,
          steps,
          transfers,
          after,
          fills: made,
          placed,
          cancelled: ending,
          isAfterGap,
          topUp: topped,
        }
      : { ...common, fills: made, placed, cancelled: ending, isAfterGap, topUp: topped };
  if (order !== undefined) event.order = restingOrder(order);
  if (asked !== undefined) event.asked = asked;
  if (liquidation !== undefined) event.liquidation = liquidation;
  if (copy !== undefined) event.copy = copy;
  return event;
}

const NONE: ReadonlyMap<FuturesOrder, CancelReason> = new Map();
const NO_CANCELLED: readonly CancelledOrder[] = [];

const cancelledFor = ([order, reason]: readonly [FuturesOrder, CancelReason]): CancelledOrder =>
  cancelledOrder(order, reason);

/** What the fills leave without a position ends as well. Few who trade have an order that rests. */
function endedOrders(
  account: FuturesAccount,
  fills: readonly PlannedFill[],
  cancelled: readonly EndingOrder[],
  filled: FuturesOrder | undefined,
): ReadonlyMap<FuturesOrder, CancelReason> {
  if (account.orders.size === 0 && cancelled.length === 0) return NONE;
  const ended = new Map<FuturesOrder, CancelReason>();
  for (const ending of cancelled) ended.set(ending.order, ending.reason);
  for (const each of uselessOrders(account, positionsAfter(account, fills), fills)) {
    if (each.id !== filled?.id && !ended.has(each)) ended.set(each, 'POSITION_GONE');
  }
  return ended;
}

/** Exits of the whole position that new ones of their kind replace. */
export function replacedExits(
  { orders }: FuturesAccount,
  placed: readonly RestingOrder[],
): readonly EndingOrder[] {
  const replaced: EndingOrder[] = [];
  for (const order of orders.values()) {
    if (order.position === undefined || order.qty !== undefined) continue;
    if (placed.some(({ position, type }) => position === order.position && type === order.type))
      replaced.push({ order, reason: 'REPLACED' });
  }
  return replaced;
}

/** Without what says whose it is, which the event says itself. */
export function restingOrder({ player: _player, site: _site, ...order }: FuturesOrder): RestingOrder {
  return order;
}

export const cancelledOrder = (order: FuturesOrder, reason: CancelReason): CancelledOrder => ({
  ...restingOrder(order),
  reason,
});

type After = ReadonlyMap<number, PositionState & Pick<HeldPosition, 'wallet'>>;

function positionsAfter({ positions }: FuturesAccount, fills: readonly PlannedFill[]): After {
  const after = new Map<number, PositionState & Pick<HeldPosition, 'wallet'>>(positions);
  for (const { terms, plan } of fills) {
    if (plan.position === undefined) after.delete(terms.instrument);
    else after.set(terms.instrument, { ...plan.position, wallet: terms.wallet });
  }
  return after;
}

/** Orders of these instruments that only reduce and have nothing left, or whose position is another one now. */
function* uselessOrders(
  { orders }: FuturesAccount,
  after: After,
  fills: readonly PlannedFill[],
): Iterable<FuturesOrder> {
  const touched = new Set(fills.map(({ terms }) => terms.instrument));
  for (const order of orders.values()) {
    if (!order.reduceOnly || !touched.has(order.instrument)) continue;
    const position = after.get(order.instrument);
    const isForeign = order.position !== undefined && order.position !== position?.id;
    if (isForeign || !canReduce(position, order.side)) yield order;
  }
}

/** What comes in moves before what goes out: nothing but free money that is covered is ever below zero on the way. */
function transfersOf(
  { free, posMargin, currency }: Wallet,
  { site }: Player,
  plans: readonly FillPlan[],
  topUp: bigint,
): readonly Transfer[] {
  const transfers: Transfer[] = [];
  const leg = (from: PurseId, to: PurseId, amount: bigint, reason: string) => {
    if (amount > 0n) transfers.push({ from, to, currency, amount: amount as Amount, reason });
  };
  const houses = housesOf(site, currency);
  for (const plan of plans) {
    const by = settledBy(plan, free, houses);
    leg(posMargin, by, plan.released, plan.isForfeited ? 'FUTURES_FORFEITED' : 'FUTURES_MARGIN_BACK');
    if (!plan.isForfeited) leg(houses.insurance, free, plan.insured, 'FUTURES_INSURED');
    leg(houses.pnl, by, plan.pnl, 'FUTURES_PNL');
    leg(houses.funding, by, plan.funding, 'FUTURES_FUNDING');
  }
  leg(houses.insurance, free, topUp, 'FUTURES_TOP_UP');
  for (const plan of plans) {
    const by = settledBy(plan, free, houses);
    leg(by, houses.pnl, -plan.pnl, 'FUTURES_PNL');
    leg(by, houses.funding, -plan.funding, 'FUTURES_FUNDING');
    leg(by, houses.fee, plan.fee, 'FUTURES_FEE');
    leg(by, houses.insurance, plan.liquidationFee, 'FUTURES_LIQUIDATION_FEE');
    leg(by, posMargin, plan.margin, 'FUTURES_MARGIN');
  }
  return transfers;
}

interface Houses {
  readonly pnl: PurseId;
  readonly funding: PurseId;
  readonly fee: PurseId;
  readonly insurance: PurseId;
}

/** Who settles it: the player, or the insurance that took the margin of a liquidated position. */
const settledBy = ({ isForfeited }: FillPlan, free: PurseId, { insurance }: Houses): PurseId =>
  isForfeited ? insurance : free;

/** Names of purses by site and currency, of which there are few: every fill needs some of them. */
const houseNames = new Map<SiteId, Map<Currency, Houses>>();

function housesOf(site: SiteId, currency: Currency): Houses {
  const ofSite = houseNames.get(site) ?? new Map<Currency, Houses>();
  const known = ofSite.get(currency);
  if (known !== undefined) return known;
  const houses: Houses = {
    pnl: housePurse(site, 'pnl:futures', currency),
    funding: housePurse(site, 'funding', currency),
    fee: housePurse(site, 'fee', currency),
    insurance: housePurse(site, 'insurance', currency),
  };
  houseNames.set(site, ofSite.set(currency, houses));
  return houses;
}

function fillOf(
  { terms, quote, side, price, cause, leverage, marginType, plan }: PlannedFill,
  wallet: Wallet,
): FuturesFill {
  const { before, closedQty, openedQty, position } = plan;
  const isClose = before !== undefined && closedQty > 0n;
  const fill: Fresh<FuturesFill> = {
    instrument: terms.instrument,
    wallet: wallet.type,
    contract: terms.contract,
    side,
    qty: isClose ? closedQty : openedQty,
    price,
    cause,
    quote,
    // A reduce-only order may say others than the position that it reduces.
    leverage: isClose ? before.leverage : leverage,
    marginType: isClose ? before.marginType : marginType,
    feeRate: terms.feeRate,
    closedQty,
    openedQty,
    pnl: plan.pnl,
    funding: plan.funding,
    fee: plan.fee,
    liquidationFee: plan.liquidationFee,
    entryFee: plan.entryFee,
    exitFee: (isClose ? plan.fee : 0n) as Amount,
    released: plan.released,
    margin: plan.margin,
    insured: plan.insured,
  };
  if (isClose) {
    fill.closedPosition = before.id;
    fill.closedEntry = before.entry;
  }
  if (before !== undefined) fill.openedAt = before.openedAt;
  if (position !== undefined) fill.position = position;
  return fill;
}
