// How much an order is for, what it takes, and how much a player may hold (docs/rules.md 3.4, 3.9).
import { type Amount, divide, ONE, type Price, type Qty } from '../amount.ts';
import type { EntryRequest } from './commands.ts';
import { openingPart } from './netting.ts';
import type { AccountFacts } from './standing.ts';
import { type FuturesTerms, LEAST_LEVERAGE, marketPrice, type Quote } from './terms.ts';
import { largestValue } from './tiers.ts';
import { feeOf, initialMargin, isInverse } from './value.ts';

/** The price at which a quantity and a cost are computed before it is filled (docs/rules.md 3.4). */
export function priceOf(
  { type, side, price, trigger }: Pick<EntryRequest, 'type' | 'side' | 'price' | 'trigger'>,
  quote: Quote | undefined,
): Price | undefined {
  if (type === 'MARKET') return quote && marketPrice(side, quote);
  return type === 'STOPMARKET' ? trigger : price;
}

/** As it was given, or what the given margin or value buys, down to the step. */
export function qtyOf(order: EntryRequest, terms: FuturesTerms, quote: Quote | undefined): Qty | undefined {
  if (order.qty !== undefined) return order.qty > 0n ? order.qty : undefined;
  const at = priceOf(order, quote);
  if (at === undefined || at <= 0n) return undefined;
  const { margin, notional, leverage } = order;
  const bought =
    notional !== undefined
      ? qtyWorth(notional, at, terms, isInverse(terms.contract))
      : margin !== undefined && Number.isSafeInteger(leverage) && leverage >= LEAST_LEVERAGE
        ? qtyWorth((margin * BigInt(leverage)) as Amount, at, terms, false)
        : undefined;
  return bought === undefined || bought <= 0n ? undefined : bought;
}

/** `isDollars`: the value of an inverse contract is its quantity. */
export function qtyWorth(
  value: Amount,
  at: Price,
  terms: Pick<FuturesTerms, 'contract' | 'qtyStep'>,
  isDollars: boolean,
): Qty {
  const { contract, qtyStep } = terms;
  const [numerator, denominator] = isDollars
    ? [value as bigint, 1n]
    : isInverse(contract)
      ? [value * at, ONE]
      : [value * ONE, at as bigint];
  return (divide(numerator, denominator * qtyStep, 'down') * qtyStep) as Qty;
}

/** Of an order that opens (docs/rules.md 3.1). */
export function isTooSmall(
  qty: Qty,
  at: Price,
  { contract, qtyLeast, notionalLeast }: Pick<FuturesTerms, 'contract' | 'qtyLeast' | 'notionalLeast'>,
): boolean {
  if (qty < qtyLeast) return true;
  return isInverse(contract) ? qty < notionalLeast : qty * at < notionalLeast * ONE;
}

/** Margin and opening fee (docs/rules.md 3.4). */
export const costOf = (
  qty: Qty,
  at: Price,
  { leverage }: Pick<EntryRequest, 'leverage'>,
  terms: Pick<FuturesTerms, 'contract' | 'feeRate'>,
  unit: Amount,
): Amount =>
  (initialMargin(qty, at, leverage, terms, unit) +
    feeOf(qty, at, { contract: terms.contract, rate: terms.feeRate }, unit)) as Amount;

/** The most that a player may hold at this leverage (docs/rules.md 3.9). */
export const mostQty = (
  leverage: number,
  mark: Price,
  terms: Pick<FuturesTerms, 'contract' | 'qtyStep'> & { readonly tiers: Parameters<typeof largestValue>[0] },
): Qty => qtyWorth(largestValue(terms.tiers, leverage), mark, terms, false);

/** What the position and the open orders of one side use of it. */
export function usedQty(
  { positions, orders }: Pick<AccountFacts, 'positions' | 'orders'>,
  instrument: number,
  side: EntryRequest['side'],
): Qty {
  const position = positions.get(instrument);
  let used = position?.side === side ? position.qty : (0n as Qty);
  for (const order of orders.values())
    if (order.instrument === instrument && order.side === side)
      used = (used + openingPart(order, position)) as Qty;
  return used;
}

/**
 * The largest quantity on the step whose cost is not above so much money: what a slider at 100 % asks for. The cost
 * rises with the quantity and is rounded up, so the quotient, itself rounded up, is at most a step too large.
 */
export function affordableQty(
  money: Amount,
  at: Price,
  order: Pick<EntryRequest, 'leverage'>,
  terms: Pick<FuturesTerms, 'contract' | 'feeRate' | 'qtyStep'>,
  unit: Amount,
): Qty {
  if (money <= 0n || at <= 0n) return 0n as Qty;
  const leverage = BigInt(order.leverage);
  const perValue = ONE + terms.feeRate * leverage;
  const value = divide(money * leverage * ONE, perValue, 'up') as Amount;
  let qty = qtyWorth(value, at, terms, false);
  while (qty > 0n && costOf(qty, at, order, terms, unit) > money) qty = (qty - terms.qtyStep) as Qty;
  return qty;
}
