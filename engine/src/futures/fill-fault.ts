// Whether the money of an account covers what a fill takes, on arrival and again when a price reaches a resting order
// (docs/rules.md 3.4, 3.9).
import { type Amount, type Price, type Qty, ZERO } from '../amount.ts';
import type { EntryRequest } from './commands.ts';
import { costOf, mostQty } from './order-qty.ts';
import { type FillPlan, freeAfter, positionAfter } from './plan.ts';
import { type AccountFacts, crossAccount, hasCross, meansOf, type PricedOf } from './standing.ts';
import type { FuturesTerms, Quote } from './terms.ts';

export interface CostMoment {
  readonly quote: Quote | undefined;
  readonly pricedOf: PricedOf;
  /** What may be spent of the account as it is, where that was computed already. */
  readonly available?: Amount | undefined;
}

interface FilledAt {
  readonly fills: readonly FillPlan[];
  readonly price: Price;
}

export const openedBy = (fills: readonly FillPlan[]): Qty => fills.at(-1)?.openedQty ?? (0n as Qty);

/** The account when the fills are done, everything else as it is. */
export function factsAfter(
  facts: AccountFacts,
  terms: FuturesTerms,
  fills: readonly FillPlan[],
): AccountFacts {
  const positions = new Map(facts.positions);
  const after = positionAfter(fills);
  if (after === undefined) positions.delete(terms.instrument);
  else positions.set(terms.instrument, { ...after, instrument: terms.instrument, wallet: terms.wallet });
  const free = freeAfter(facts.free, fills);
  // Who has no cross position owes nothing: the insurance pays (docs/rules.md 6.1).
  const isInsured = free < 0n && !hasCross(positions, facts.wallet);
  return { ...facts, free: isInsured ? ZERO : free, positions };
}

const isClose = ({ closedQty }: FillPlan): boolean => closedQty > 0n;

/** A reversal closes first: what that brings is there for what it opens. */
export const afterCloses = (
  facts: AccountFacts,
  terms: FuturesTerms,
  fills: readonly FillPlan[],
): AccountFacts => (fills.some(isClose) ? factsAfter(facts, terms, fills.filter(isClose)) : facts);

export type FillFault = 'ABOVE_LEVERAGE_CAP' | 'PRICES_MISSING' | 'ABOVE_HOLDINGS';

/** What a fill that opens something must not break, on arrival and again when a price reaches a resting order. */
export function fillFault(
  facts: AccountFacts,
  terms: FuturesTerms,
  order: Pick<EntryRequest, 'side' | 'leverage'>,
  plan: FilledAt,
  moment: Pick<CostMoment, 'quote' | 'pricedOf'>,
): FillFault | undefined {
  const opened = openedBy(plan.fills);
  if (opened === 0n) return undefined;
  const used = facts.positions.get(terms.instrument);
  const held = used?.side === order.side ? used.qty : 0n;
  if (held + opened > mostQty(order.leverage, moment.quote?.mark ?? plan.price, terms))
    return 'ABOVE_LEVERAGE_CAP';
  return moneyFault(facts, terms, order, plan, moment);
}

export function moneyFault(
  facts: AccountFacts,
  terms: FuturesTerms,
  order: Pick<EntryRequest, 'leverage'>,
  { fills, price }: FilledAt,
  moment: CostMoment,
): Exclude<FillFault, 'ABOVE_LEVERAGE_CAP'> | undefined {
  const cost = costOf(openedBy(fills), price, order, terms, facts.unit);
  const fault = fills.some(isClose)
    ? costFault(afterCloses(facts, terms, fills), terms, cost, { ...moment, available: undefined })
    : costFault(facts, terms, cost, moment);
  return fault ?? (freeAfter(facts.free, fills) < 0n ? 'ABOVE_HOLDINGS' : undefined);
}

/**
 * The cost is covered by what is available. What is posted at once must also be there as free money: what is open may be
 * worth something, but it is not spent before it is closed.
 */
export function costFault(
  facts: AccountFacts,
  terms: FuturesTerms,
  cost: Amount,
  { quote, pricedOf, available }: CostMoment,
): 'PRICES_MISSING' | 'ABOVE_HOLDINGS' | undefined {
  if (available !== undefined) return cost > available ? 'ABOVE_HOLDINGS' : undefined;
  const own: PricedOf = (instrument) =>
    pricedOf(instrument) ?? (instrument === terms.instrument && quote ? { terms, quote } : undefined);
  const account = crossAccount(facts, own);
  if (account === undefined) return 'PRICES_MISSING';
  return cost > meansOf(facts, account).available ? 'ABOVE_HOLDINGS' : undefined;
}
