// A price reached a resting order. Its rules are checked again: it is filled, it begins to rest at its limit, or it ends
// with a reason (docs/rules.md 3.5).
import type { Price } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import { accountOf, factsOf, walletOf } from './account.ts';
import { cancelled } from './cancel.ts';
import type { FillFuturesOrder } from './commands.ts';
import type { CancelReason, FuturesFilled, FuturesOrderChanged, FuturesOrdersCancelled } from './events.ts';
import { attachedExits } from './exit-orders.ts';
import { type FillFault, fillFault } from './fill-fault.ts';
import { fillGate, fundingGate, type TradeGate } from './gates.ts';
import { canReduce, shrunk } from './netting.ts';
import { type FillPlan, planFills, positionAfter } from './plan.ts';
import { replacedExits, restingOrder, settle } from './settle.ts';
import { type AccountFacts, pricedIn } from './standing.ts';
import type { FuturesOrder, FuturesPosition } from './state.ts';
import { type FuturesTerms, marketPrice, type Quote } from './terms.ts';
import { trailingLevel } from './trailing-level.ts';

export type FillRefusal = TradeGate | 'ORDER_NOT_FOUND' | 'NOT_REACHED' | 'FUNDING_DUE' | 'PRICES_MISSING';

type Filled = FuturesFilled | FuturesOrderChanged | FuturesOrdersCancelled;

export function fillOrder(
  book: Book,
  player: Player,
  command: FillFuturesOrder,
  context: Context,
): Decision<Filled, FillRefusal> {
  const { terms, quote } = command;
  const account = accountOf(book, player);
  const order = account.orders.get(command.order);
  if (order === undefined || order.instrument !== terms.instrument) return refuse('ORDER_NOT_FOUND');
  const position = account.positions.get(order.instrument);
  const gate = fillGate(terms, quote, context.now) ?? fundingGate(book, player, position, terms, context.now);
  if (gate !== undefined) return refuse(gate);
  if (!isReached(order, quote, command.extreme?.price)) return refuse('NOT_REACHED');
  const end = (reason: CancelReason): Decision<Filled, FillRefusal> =>
    accept(cancelled(book, player, context, [{ order, reason }]));

  if (order.type === 'STOPLIMIT' && order.state === 'WAITING') {
    if (!isCrossed(order, quote)) return accept(triggered(book, player, context, order, quote));
    if (order.postOnly) return end('WOULD_TAKE');
  }
  if (isWithoutPosition(order, position)) return end('POSITION_GONE');
  const wallet = walletOf(player, order.wallet);
  const facts = withoutOrder(factsOf(book, player, wallet), order.id);
  const { side, leverage, marginType } = order;
  const price = fillPrice(order, command);
  const request = { side, qty: shrunk(order, position), price, leverage, marginType };
  const { eventId, now } = context;
  const fills = planFills(position, { ...request, eventId, now }, terms, wallet.unit);
  const fault = faultOf(facts, terms, order, { fills, price }, command);
  if (fault === 'PRICES_MISSING') return refuse(fault);
  if (fault !== undefined) return end(fault);

  // All checks passed: below this line nothing may fail.
  const after = positionAfter(fills);
  const placed = after === undefined || isReducing(fills) ? [] : attachedExits(order, after, terms, context);
  const made = { terms, quote, side, price, cause: order.type, leverage, marginType };
  return accept(
    settle(book, player, wallet, context, {
      fills: fills.map((plan) => ({ ...made, plan })),
      order: withExtreme(order, command.extreme),
      placed,
      cancelled: replacedExits(account, placed),
      isAfterGap: command.isAfterGap,
    }),
  );
}

/** As it was when it was filled: its receipt shows from where its level followed. */
const withExtreme = (order: FuturesOrder, extreme: FillFuturesOrder['extreme']): FuturesOrder =>
  order.trailing === undefined || extreme === undefined
    ? order
    : { ...order, trailing: { ...order.trailing, extreme } };

/** A limit watches the price it would be filled at, a trigger the price it was given. */
export function isReached(order: FuturesOrder, quote: Quote, extreme?: Price): boolean {
  if (order.state === 'OPEN') return isCrossed(order, quote);
  const { trailing, side } = order;
  const level = trailing === undefined ? order.trigger : trailingLevel(side, trailing, extreme);
  if (level === undefined) return false;
  return order.fires === 'AT_OR_ABOVE' ? quote[order.by] >= level : quote[order.by] <= level;
}

const isCrossed = ({ side, price }: FuturesOrder, quote: Quote): boolean =>
  price !== undefined && (side === 'LONG' ? quote.ask <= price : quote.bid >= price);

const isWithoutPosition = (order: FuturesOrder, position: FuturesPosition | undefined): boolean =>
  order.reduceOnly &&
  (!canReduce(position, order.side) || (order.position !== undefined && order.position !== position?.id));

/** Its own cost is no longer held back when it is filled. */
function withoutOrder(facts: AccountFacts, id: number): AccountFacts {
  const orders = new Map(facts.orders);
  orders.delete(id);
  return { ...facts, orders };
}

/**
 * A limit that rested is filled at its own price, a trigger at the market. The first fresh price after a limit arrived
 * without one is its arrival: an order that is marketable then gets the market's price, which is the better one.
 */
function fillPrice(
  { state, side, price, isUnpriced }: FuturesOrder,
  { quote, isFirstPrice = false }: Pick<FillFuturesOrder, 'quote' | 'isFirstPrice'>,
): Price {
  const isOnArrival = isUnpriced && isFirstPrice;
  return state === 'OPEN' && price !== undefined && !isOnArrival ? price : marketPrice(side, quote);
}

const isReducing = (fills: readonly FillPlan[]): boolean => fills.at(-1)?.openedQty === 0n;

const REASONS = {
  ABOVE_LEVERAGE_CAP: 'ABOVE_LEVERAGE_CAP',
  ABOVE_HOLDINGS: 'INSUFFICIENT_BALANCE',
} as const satisfies Record<Exclude<FillFault, 'PRICES_MISSING'>, CancelReason>;

/** Only an order that opens can break a rule; one that reduces is always filled. */
function faultOf(
  facts: AccountFacts,
  terms: FuturesTerms,
  order: FuturesOrder,
  fill: { readonly fills: readonly FillPlan[]; readonly price: Price },
  { quote, priced }: FillFuturesOrder,
): CancelReason | 'PRICES_MISSING' | undefined {
  if (isReducing(fill.fills)) return undefined;
  if (terms.mode === 'REDUCE_ONLY') return 'REDUCE_ONLY';
  const fault = fillFault(facts, terms, order, fill, { quote, pricedOf: pricedIn(priced) });
  return fault === undefined || fault === 'PRICES_MISSING' ? fault : REASONS[fault];
}

/** From now on it is a limit. */
const triggered = (
  book: Book,
  player: Player,
  context: Context,
  order: FuturesOrder,
  quote: Quote,
): FuturesOrderChanged => ({
  ...playerEvent('FUTURES_ORDER_CHANGED', book, player, context),
  cause: 'TRIGGERED',
  order: {
    ...restingOrder(order),
    state: 'OPEN',
    fires: order.side === 'LONG' ? 'AT_OR_BELOW' : 'AT_OR_ABOVE',
  },
  quote,
});
