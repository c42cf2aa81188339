// What must become of an order that a player places or amends (docs/rules.md 3.4, 3.5, 3.8, 3.9, 3.13).
import type { AmendFuturesOrder, EntryRequest, PlaceFuturesOrder } from '@maru/engine/futures/commands';
import type { AttachedExits, RestingOrder } from '@maru/engine/futures/events';
import type { FuturesTerms, Priced, Quote } from '@maru/engine/futures/terms';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { type Outcome, refused } from '../twin-outcome.ts';
import { fraction, ofUnits, times } from './fraction.ts';
import {
  type Account,
  accountOf,
  canReduce,
  heldIn,
  isFreshQuote,
  isFundingDue,
  marketOf,
  opensOf,
  pricedOf,
  restingBody,
  shrunkOf,
  splitOf,
  type TwinOrder,
  withoutOrder,
} from './twin.ts';
import { crossWorth, heldBackOf, liquidationAt, meansOf } from './twin-account.ts';
import {
  accountAfter,
  attachedBodies,
  fillsOf,
  freeAfter,
  isOpening,
  orderNumber,
  settledOf,
  type TwinFill,
} from './twin-fill.ts';
import { exitLevelsFault, exitsOfHeldFault, partFault } from './twin-levels.ts';
import { boughtBy, cutToStep, feeOf, marginOf, mostOf } from './twin-value.ts';

export const MOST_ORDERS = 200;

interface Moment {
  readonly terms: FuturesTerms;
  readonly quote: Quote | undefined;
  readonly priced: readonly Priced[];
}

/** The price at which an order is sized and costs. */
function priceOf({ type, side, price, trigger }: EntryRequest, quote: Quote | undefined): bigint | undefined {
  if (type === 'MARKET') return quote && marketOf(side, quote);
  return type === 'STOPMARKET' ? trigger : price;
}

function qtyOf(order: EntryRequest, { terms, quote }: Moment): bigint | undefined {
  const { qty, margin, notional, leverage } = order;
  if (qty !== undefined) return qty > 0n ? qty : undefined;
  const at = priceOf(order, quote);
  if (at === undefined || at <= 0n) return undefined;
  let bought: bigint | undefined;
  if (notional !== undefined)
    bought =
      terms.contract === 'INVERSE'
        ? cutToStep(ofUnits(notional), terms)
        : boughtBy(ofUnits(notional), at, terms);
  else if (margin !== undefined && Number.isSafeInteger(leverage) && leverage >= 1)
    bought = boughtBy(times(ofUnits(margin), fraction(BigInt(leverage))), at, terms);
  return bought === undefined || bought <= 0n ? undefined : bought;
}

export const costOf = (qty: bigint, at: bigint, leverage: number, terms: FuturesTerms): bigint =>
  marginOf(qty, at, leverage, terms) + feeOf(qty, at, terms.feeRate, terms);

/** A limit that would be filled on arrival. */
function isTaking({ side, price }: EntryRequest, { terms, quote }: Moment, now: number): boolean {
  if (price === undefined || !isFreshQuote(quote, terms, now)) return false;
  return side === 'LONG' ? quote.ask <= price : quote.bid >= price;
}

export const isLeverageOf = (leverage: number, { leverageMost }: FuturesTerms): boolean =>
  Number.isSafeInteger(leverage) && leverage >= 1 && leverage <= leverageMost;

/** Everything up to the size and the money. */
function formFault(
  account: Account,
  order: EntryRequest,
  qty: bigint | undefined,
  moment: Moment,
): string | undefined {
  const { terms, quote } = moment;
  const { side, type, price, trigger, by, leverage, reduceOnly } = order;
  const held = heldIn(account, terms.instrument);
  if (terms.mode === 'STOPPED') return 'OPTION_STOPPED';
  const isReducing = qty !== undefined && splitOf(held, side, qty).opened === 0n;
  if (terms.mode === 'REDUCE_ONLY' && !reduceOnly && !isReducing) return 'ONLY_REDUCE';
  if (!['MARKET', 'LIMIT', 'STOPMARKET', 'STOPLIMIT'].includes(type)) return 'ORDER_TYPE_INVALID';
  if (!isLeverageOf(leverage, terms)) return 'LEVERAGE_OUT_OF_RANGE';
  if (type !== 'LIMIT' && !isFreshQuote(quote, terms, account.now)) return 'NO_FRESH_PRICE';
  if (order.qty === undefined && order.margin === undefined && order.notional === undefined)
    return 'ENTER_QTY';
  if (type === 'LIMIT' || type === 'STOPLIMIT') {
    if (price === undefined || price <= 0n) return 'ENTER_PRICE';
    if (price % terms.tickSize !== 0n) return 'PRICE_OFF_TICK';
  }
  if (type === 'STOPMARKET' || type === 'STOPLIMIT') {
    if (trigger === undefined || trigger <= 0n) return 'ENTER_TRIGGER';
    if (trigger % terms.tickSize !== 0n) return 'PRICE_OFF_TICK';
    if (quote !== undefined && (side === 'LONG' ? quote[by] >= trigger : quote[by] <= trigger))
      return 'STOP_REJECTED';
  }
  if (reduceOnly) {
    if (!canReduce(held, side)) return 'NO_POSITION';
  } else {
    const others = account.orders.filter((each) => each.instrument === terms.instrument && !each.reduceOnly);
    const open = [...(held === undefined ? [] : [held]), ...others];
    if (open.some((each) => each.leverage !== leverage)) return 'LEVERAGE_DIFFERS';
    if (open.some((each) => each.marginType !== order.marginType)) return 'MARGIN_TYPE_DIFFERS';
  }
  if (type === 'LIMIT') {
    const takes = isTaking(order, moment, account.now);
    if (order.postOnly && takes) return 'WOULD_TAKE';
    if (order.immediate && !takes) return 'WOULD_NOT_FILL';
  }
  return qty === undefined ? 'ENTER_QTY' : undefined;
}

/** What is open in the direction of the order, with what other orders would open. */
function usedOf(account: Account, instrument: number, side: string): bigint {
  const held = heldIn(account, instrument);
  let used = held?.side === side ? held.qty : 0n;
  for (const order of account.orders)
    if (order.instrument === instrument && order.side === side) used += opensOf(order, held);
  return used;
}

/** The cost is available, as far as the prices of all cross positions are known. */
function moneyFault(account: Account, cost: bigint, { terms, quote, priced }: Moment): string | undefined {
  const worth = crossWorth(
    account,
    (instrument) =>
      pricedOf(priced, instrument) ??
      (instrument === terms.instrument && quote !== undefined ? { terms, quote } : undefined),
  );
  if (worth === undefined) return 'PRICES_MISSING';
  return cost > meansOf(account, worth).available ? 'ABOVE_HOLDINGS' : undefined;
}

/** What a fill that opens must not break, on arrival and when a price reaches a resting order. */
export function openingFault(
  account: Account,
  order: { readonly side: string; readonly leverage: number },
  fills: readonly TwinFill[],
  price: bigint,
  moment: Moment & { readonly quote: Quote },
): string | undefined {
  const { terms, quote } = moment;
  const opened = fills.at(-1)?.opened ?? 0n;
  const held = heldIn(account, terms.instrument);
  const same = held?.side === order.side ? held.qty : 0n;
  if (same + opened > mostOf(order.leverage, quote.mark, terms)) return 'ABOVE_LEVERAGE_CAP';
  const closes = fills.filter(({ closed }) => closed > 0n);
  const cost = costOf(opened, price, order.leverage, terms);
  return (
    moneyFault(closes.length === 0 ? account : accountAfter(account, closes), cost, moment) ??
    (freeAfter(account.free, fills) < 0n ? 'ABOVE_HOLDINGS' : undefined)
  );
}

interface Planned {
  readonly qty: bigint;
  /** Present when it is filled at once. */
  readonly fills?: readonly TwinFill[];
  readonly placed: readonly RestingOrder[];
  readonly cost: bigint;
}

function planOf(account: Account, order: EntryRequest, moment: Moment): Planned | string {
  const { terms, quote } = moment;
  const qty = qtyOf(order, moment);
  const fault = formFault(account, order, qty, moment);
  if (fault !== undefined || qty === undefined) return fault ?? 'ENTER_QTY';
  const { side, type, leverage, marginType, reduceOnly } = order;
  const held = heldIn(account, terms.instrument);
  const isAtOnce = type === 'MARKET' || (type === 'LIMIT' && isTaking(order, moment, account.now));
  if (isAtOnce && quote !== undefined) {
    const price = marketOf(side, quote);
    const wanted = {
      side,
      qty: shrunkOf({ side, qty, reduceOnly } as RestingOrder, held),
      price,
      cause: type,
    };
    const fills = fillsOf(account, { ...wanted, leverage, marginType }, terms, quote);
    const placed = attachedBodies(account, order, fills);
    const limit = atOnceFault(account, order, { qty, price, fills, placed }, { ...moment, quote });
    return limit ?? { qty, fills, placed, cost: 0n };
  }
  const at = priceOf(order, quote) ?? 0n;
  const cost = reduceOnly ? 0n : costOf(qty, at, leverage, terms);
  const limit = restingFault(account, order, { qty, at, cost }, moment);
  return limit ?? { qty, placed: [], cost };
}

export function isTooSmall(
  qty: bigint,
  at: bigint,
  { contract, qtyLeast, notionalLeast }: FuturesTerms,
): boolean {
  if (qty < qtyLeast) return true;
  const worth = contract === 'INVERSE' ? qty * 100_000_000n : qty * at;
  return worth < notionalLeast * 100_000_000n;
}

function atOnceFault(
  account: Account,
  order: EntryRequest,
  plan: {
    readonly qty: bigint;
    readonly price: bigint;
    readonly fills: readonly TwinFill[];
    readonly placed: readonly RestingOrder[];
  },
  moment: Moment & { readonly quote: Quote },
): string | undefined {
  const { qty, price, fills, placed } = plan;
  const { terms, quote } = moment;
  const { side, leverage } = order;
  if (qty % terms.qtyStep !== 0n) return 'QTY_OFF_STEP';
  if (!isOpening(fills)) return undefined;
  if (isTooSmall(qty, price, terms)) return 'QTY_TOO_SMALL';
  const closes = fills.filter(({ closed }) => closed > 0n);
  const flat = closes.length === 0 ? account : accountAfter(account, closes);
  const opened = fills.at(-1)?.opened ?? 0n;
  if (usedOf(flat, terms.instrument, side) + opened > mostOf(leverage, quote.mark, terms))
    return 'ABOVE_LEVERAGE_CAP';
  if (account.orders.length + placed.length > MOST_ORDERS) return 'TOO_MANY_ORDERS';
  return (
    exitsFault(account, order, fills, quote, moment) ?? openingFault(account, order, fills, price, moment)
  );
}

function restingFault(
  account: Account,
  order: EntryRequest,
  { qty, at, cost }: { readonly qty: bigint; readonly at: bigint; readonly cost: bigint },
  moment: Moment,
): string | undefined {
  const { terms, quote } = moment;
  const { side, leverage, marginType, reduceOnly } = order;
  const held = heldIn(account, terms.instrument);
  if (qty % terms.qtyStep !== 0n) return 'QTY_OFF_STEP';
  if (account.orders.length >= MOST_ORDERS) return 'TOO_MANY_ORDERS';
  const resting = { side, qty, reduceOnly, cost } as RestingOrder;
  const opened = opensOf(resting, held);
  if (opened === 0n) return undefined;
  if (isTooSmall(qty, at, terms)) return 'QTY_TOO_SMALL';
  const most = mostOf(leverage, quote?.mark ?? at, terms);
  if (usedOf(account, terms.instrument, side) + opened > most) return 'ABOVE_LEVERAGE_CAP';
  const wanted = { side, qty, price: at, cause: '', leverage, marginType };
  const fills = fillsOf(account, wanted, terms, quote as Quote);
  const limit = exitsFault(account, order, fills, { last: at, mark: at }, moment);
  return limit ?? moneyFault(account, heldBackOf(resting as TwinOrder, held), moment);
}

/** Exits that come with an order, against the position that it makes. */
function exitsFault(
  account: Account,
  exits: AttachedExits,
  fills: readonly TwinFill[],
  reference: { readonly last: bigint; readonly mark: bigint },
  { terms, quote, priced }: Moment,
): string | undefined {
  if (exits.takeProfit === undefined && exits.stopLoss === undefined) return undefined;
  const made = fills.at(-1)?.after;
  if (made === undefined) return undefined;
  const liquidation =
    quote === undefined
      ? undefined
      : liquidationAt(accountAfter(account, fills), made, (instrument) =>
          instrument === terms.instrument ? { terms, quote } : pricedOf(priced, instrument),
        );
  return exitLevelsFault(exits, made.side, reference, terms, liquidation);
}

export function placed(
  state: TwinState,
  player: TwinPlayer,
  command: PlaceFuturesOrder,
  now: number,
): Outcome {
  if (player.role === 'PARTNER') return refused('PARTNER_CANNOT_TRADE');
  const { terms, quote } = command;
  if (!player.wallets.has(terms.wallet)) return refused('WALLET_UNSUPPORTED');
  const account = accountOf(state, player.id, terms.wallet, now);
  const plan = planOf(account, command, command);
  if (typeof plan === 'string') return refused(plan);
  if (plan.fills !== undefined) {
    if (isFundingDue(account, heldIn(account, terms.instrument), terms)) return refused('FUNDING_DUE');
    const asked = {
      ...(command.type === 'LIMIT' ? { price: command.price } : {}),
      ...{ reduceOnly: command.reduceOnly, takeProfit: command.takeProfit, stopLoss: command.stopLoss },
    };
    return { body: settledOf(account, plan.fills, { asked, placed: plan.placed, isAfterGap: false }) };
  }
  const { side, type, by, reduceOnly, postOnly, leverage, marginType, price, trigger } = command;
  const hasLimit = type === 'LIMIT' || type === 'STOPLIMIT';
  return {
    body: {
      kind: 'FUTURES_ORDER_PLACED',
      order: {
        ...{ id: orderNumber(account, 0), instrument: terms.instrument, wallet: terms.wallet, side, type },
        ...{ state: type === 'LIMIT' ? 'OPEN' : 'WAITING', qty: plan.qty },
        ...(hasLimit ? { price } : {}),
        ...(type === 'LIMIT' ? {} : { trigger }),
        ...{ by, fires: (type === 'LIMIT') === (side === 'LONG') ? 'AT_OR_BELOW' : 'AT_OR_ABOVE' },
        ...{ reduceOnly, postOnly, leverage, marginType, cost: plan.cost },
        ...{ takeProfit: command.takeProfit, stopLoss: command.stopLoss },
        ...{ isUnpriced: type === 'LIMIT' && !isFreshQuote(quote, terms, now), placedAt: now },
      },
      cancelled: [],
    },
  };
}

export function amended(
  state: TwinState,
  player: TwinPlayer,
  command: AmendFuturesOrder,
  now: number,
): Outcome {
  const order = state.futures.orders.get(command.order);
  if (order?.player !== player.id || order.instrument !== command.terms.instrument)
    return refused('ORDER_NOT_FOUND');
  const { qty, price, trigger } = command;
  const isNothing = qty === undefined && price === undefined && trigger === undefined;
  const isWrongPrice = price !== undefined && order.price === undefined;
  const isWrongTrigger = trigger !== undefined && (order.trigger === undefined || order.state === 'OPEN');
  if (isNothing || isWrongPrice || isWrongTrigger) return refused('NOT_AMENDABLE');
  const account = accountOf(state, player.id, order.wallet, now);
  const changes =
    order.position === undefined
      ? amendedEntry(account, order, command)
      : amendedExit(account, order, command);
  if (typeof changes === 'string') return refused(changes);
  const body = { ...restingBody(order), ...changes };
  return { body: { kind: 'FUTURES_ORDER_CHANGED', cause: 'AMENDED', order: body } };
}

/** As a new order would be taken, without what it holds back itself; it may not become one that is filled at once. */
function amendedEntry(account: Account, order: TwinOrder, command: AmendFuturesOrder): object | string {
  const { qty = order.qty, price = order.price, trigger = order.trigger, terms, quote } = command;
  const type = order.type === 'STOPLIMIT' && order.state === 'OPEN' ? 'LIMIT' : order.type;
  const asked = { ...order, type, qty, price, trigger, immediate: false } as EntryRequest;
  const plan = planOf(withoutOrder(account, order.id), asked, command);
  if (typeof plan === 'string') return plan;
  if (plan.fills !== undefined) return 'WOULD_TAKE';
  const isPriceless = type === 'LIMIT' && !isFreshQuote(quote, terms, account.now);
  return {
    qty: plan.qty,
    ...(price === undefined ? {} : { price }),
    ...(trigger === undefined ? {} : { trigger }),
    cost: plan.cost,
    isUnpriced: price === order.price ? order.isUnpriced : isPriceless,
  };
}

function amendedExit(account: Account, order: TwinOrder, command: AmendFuturesOrder): object | string {
  const { terms, quote, qty, trigger } = command;
  const held = heldIn(account, order.instrument);
  if (held === undefined || held.id !== order.position) return 'POSITION_NOT_FOUND';
  if (terms.mode === 'STOPPED') return 'OPTION_STOPPED';
  const fault = partFault(qty, held, terms);
  if (fault !== undefined) return fault;
  const part = qty === undefined ? {} : { qty };
  if (trigger === undefined) return part;
  if (trigger <= 0n) return 'ENTER_TRIGGER';
  if (trigger % terms.tickSize !== 0n) return 'PRICE_OFF_TICK';
  if (!isFreshQuote(quote, terms, account.now)) return 'NO_FRESH_PRICE';
  const level = { price: trigger, by: order.by };
  const exits = order.type === 'TAKEPROFIT' ? { takeProfit: level } : { stopLoss: level };
  return exitsOfHeldFault(account, held, exits, { ...command, quote }) ?? { ...part, trigger };
}
