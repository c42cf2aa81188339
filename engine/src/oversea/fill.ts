// A price reached a resting order. Its rules are checked again: it is filled, or it ends with a reason (docs/rules.md
// 3.5).
import type { Amount, Price } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import type { Quote } from '../market/quote.ts';
import { balanceOf } from '../transfer.ts';
import { cancelled, walletOf } from './cancel.ts';
import type { FillOverseaOrder } from './commands.ts';
import type { CancelReason, OverseaFilled, OverseaOrdersCancelled } from './events.ts';
import { fillGate, isReduceOnly, type TradeGate } from './gates.ts';
import { canReduce, contractsOf } from './netting.ts';
import { positionsAfter, shrunk } from './order-plan.ts';
import { type FillPlan, freeAfter, planFill } from './plan.ts';
import { marketPrice } from './pricing.ts';
import { accountOf, settle } from './settle.ts';
import type { OverseaAccount, OverseaOrder } from './state.ts';
import { neverEnds, type OverseaTerms } from './terms.ts';

export type FillRefusal = TradeGate | 'ORDER_NOT_FOUND' | 'NOT_REACHED';

export function fillOrder(
  book: Book,
  player: Player,
  command: FillOverseaOrder,
  context: Context,
): Decision<OverseaFilled | OverseaOrdersCancelled, FillRefusal> {
  const { terms, quote, isAfterGap } = command;
  const account = accountOf(book, player);
  const order = account.orders.get(command.order);
  if (order === undefined || order.instrument !== terms.instrument) return refuse('ORDER_NOT_FOUND');
  const gate = fillGate(terms, quote, context.now);
  if (gate !== undefined) return refuse(gate);
  if (!isReached(order, quote)) return refuse('NOT_REACHED');

  // All checks passed: below this line nothing may fail.
  assert(terms.session !== undefined, 'nothing is filled while the market is closed');
  const { tradeDate } = terms.session;
  const wallet = walletOf(player, order.wallet);
  const end = (reason: CancelReason) => accept(cancelled(book, player, context, [{ order, reason }]));
  const position = account.positions.get(order.instrument);
  if (order.reduceOnly && !canReduce(position, order.side)) return end('POSITION_GONE');
  const qty = shrunk(order, position);
  const { side, type, tpTick, slTick, margin: locked } = order;
  const price = fillPrice(order, command);
  const request = { side, qty, price, tpTick, slTick, locked, eventId: context.eventId };
  const plan = planFill(position, request, terms, wallet.unit);
  const fault = faultOf({ account, order, terms, plan, free: balanceOf(book, wallet.free) }, context);
  if (fault !== undefined) return end(fault);
  const made = { terms, side, qty, price, cause: type, quote, tradeDate, plan };
  return accept(settle(book, player, wallet, context, { fills: [made], order, isAfterGap }));
}

/** A limit watches the price it would be filled at, a trigger the last price. */
export function isReached(
  { type, fires, price }: Pick<OverseaOrder, 'type' | 'fires' | 'price'>,
  quote: Quote,
): boolean {
  if (type === 'LIMIT') return fires === 'AT_OR_BELOW' ? quote.ask <= price : quote.bid >= price;
  return fires === 'AT_OR_ABOVE' ? quote.last >= price : quote.last <= price;
}

/**
 * A limit that rested is filled at its own price, a trigger at the market. The first fresh price after a limit arrived
 * without one is its arrival: an order that is marketable then gets the market's price, which is the better one.
 */
function fillPrice(
  { type, side, price, isUnpriced }: OverseaOrder,
  { quote, isFirstPrice = false }: Pick<FillOverseaOrder, 'quote' | 'isFirstPrice'>,
): Price {
  const isOnArrival = isUnpriced && isFirstPrice;
  return type === 'LIMIT' && !isOnArrival ? price : marketPrice(side, quote);
}

interface Recheck {
  readonly order: OverseaOrder;
  readonly account: OverseaAccount;
  readonly terms: OverseaTerms;
  readonly plan: FillPlan;
  readonly free: Amount;
}

/** Only an order that opens can break a rule; one that reduces is always filled. */
function faultOf({ account, order, terms, plan, free }: Recheck, { now }: Context): CancelReason | undefined {
  if (plan.openedQty === 0) return undefined;
  // An order that opens is valid for its trade date. The platform may have been down at the end of it.
  const { session } = terms;
  if (session !== undefined && !neverEnds(session) && order.tradeDate < session.tradeDate)
    return 'SESSION_END';
  if (isReduceOnly(terms, now)) return 'REDUCE_ONLY';
  const { ofInstrument, ofPlayer } = contractsOf(
    positionsAfter(account, terms.instrument, plan),
    [],
    terms.instrument,
  );
  if (ofInstrument > terms.contractsMost || ofPlayer > terms.playerContractsMost) return 'TOO_MANY_CONTRACTS';
  return freeAfter(free, plan) < 0n ? 'INSUFFICIENT_BALANCE' : undefined;
}
