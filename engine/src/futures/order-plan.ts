// What an order would do if it were placed now, and the first rule that it breaks. The server decides with it, the app
// shows it before the order is sent (docs/rules.md 3.4, 3.5, 3.9, 3.13).
import { type Amount, isMultiple, type Price, type Qty, ZERO } from '../amount.ts';
import type { Fires } from '../market/trigger-index.ts';
import type { Millis } from '../time.ts';
import type { EntryRequest } from './commands.ts';
import type { RestingOrder } from './events.ts';
import { attachedExits, exitFault } from './exit-orders.ts';
import { afterCloses, type CostMoment, costFault, factsAfter, moneyFault, openedBy } from './fill-fault.ts';
import { liquidationPriceOf } from './liquidation-prices.ts';
import { canReduce, heldBack, openingPart, shrunk, splitOf } from './netting.ts';
import { costOf, isTooSmall, mostQty, priceOf, qtyOf, usedQty } from './order-qty.ts';
import { type FillPlan, planFills, positionAfter } from './plan.ts';
import { type AccountFacts, type HeldPosition, isFresh, type PricedOf } from './standing.ts';
import {
  type FuturesTerms,
  isLeverage,
  isWholeLeverage,
  MOST_RESTING,
  marketPrice,
  type Quote,
} from './terms.ts';

export type OrderRefusal =
  | 'OPTION_STOPPED'
  | 'ONLY_REDUCE'
  | 'ORDER_TYPE_INVALID'
  | 'LEVERAGE_OUT_OF_RANGE'
  | 'NO_FRESH_PRICE'
  | 'ENTER_QTY'
  | 'ENTER_PRICE'
  | 'ENTER_TRIGGER'
  | 'PRICE_OFF_TICK'
  | 'STOP_REJECTED'
  | 'NO_POSITION'
  | 'LEVERAGE_DIFFERS'
  | 'MARGIN_TYPE_DIFFERS'
  | 'WOULD_TAKE'
  | 'WOULD_NOT_FILL'
  | 'QTY_OFF_STEP'
  | 'QTY_TOO_SMALL'
  | 'ABOVE_LEVERAGE_CAP'
  | 'TOO_MANY_ORDERS'
  | 'TPSL_REJECTED'
  | 'TPSL_BEYOND_LIQUIDATION'
  | 'PRICES_MISSING'
  | 'ABOVE_HOLDINGS';

export interface FilledAtOnce {
  readonly kind: 'FILL';
  readonly qty: Qty;
  readonly price: Price;
  readonly fills: readonly FillPlan[];
  readonly placed: readonly RestingOrder[];
}

export interface Rests {
  readonly kind: 'REST';
  readonly state: 'WAITING' | 'OPEN';
  readonly qty: Qty;
  readonly fires: Fires;
  /** The price at which its cost is computed: its limit, or its trigger. */
  readonly at: Price;
  readonly openedQty: Qty;
  /** Of all of it, and of the part that would open. */
  readonly cost: Amount;
  readonly held: Amount;
  /** A limit without a fresh price to compare it with. */
  readonly isUnpriced: boolean;
}

export interface PlannedOrder {
  /** Undefined when the order would be taken. */
  readonly refusal: OrderRefusal | undefined;
  /** Undefined when there is nothing to compute: no quantity, no price, no leverage. */
  readonly plan: FilledAtOnce | Rests | undefined;
}

export interface Moment extends CostMoment {
  readonly now: Millis;
  /** The number of a position that the order opens. */
  readonly eventId: number;
}

export function planOrder(
  facts: AccountFacts,
  terms: FuturesTerms,
  order: EntryRequest,
  moment: Moment,
): PlannedOrder {
  const position = facts.positions.get(terms.instrument);
  const qty = qtyOf(order, terms, moment.quote);
  const gate =
    gateOf(position, terms, order, qty) ??
    shapeOf(terms, order, moment) ??
    settingsFault(facts, terms, order) ??
    immediacyFault(terms, order, moment);
  if (qty === undefined) return { refusal: gate ?? 'ENTER_QTY', plan: undefined };
  const sized = order.qty === qty ? (order as Sized) : { ...order, qty };
  // With a leverage that is none, there are no figures.
  const plan = isWholeLeverage(order.leverage) ? figuresOf(facts, terms, sized, moment) : undefined;
  if (gate !== undefined || plan === undefined) return { refusal: gate ?? 'NO_FRESH_PRICE', plan };
  return { refusal: limitOf(facts, terms, sized, plan, moment), plan };
}

type Sized = EntryRequest & { readonly qty: Qty };

/** docs/rules.md 0.7, three. */
function gateOf(
  position: HeldPosition | undefined,
  { mode }: FuturesTerms,
  { side, reduceOnly }: EntryRequest,
  qty: Qty | undefined,
): OrderRefusal | undefined {
  if (mode === 'STOPPED') return 'OPTION_STOPPED';
  if (mode === 'NORMAL' || reduceOnly) return undefined;
  const isReducing = qty !== undefined && splitOf(position, { side, qty }).opened === 0n;
  return isReducing ? undefined : 'ONLY_REDUCE';
}

function shapeOf(terms: FuturesTerms, order: EntryRequest, { quote, now }: Moment): OrderRefusal | undefined {
  const { type, price, trigger, leverage, qty, margin, notional } = order;
  if (!TYPES.has(type)) return 'ORDER_TYPE_INVALID';
  if (!isLeverage(leverage, terms)) return 'LEVERAGE_OUT_OF_RANGE';
  // A limit may wait for the next price; the others need one now.
  if (type !== 'LIMIT' && !isFresh(quote, terms, now)) return 'NO_FRESH_PRICE';
  if (qty === undefined && margin === undefined && notional === undefined) return 'ENTER_QTY';
  if (type === 'LIMIT' || type === 'STOPLIMIT') {
    if (price === undefined || price <= 0n) return 'ENTER_PRICE';
    if (!isMultiple(price, terms.tickSize)) return 'PRICE_OFF_TICK';
  }
  if (type === 'STOPMARKET' || type === 'STOPLIMIT') {
    if (trigger === undefined || trigger <= 0n) return 'ENTER_TRIGGER';
    if (!isMultiple(trigger, terms.tickSize)) return 'PRICE_OFF_TICK';
    if (quote !== undefined && isTriggered(order, trigger, quote)) return 'STOP_REJECTED';
  }
  return undefined;
}

const TYPES: ReadonlySet<string> = new Set(['MARKET', 'LIMIT', 'STOPMARKET', 'STOPLIMIT']);

/** A stop to buy fires at or above its trigger, one to sell at or below it. */
const isTriggered = (
  { side, by }: Pick<EntryRequest, 'side' | 'by'>,
  trigger: Price,
  quote: Quote,
): boolean => (side === 'LONG' ? quote[by] >= trigger : quote[by] <= trigger);

/** One leverage and margin type per instrument: of the position, and of all orders that could open. */
function settingsFault(
  { positions, orders }: AccountFacts,
  { instrument }: FuturesTerms,
  order: EntryRequest,
): OrderRefusal | undefined {
  const position = positions.get(instrument);
  if (order.reduceOnly) return canReduce(position, order.side) ? undefined : 'NO_POSITION';
  let isOtherLeverage = position !== undefined && position.leverage !== order.leverage;
  let isOtherType = position !== undefined && position.marginType !== order.marginType;
  for (const each of orders.values()) {
    if (each.instrument !== instrument || each.reduceOnly) continue;
    isOtherLeverage ||= each.leverage !== order.leverage;
    isOtherType ||= each.marginType !== order.marginType;
  }
  if (isOtherLeverage) return 'LEVERAGE_DIFFERS';
  return isOtherType ? 'MARGIN_TYPE_DIFFERS' : undefined;
}

function immediacyFault(
  terms: FuturesTerms,
  order: EntryRequest,
  { quote, now }: Moment,
): OrderRefusal | undefined {
  if (order.type !== 'LIMIT') return undefined;
  const isTaking = isMarketable(order, terms, quote, now);
  if (order.postOnly && isTaking) return 'WOULD_TAKE';
  return order.immediate && !isTaking ? 'WOULD_NOT_FILL' : undefined;
}

/** Would this limit be filled on arrival? Then it gets the market's price, which is the better one. */
function isMarketable(
  { side, price }: Pick<EntryRequest, 'side' | 'price'>,
  terms: Pick<FuturesTerms, 'staleMs'>,
  quote: Quote | undefined,
  now: Millis,
): boolean {
  if (price === undefined || !isFresh(quote, terms, now)) return false;
  return side === 'LONG' ? quote.ask <= price : quote.bid >= price;
}

function figuresOf(
  facts: AccountFacts,
  terms: FuturesTerms,
  order: Sized,
  { quote, now, eventId }: Moment,
): FilledAtOnce | Rests | undefined {
  const position = facts.positions.get(terms.instrument);
  const { side, type, leverage, marginType } = order;
  const isLimit = type === 'LIMIT';
  if (type === 'MARKET' || (isLimit && isMarketable(order, terms, quote, now))) {
    if (quote === undefined) return undefined;
    const qty = shrunk(order, position);
    if (qty <= 0n) return undefined;
    const price = marketPrice(side, quote);
    const request = { side, qty, price, leverage, marginType, eventId, now };
    const fills = planFills(position, request, terms, facts.unit);
    return { kind: 'FILL', qty, price, fills, placed: attachedTo(order, fills, terms, { eventId, now }) };
  }
  const at = priceOf(order, quote);
  if (at === undefined || at <= 0n) return undefined;
  const cost = order.reduceOnly ? ZERO : costOf(order.qty, at, order, terms, facts.unit);
  return {
    kind: 'REST',
    state: isLimit ? 'OPEN' : 'WAITING',
    qty: order.qty,
    fires: isLimit === (side === 'LONG') ? 'AT_OR_BELOW' : 'AT_OR_ABOVE',
    at,
    openedQty: openingPart(order, position),
    cost,
    held: heldBack({ ...order, cost }, position, facts.unit),
    isUnpriced: isLimit && !isFresh(quote, terms, now),
  };
}

const NO_ORDERS: readonly RestingOrder[] = [];

const attachedTo = (
  order: EntryRequest,
  fills: readonly FillPlan[],
  terms: FuturesTerms,
  at: { readonly eventId: number; readonly now: Millis },
): readonly RestingOrder[] => {
  const position = positionAfter(fills);
  return position === undefined || fills.at(-1)?.openedQty === 0n
    ? NO_ORDERS
    : attachedExits(order, position, terms, at);
};

/** The limits of the instrument, then the exits that it brings, and last of all the money. */
function limitOf(
  facts: AccountFacts,
  terms: FuturesTerms,
  order: Sized,
  plan: FilledAtOnce | Rests,
  moment: Moment,
): OrderRefusal | undefined {
  const { qty } = order;
  if (!isMultiple(qty, terms.qtyStep)) return 'QTY_OFF_STEP';
  const opened = plan.kind === 'REST' ? plan.openedQty : openedBy(plan.fills);
  const at = plan.kind === 'REST' ? plan.at : plan.price;
  if (plan.kind === 'REST' && facts.orders.size >= MOST_RESTING) return 'TOO_MANY_ORDERS';
  if (opened === 0n) return undefined;
  if (isTooSmall(qty, at, terms)) return 'QTY_TOO_SMALL';
  const closed = plan.kind === 'FILL' ? afterCloses(facts, terms, plan.fills) : facts;
  if (isAboveCap(closed, terms, order, { opened, at }, moment)) return 'ABOVE_LEVERAGE_CAP';
  if (plan.kind === 'FILL' && facts.orders.size + plan.placed.length > MOST_RESTING) return 'TOO_MANY_ORDERS';
  const fault = exitsFault(facts, terms, order, plan, moment);
  if (fault !== undefined) return fault;
  return plan.kind === 'REST'
    ? costFault(facts, terms, plan.held, moment)
    : moneyFault(facts, terms, order, plan, moment);
}

function isAboveCap(
  facts: AccountFacts,
  terms: FuturesTerms,
  { side, leverage }: Sized,
  { opened, at }: { readonly opened: Qty; readonly at: Price },
  { quote }: Moment,
): boolean {
  const used = usedQty(facts, terms.instrument, side);
  return used + opened > mostQty(leverage, quote?.mark ?? at, terms);
}

/** Exits are compared with the price they watch; of an order that rests with the price at which it would be filled. */
function exitsFault(
  facts: AccountFacts,
  terms: FuturesTerms,
  order: Sized,
  plan: FilledAtOnce | Rests,
  moment: Moment,
): OrderRefusal | undefined {
  if (order.takeProfit === undefined && order.stopLoss === undefined) return undefined;
  const fills =
    plan.kind === 'FILL' ? plan.fills : fillsOfResting(facts, terms, order, { at: plan.at, moment });
  const position = positionAfter(fills);
  if (position === undefined) return undefined;
  const { quote } = moment;
  const at = plan.kind === 'REST' ? plan.at : plan.price;
  const reference = plan.kind === 'FILL' && quote !== undefined ? quote : { last: at, mark: at };
  const liquidation = liquidationAfter(facts, terms, fills, moment);
  return exitFault(order, position.side, reference, { tickSize: terms.tickSize, liquidation });
}

/** As if it were filled now at its own price. */
export function fillsOfResting(
  facts: AccountFacts,
  terms: FuturesTerms,
  order: Sized,
  { at, moment }: { readonly at: Price; readonly moment: Pick<Moment, 'eventId' | 'now'> },
): readonly FillPlan[] {
  const position = facts.positions.get(terms.instrument);
  const { side, leverage, marginType } = order;
  const qty = shrunk(order, position);
  if (qty <= 0n) return [];
  const { eventId, now } = moment;
  return planFills(position, { side, qty, price: at, leverage, marginType, eventId, now }, terms, facts.unit);
}

/** Where the position that the fills leave is liquidated; undefined where it never is, or cannot be known. */
export function liquidationAfter(
  facts: AccountFacts,
  terms: FuturesTerms,
  fills: readonly FillPlan[],
  { quote, pricedOf }: Pick<Moment, 'quote' | 'pricedOf'>,
): Price | undefined {
  const after = factsAfter(facts, terms, fills);
  const position = after.positions.get(terms.instrument);
  if (position === undefined || quote === undefined) return undefined;
  const own: PricedOf = (instrument) =>
    instrument === terms.instrument ? { terms, quote } : pricedOf(instrument);
  return liquidationPriceOf(position, after, own);
}
