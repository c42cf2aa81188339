// What the platform asks for by a price or by the time (docs/rules.md 3.5, 3.11, 3.12), as the twin reads the rule book.
import type {
  FillFuturesOrder,
  FundFutures,
  LiquidateFutures,
  TrailFuturesOrder,
  WarnFutures,
} from '@maru/engine/futures/commands';
import type { Priced, Quote } from '@maru/engine/futures/terms';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { type Outcome, refused } from '../twin-outcome.ts';
import {
  add,
  dividedBy,
  floorOf,
  fraction,
  isAtMost,
  NOTHING,
  ofUnits,
  subtract,
  times,
  unitsDown,
} from './fraction.ts';
import {
  type Account,
  accountOf,
  againstOf,
  cancelledBody,
  canReduce,
  fundedOf,
  heldIn,
  isFreshQuote,
  isFundingDue,
  marketOf,
  pricedOf,
  restingBody,
  shrunkOf,
  type TwinOrder,
  withoutOrder,
} from './twin.ts';
import {
  canFill,
  cannotFill,
  crossWorth,
  isHigh,
  isLiquidated,
  isolatedWorth,
  type Marked,
  markedOf,
  standingBody,
  type Worth,
  warnShareOf,
  worstFirst,
  worthAfter,
} from './twin-account.ts';
import { attachedBodies, closeOf, fillsOf, isOpening, settledOf, type TwinFill } from './twin-fill.ts';
import { openingFault } from './twin-orders.ts';
import { feeOf, gainedOf, worthAt } from './twin-value.ts';

const ONE = fraction(100_000_000n);

/** Where a trailing stop fires: behind the furthest price, away from the market; nowhere before it follows. */
function trailingLevelOf(
  { side, trailing }: Pick<TwinOrder, 'side' | 'trailing'>,
  seen: bigint | undefined,
): bigint | undefined {
  if (trailing === undefined) return undefined;
  const { callback, activation, extreme } = trailing;
  const isSelling = side === 'SHORT';
  const all = [extreme?.price, seen].filter((price) => price !== undefined);
  const [first, second = first] = all;
  if (first === undefined || second === undefined) return undefined;
  const furthest = isSelling === first > second ? first : second;
  if (activation !== undefined && (isSelling ? furthest < activation : furthest > activation))
    return undefined;
  const kept = isSelling ? subtract(fraction(1n), ofUnits(callback)) : add(fraction(1n), ofUnits(callback));
  const level = times(fraction(furthest), kept);
  return isSelling ? floorOf(level) : -floorOf({ over: -level.over, under: level.under });
}

const isLimitReached = ({ side, price }: Pick<TwinOrder, 'side' | 'price'>, quote: Quote): boolean =>
  price !== undefined && (side === 'LONG' ? quote.ask <= price : quote.bid >= price);

/** Does this price reach the order, which has seen this furthest price? */
export function isOrderReached(order: TwinOrder, quote: Quote, seen: bigint | undefined): boolean {
  if (order.state === 'OPEN') return isLimitReached(order, quote);
  const level = order.trailing === undefined ? order.trigger : trailingLevelOf(order, seen);
  if (level === undefined) return false;
  return order.fires === 'AT_OR_ABOVE' ? quote[order.by] >= level : quote[order.by] <= level;
}

export function orderFilled(
  state: TwinState,
  player: TwinPlayer,
  command: FillFuturesOrder,
  now: number,
): Outcome {
  const { terms, quote } = command;
  const order = state.futures.orders.get(command.order);
  if (order?.player !== player.id || order.instrument !== terms.instrument) return refused('ORDER_NOT_FOUND');
  const all = accountOf(state, player.id, order.wallet, now);
  const held = heldIn(all, order.instrument);
  if (terms.mode === 'STOPPED') return refused('OPTION_STOPPED');
  if (!isFreshQuote(quote, terms, now)) return refused('NO_FRESH_PRICE');
  if (isFundingDue(all, held, terms)) return refused('FUNDING_DUE');
  if (!isOrderReached(order, quote, command.extreme?.price)) return refused('NOT_REACHED');
  const end = (reason: string) => ({ body: cancelledBody([order], reason) });
  if (order.type === 'STOPLIMIT' && order.state === 'WAITING') {
    if (!isLimitReached(order, quote)) return { body: triggeredBody(order, quote) };
    if (order.postOnly) return end('WOULD_TAKE');
  }
  const { side, leverage, marginType, reduceOnly } = order;
  const isForeign = order.position !== undefined && order.position !== held?.id;
  if (reduceOnly && (isForeign || !canReduce(held, side))) return end('POSITION_GONE');
  // A limit that could not be compared with a price when it came arrives with its first fresh price.
  const isArriving = order.isUnpriced && command.isFirstPrice === true;
  const isAtOwn = order.state === 'OPEN' && !isArriving;
  const price = isAtOwn && order.price !== undefined ? order.price : marketOf(side, quote);
  const account = withoutOrder(all, order.id);
  const wanted = { side, qty: shrunkOf(order, held), price, cause: order.type, leverage, marginType };
  const fills = fillsOf(account, wanted, terms, quote);
  if (isOpening(fills)) {
    if (terms.mode === 'REDUCE_ONLY') return end('REDUCE_ONLY');
    const fault = openingFault(account, order, fills, price, command);
    if (fault === 'PRICES_MISSING') return refused(fault);
    if (fault !== undefined) return end(fault === 'ABOVE_HOLDINGS' ? 'INSUFFICIENT_BALANCE' : fault);
  }
  const placed = attachedBodies(account, order, fills);
  return {
    body: settledOf(all, fills, { order: seenBy(order, command), placed, isAfterGap: command.isAfterGap }),
  };
}

/** A trailing stop as it was when it was filled. */
const seenBy = (order: TwinOrder, { extreme }: FillFuturesOrder): TwinOrder =>
  order.trailing === undefined || extreme === undefined
    ? order
    : { ...order, trailing: { ...order.trailing, extreme } };

const triggeredBody = (order: TwinOrder, quote: Quote) => ({
  kind: 'FUTURES_ORDER_CHANGED',
  cause: 'TRIGGERED',
  order: {
    ...restingBody(order),
    state: 'OPEN',
    fires: order.side === 'LONG' ? 'AT_OR_BELOW' : 'AT_OR_ABOVE',
  },
  quote,
});

export function orderTrailed(state: TwinState, player: TwinPlayer, command: TrailFuturesOrder): Outcome {
  const order = state.futures.orders.get(command.order);
  if (order?.player !== player.id || order.trailing === undefined) return refused('ORDER_NOT_FOUND');
  const { trailing, side } = order;
  const { extreme } = command;
  const isFurther = (than: bigint) => (side === 'SHORT' ? extreme.price > than : extreme.price < than);
  const isNew =
    trailing.extreme === undefined
      ? trailing.activation === undefined ||
        extreme.price === trailing.activation ||
        isFurther(trailing.activation)
      : isFurther(trailing.extreme.price);
  if (!isNew) return refused('NOT_REACHED');
  const after = { ...restingBody(order), trailing: { ...trailing, extreme } };
  return { body: { kind: 'FUTURES_ORDER_CHANGED', cause: 'TRAILED', order: after } };
}

/** The isolated position, or all cross positions of the wallet, at these prices. */
function judgedOf(account: Account, position: number | undefined, priced: readonly Priced[]): Worth | string {
  if (position === undefined) {
    const worth = crossWorth(account, (instrument) => pricedOf(priced, instrument));
    if (worth === undefined) return 'PRICES_MISSING';
    return worth.marked.length === 0 ? 'POSITION_NOT_FOUND' : worth;
  }
  const held = account.positions.find(({ id }) => id === position);
  if (held === undefined || held.wallet !== account.wallet || held.marginType !== 'ISOLATED')
    return 'POSITION_NOT_FOUND';
  const own = pricedOf(priced, held.instrument);
  return own === undefined ? 'PRICES_MISSING' : isolatedWorth(markedOf(held, own));
}

export function liquidated(
  state: TwinState,
  player: TwinPlayer,
  command: LiquidateFutures,
  now: number,
): Outcome {
  const { wallet, position, priced, isAfterGap } = command;
  if (!player.wallets.has(wallet)) return refused('POSITION_NOT_FOUND');
  const account = accountOf(state, player.id, wallet, now);
  const worth = judgedOf(account, position, priced);
  if (typeof worth === 'string') return refused(worth);
  if (worth.marked.some(({ held, terms }) => isFundingDue(account, held, terms)))
    return refused('FUNDING_DUE');
  const closed = cannotFill(worth, now);
  if (closed !== undefined) return refused(closed);
  if (!isLiquidated(worth)) return refused('EQUITY_FINE');
  const marked = [...worth.marked].sort((a, b) => a.held.id - b.held.id);
  const [first] = marked;
  const isCross = position === undefined;
  const fills = isCross
    ? worstClosed(account, worth)
    : worth.marked.map((each) =>
        closeOf(account, each.held, each, { cause: 'LIQUIDATION', isForfeited: true }),
      );
  const ending = account.orders.filter((order) =>
    isCross ? order.wallet === wallet : order.instrument === first?.held.instrument,
  );
  const liquidation = {
    ...standingBody(worth),
    marginType: isCross ? 'CROSS' : 'ISOLATED',
    marks: marked.map(({ held: { instrument }, quote }) => ({ instrument, quote })),
    judged: marked.map(judgedBody),
  };
  const cancelled = new Map(ending.map(({ id }) => [id, 'LIQUIDATION']));
  return { body: settledOf(account, fills, { cancelled, isAfterGap, liquidation }) };
}

/** A position as it was judged, with the tier in which its value lay at the mark. */
function judgedBody({ held, terms, quote }: Marked) {
  const { id, instrument, side, qty, entry, funding } = held;
  const value = worthAt(qty, ofUnits(quote.mark), terms);
  const tier = terms.tiers.find(({ cap }) => isAtMost(value, ofUnits(cap))) ?? terms.tiers.at(-1);
  const { contract } = terms;
  return {
    ...{ id, instrument, contract, side, qty, entry, funding },
    ...{ maintenanceRate: tier?.maintenance, deduction: tier?.deduction },
  };
}

/** The largest loss first, until the rest has its maintenance margin; what has no fresh price stays. */
function worstClosed(account: Account, worth: Worth): readonly TwinFill[] {
  const fills: TwinFill[] = [];
  let left = worth;
  for (const each of worstFirst(worth.marked)) {
    if (!isLiquidated(left)) break;
    if (!canFill(each, account.now)) continue;
    const fill = closeOf(account, each.held, each, { cause: 'LIQUIDATION', fees: feesOf(left, each) });
    fills.push(fill);
    left = worthAfter(left, each, fill.brought);
  }
  return fills;
}

/** Both fees are at most what is left after the result, the fee of the fill first. */
function feesOf(worth: Worth, { held, terms, quote, gain }: Marked) {
  const price = marketOf(againstOf(held.side), quote);
  const result = ofUnits(gainedOf(held, held.qty, price, terms));
  const equity = unitsDown(add(subtract(worth.balance, gain), result));
  const most = equity > 0n ? equity : 0n;
  const due = (rate: bigint) => feeOf(held.qty, price, rate, terms);
  const fee = due(terms.feeRate) < most ? due(terms.feeRate) : most;
  const left = most - fee;
  const liquidationFee = due(terms.liquidationFeeRate) < left ? due(terms.liquidationFeeRate) : left;
  return { fee, liquidationFee };
}

/** At most one warning a minute. */
export const WARNING_MS = 60_000;

export function warned(state: TwinState, player: TwinPlayer, command: WarnFutures, now: number): Outcome {
  const { wallet, position, priced } = command;
  if (!player.wallets.has(wallet)) return refused('POSITION_NOT_FOUND');
  const worth = judgedOf(accountOf(state, player.id, wallet, now), position, priced);
  if (typeof worth === 'string') return refused(worth);
  const closed = cannotFill(worth, now);
  if (closed !== undefined) return refused(closed);
  const isPaused = worth.marked.some(
    ({ held: { warnedAt } }) => warnedAt !== undefined && now < warnedAt + WARNING_MS,
  );
  if (isPaused || !isHigh(worth, warnShareOf(worth))) return refused('EQUITY_FINE');
  return {
    body: {
      ...{ kind: 'FUTURES_WARNED', marginType: position === undefined ? 'CROSS' : 'ISOLATED', wallet },
      positions: worstFirst(worth.marked).map(({ held: { id, instrument }, quote }) => ({
        id,
        instrument,
        quote,
      })),
      ratio: ratioOf(worth),
      standing: standingBody(worth),
    },
  };
}

/** In steps of 0.01 %, cut; all of it where nothing is left. */
function ratioOf({ balance, maintenance }: Worth): bigint {
  if (isAtMost(balance, NOTHING)) return ONE.over;
  return floorOf(times(dividedBy(maintenance, balance), fraction(10_000n))) * 10_000n;
}

/** Once for each time, in their order, and not before it. */
export function funded({ futures }: TwinState, command: FundFutures, now: number): Outcome {
  const { site, instrument, contract, dueAt, rate, mark } = command;
  if (dueAt > now) return refused('NOT_DUE');
  if ((futures.funded.get(fundedOf(site, instrument)) ?? -1) >= dueAt) return refused('ALREADY_FUNDED');
  return { body: { kind: 'FUTURES_FUNDED', instrument, contract, dueAt, rate, mark } };
}
