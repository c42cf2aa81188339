// What an order would do if it were placed now, and the first rule that it breaks. The server decides with it, the app
// shows it before the order is sent.
import { type Amount, isMultiple, type Price, ZERO } from '../amount.ts';
import type { Quote } from '../market/quote.ts';
import type { Fires } from '../market/trigger-index.ts';
import type { Millis } from '../time.ts';
import type { PlaceOverseaOrder } from './commands.ts';
import { isFresh, isReduceOnly, termsNow } from './gates.ts';
import { canReduce, contractsOf, type Net, openingPart, splitOf } from './netting.ts';
import { brokenGuard, type GuardRefusal } from './order-guard.ts';
import { type AccountFacts, type FillPlan, freeAfter, type HeldPosition, planFill } from './plan.ts';
import { marginOf, marketPrice, reachedLegs, tpslPrices } from './pricing.ts';
import { MOST_RESTING, MOST_TICKS, type OverseaTerms } from './terms.ts';

export type OrderRequest = Pick<
  PlaceOverseaOrder,
  'side' | 'type' | 'qty' | 'price' | 'reduceOnly' | 'tpTick' | 'slTick' | 'guard'
>;

export type OrderRefusal =
  | 'OPTION_STOPPED'
  | 'REST_DAY'
  | 'MARKET_CLOSED'
  | 'ONLY_REDUCE'
  | 'NO_FRESH_PRICE'
  | 'ORDER_TYPE_INVALID'
  | 'ENTER_QTY'
  | 'ENTER_PRICE'
  | 'PRICE_OFF_TICK'
  | 'STOP_EQUALS_LAST'
  | 'NO_POSITION'
  | 'TPSL_TICKS_INVALID'
  | GuardRefusal
  | 'TOO_MANY_CONTRACTS'
  | 'TOO_MANY_ORDERS'
  | 'TPSL_REJECTED'
  | 'ABOVE_HOLDINGS';

export interface FilledAtOnce {
  readonly kind: 'FILL';
  readonly qty: number;
  readonly price: Price;
  readonly fill: FillPlan;
}

export interface Rests {
  readonly kind: 'REST';
  readonly price: Price;
  readonly fires: Fires;
  readonly openedQty: number;
  readonly margin: Amount;
  /** A limit without a fresh price to compare it with. */
  readonly isUnpriced: boolean;
}

export interface PlannedOrder {
  /** Undefined when the order would be taken. */
  readonly refusal: OrderRefusal | undefined;
  /** Undefined when there is nothing to compute: no number, no price. */
  readonly plan: FilledAtOnce | Rests | undefined;
}

export interface Moment {
  readonly quote: Quote | undefined;
  readonly now: Millis;
  /** The number of a position that the order opens. */
  readonly eventId: number;
}

export function planOrder(
  facts: AccountFacts,
  receivedTerms: OverseaTerms,
  order: OrderRequest,
  moment: Moment,
): PlannedOrder {
  const terms = termsNow(receivedTerms, moment.now);
  const position = facts.positions.get(terms.instrument);
  const gate = gateOf(position, terms, order, moment) ?? shapeOf(position, terms, order, moment);
  const plan = figuresOf(facts, terms, order, moment);
  if (gate !== undefined || plan === undefined) return { refusal: gate ?? 'NO_FRESH_PRICE', plan };
  const refusal = guardOf(facts, terms, order, plan, moment) ?? limitOf(facts, terms, order, plan, moment);
  return { refusal, plan };
}

/** The player's limits are checked before the site's: they are the narrower ones. */
function guardOf(
  facts: AccountFacts,
  terms: OverseaTerms,
  order: OrderRequest,
  plan: FilledAtOnce | Rests,
  { quote }: Moment,
): GuardRefusal | undefined {
  if (order.guard === undefined) return undefined;
  const isResting = plan.kind === 'REST';
  const opened = isResting ? plan.openedQty : plan.fill.openedQty;
  const positions = isResting ? facts.positions : positionsAfter(facts, terms.instrument, plan.fill);
  const { ofPlayer } = contractsOf(positions, facts.orders.values(), terms.instrument);
  return brokenGuard(order.guard, {
    opened,
    totalAfter: ofPlayer + (isResting ? opened : 0),
    price: order.type === 'MARKET' ? undefined : order.price,
    last: quote?.last,
    tickSize: terms.tickSize,
  });
}

/** docs/rules.md 0.7, three and four. */
function gateOf(
  position: HeldPosition | undefined,
  terms: OverseaTerms,
  order: OrderRequest,
  { now }: Moment,
): OrderRefusal | undefined {
  if (terms.mode === 'STOPPED') return 'OPTION_STOPPED';
  if (terms.isRest) return 'REST_DAY';
  if (terms.session === undefined) return 'MARKET_CLOSED';
  const isReducing = order.reduceOnly || splitOf(position, order).opened === 0;
  return isReduceOnly(terms, now) && !isReducing ? 'ONLY_REDUCE' : undefined;
}

function shapeOf(
  position: HeldPosition | undefined,
  terms: OverseaTerms,
  order: OrderRequest,
  { quote, now }: Moment,
): OrderRefusal | undefined {
  const { type, qty, price } = order;
  if (type !== 'MARKET' && type !== 'LIMIT' && type !== 'STOPMARKET') return 'ORDER_TYPE_INVALID';
  // A limit may wait for the next price; the others need one now.
  if (type !== 'LIMIT' && !isFresh(quote, terms, now)) return 'NO_FRESH_PRICE';
  if (!isQty(qty)) return 'ENTER_QTY';
  if (type !== 'MARKET') {
    if (price === undefined || (price <= 0n && !terms.mayBeNegative)) return 'ENTER_PRICE';
    if (!isMultiple(price, terms.tickSize)) return 'PRICE_OFF_TICK';
    if (type === 'STOPMARKET' && price === quote?.last) return 'STOP_EQUALS_LAST';
  }
  if (order.reduceOnly && !canReduce(position, order.side)) return 'NO_POSITION';
  return isTicks(order.tpTick) && isTicks(order.slTick) ? undefined : 'TPSL_TICKS_INVALID';
}

const isQty = (qty: number): boolean => Number.isSafeInteger(qty) && qty > 0;

export const isTicks = (ticks: number | undefined): boolean =>
  ticks === undefined || (Number.isSafeInteger(ticks) && ticks >= 0 && ticks <= MOST_TICKS);

function figuresOf(
  facts: AccountFacts,
  terms: OverseaTerms,
  order: OrderRequest,
  { quote, now, eventId }: Moment,
): FilledAtOnce | Rests | undefined {
  if (!isQty(order.qty)) return undefined;
  const position = facts.positions.get(terms.instrument);
  const { side, type, price } = order;
  if (type === 'MARKET' || isMarketable(order, terms, quote, now)) {
    if (quote === undefined) return undefined;
    const qty = shrunk(order, position);
    const at = marketPrice(side, quote);
    const { tpTick, slTick } = order;
    const request = { side, qty, price: at, tpTick, slTick, eventId };
    return { kind: 'FILL', qty, price: at, fill: planFill(position, request, terms, facts.unit) };
  }
  if (price === undefined) return undefined;
  const fires = firesAt(order, price, quote);
  if (fires === undefined) return undefined;
  const openedQty = openingPart({ ...order, instrument: terms.instrument }, position);
  const margin = openedQty === 0 ? ZERO : marginOf(openedQty, terms, facts.unit);
  const isUnpriced = type === 'LIMIT' && !isFresh(quote, terms, now);
  return { kind: 'REST', price, fires, openedQty, margin, isUnpriced };
}

/** A reduce-only order is reduced to what is open (docs/rules.md 0.1). */
export const shrunk = (
  { side, qty, reduceOnly }: Pick<OrderRequest, 'side' | 'qty' | 'reduceOnly'>,
  position: Net | undefined,
): number =>
  reduceOnly && position !== undefined && position.side !== side ? Math.min(qty, position.qty) : qty;

/** Would this limit be filled on arrival? Then it gets the market's price, which is the better one. */
function isMarketable(
  { type, side, price }: OrderRequest,
  terms: OverseaTerms,
  quote: Quote | undefined,
  now: Millis,
): boolean {
  if (type !== 'LIMIT' || price === undefined || !isFresh(quote, terms, now)) return false;
  return side === 'LONG' ? quote.ask <= price : quote.bid >= price;
}

/**
 * A trigger above the last price is reached from below, one below it from above, whichever side it is (docs/rules.md
 * 4.2).
 */
function firesAt({ type, side }: OrderRequest, price: Price, quote: Quote | undefined): Fires | undefined {
  if (type === 'LIMIT') return side === 'LONG' ? 'AT_OR_BELOW' : 'AT_OR_ABOVE';
  if (quote === undefined || quote.last === price) return undefined;
  return price > quote.last ? 'AT_OR_ABOVE' : 'AT_OR_BELOW';
}

/** The limits of the site, and last of all the money. */
function limitOf(
  facts: AccountFacts,
  terms: OverseaTerms,
  order: OrderRequest,
  plan: FilledAtOnce | Rests,
  { quote }: Moment,
): OrderRefusal | undefined {
  if (plan.kind === 'REST') {
    // Orders that reduce lock nothing: without a bound one player could rest as many as memory holds.
    if (facts.orders.size >= MOST_RESTING) return 'TOO_MANY_ORDERS';
    if (plan.openedQty === 0) return undefined;
    if (isAboveMost(facts, terms, facts.positions, plan.openedQty)) return 'TOO_MANY_CONTRACTS';
    return plan.margin > facts.free ? 'ABOVE_HOLDINGS' : undefined;
  }
  const { fill } = plan;
  if (fill.openedQty === 0) return undefined;
  if (isAboveMost(facts, terms, positionsAfter(facts, terms.instrument, fill), 0))
    return 'TOO_MANY_CONTRACTS';
  if (quote !== undefined && firesAtOnce(order, fill, terms, quote)) return 'TPSL_REJECTED';
  return freeAfter(facts.free, fill) < 0n ? 'ABOVE_HOLDINGS' : undefined;
}

export function positionsAfter(
  { positions }: Pick<AccountFacts, 'positions'>,
  instrument: number,
  { position }: FillPlan,
): ReadonlyMap<number, Net> {
  const after = new Map<number, Net>(positions);
  if (position === undefined) after.delete(instrument);
  else after.set(instrument, position);
  return after;
}

function isAboveMost(
  { orders }: AccountFacts,
  terms: OverseaTerms,
  positions: ReadonlyMap<number, Net>,
  added: number,
): boolean {
  const { ofInstrument, ofPlayer } = contractsOf(positions, orders.values(), terms.instrument);
  return ofInstrument + added > terms.contractsMost || ofPlayer + added > terms.playerContractsMost;
}

/** Only the order's own exits are compared with the price; those of the position move along with its mean. */
function firesAtOnce(
  order: OrderRequest,
  { position }: FillPlan,
  terms: OverseaTerms,
  quote: Quote,
): boolean {
  if (position === undefined) return false;
  const given = { ...position, tpTick: order.tpTick ?? 0, slTick: order.slTick ?? 0 };
  const { tp, sl } = reachedLegs(position.side, tpslPrices(given, terms.tickSize), quote.last);
  return tp || sl;
}
