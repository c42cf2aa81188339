// Why a leverage or a margin type cannot be set, from what is known of one account (docs/rules.md 3.8). The server
// decides with it; the app asks it before it sends.
import type { Millis } from '../time.ts';
import type { RestingOrder } from './events.ts';
import { costOf } from './order-qty.ts';
import {
  type AccountFacts,
  crossAccount,
  type HeldPosition,
  isFresh,
  meansOf,
  type PricedOf,
} from './standing.ts';
import { type FuturesTerms, isLeverage, type Quote } from './terms.ts';
import { largestValue } from './tiers.ts';
import { fineOf, valueAtPrice } from './value.ts';

export type TermsFault = 'OPTION_STOPPED' | 'LEVERAGE_OUT_OF_RANGE';

export type LeverageFault =
  | TermsFault
  | 'LEVERAGE_WITH_POSITION'
  | 'LEVERAGE_BELOW_POSITION'
  | 'NO_FRESH_PRICE'
  | 'ABOVE_LEVERAGE_CAP'
  | 'PRICES_MISSING'
  | 'INSUFFICIENT_BALANCE';

export interface LeverageChange {
  readonly facts: AccountFacts;
  readonly terms: FuturesTerms;
  /** Of the instrument itself. */
  readonly quote: Quote | undefined;
  readonly pricedOf: PricedOf;
  readonly now: Millis;
  readonly leverage: number;
}

/** The first rule that it breaks. `gate` is what else an open position must pass: only the book knows what was funded. */
export function leverageFault<Gate extends string = never>(
  change: LeverageChange,
  gate?: (position: HeldPosition) => Gate | undefined,
): LeverageFault | Gate | undefined {
  const position = change.facts.positions.get(change.terms.instrument);
  return (
    termsFault(change) ??
    (position === undefined ? undefined : positionFault(position, change, gate)) ??
    costFault(change)
  );
}

export function marginTypeFault({
  facts: { positions, orders },
  terms,
  leverage,
}: Pick<LeverageChange, 'facts' | 'terms' | 'leverage'>): TermsFault | 'MARGIN_TYPE_WITH_OPEN' | undefined {
  const isOpen =
    positions.has(terms.instrument) ||
    Array.from(orders.values()).some(({ instrument }) => instrument === terms.instrument);
  return termsFault({ terms, leverage }) ?? (isOpen ? 'MARGIN_TYPE_WITH_OPEN' : undefined);
}

function termsFault({ terms, leverage }: Pick<LeverageChange, 'terms' | 'leverage'>): TermsFault | undefined {
  if (terms.mode === 'STOPPED') return 'OPTION_STOPPED';
  return isLeverage(leverage, terms) ? undefined : 'LEVERAGE_OUT_OF_RANGE';
}

/** Of an open position it can only be raised, as far as the tier of its value allows. */
function positionFault<Gate extends string>(
  position: HeldPosition,
  { terms, quote, now, leverage }: LeverageChange,
  gate?: (position: HeldPosition) => Gate | undefined,
): LeverageFault | Gate | undefined {
  if (leverage === position.leverage) return undefined;
  if (terms.leverageWithPosition === 'FORBID') return 'LEVERAGE_WITH_POSITION';
  if (leverage < position.leverage) return 'LEVERAGE_BELOW_POSITION';
  if (!isFresh(quote, terms, now)) return 'NO_FRESH_PRICE';
  const shut = gate?.(position);
  if (shut !== undefined) return shut;
  const value = valueAtPrice(position.qty, quote.mark, terms, 'up');
  return value > fineOf(largestValue(terms.tiers, leverage)) ? 'ABOVE_LEVERAGE_CAP' : undefined;
}

/** Orders that hold back more than before must be covered by what is available. */
function costFault({
  facts,
  terms,
  pricedOf,
  leverage,
}: LeverageChange): 'PRICES_MISSING' | 'INSUFFICIENT_BALANCE' | undefined {
  const changed = new Map(facts.orders);
  let holdsMore = false;
  for (const order of facts.orders.values()) {
    if (order.instrument !== terms.instrument) continue;
    changed.set(order.id, withLeverage(order, { leverage, terms }, facts.unit));
    if (!order.reduceOnly && order.leverage > leverage) holdsMore = true;
  }
  if (!holdsMore) return undefined;
  const account = crossAccount(facts, pricedOf);
  if (account === undefined) return 'PRICES_MISSING';
  const { equity, required, held } = meansOf({ ...facts, orders: changed }, account);
  return held > equity - required ? 'INSUFFICIENT_BALANCE' : undefined;
}

export function withLeverage(
  order: RestingOrder,
  { leverage, terms }: Pick<LeverageChange, 'leverage' | 'terms'>,
  unit: AccountFacts['unit'],
): RestingOrder {
  const { qty, price, trigger, reduceOnly } = order;
  const at = price ?? trigger;
  if (reduceOnly || qty === undefined || at === undefined) return { ...order, leverage };
  return { ...order, leverage, cost: costOf(qty, at, { leverage }, terms, unit) };
}
