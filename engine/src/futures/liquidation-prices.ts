// The liquidation prices that are shown beside positions (docs/rules.md 3.10): of an isolated one its own, of a cross one
// the mark at which the account would be liquidated if all other marks stood still.
import type { Price } from '../amount.ts';
import { type Backing, firstShortMark, WHOLE } from './liquidation-price.ts';
import {
  type AccountFacts,
  type CrossAccount,
  crossAccount,
  type HeldPosition,
  type MarkedPosition,
  type PricedOf,
} from './standing.ts';
import type { FuturesTerms } from './terms.ts';
import { type Fine, fineOf, isIsolated } from './value.ts';

type Grounded = Pick<FuturesTerms, 'contract' | 'tiers' | 'tickSize'>;

/** Undefined where no mark above zero liquidates it: shown as "--" (C23). */
export const isolatedLiquidationPrice = (
  position: Pick<HeldPosition, 'side' | 'qty' | 'entry' | 'margin' | 'funding'>,
  terms: Grounded,
): Price | undefined =>
  firstShortMark(
    position,
    { base: fineOf((position.margin + position.funding) as HeldPosition['margin']), share: WHOLE },
    terms,
  );

/** Everything that backs the position besides its own profit: the rest of the account less what that must keep. */
const restOf = (
  { equity, maintenance }: Pick<CrossAccount, 'equity' | 'maintenance'>,
  own: Pick<MarkedPosition, 'pnl' | 'maintenance'>,
): Backing => ({ base: (equity - own.pnl - (maintenance - own.maintenance)) as Fine, share: WHOLE });

const crossLiquidationPrice = (account: CrossAccount, marked: MarkedPosition): Price | undefined =>
  firstShortMark(marked.position, restOf(account, marked), marked.terms);

/** Of all positions of one wallet, by instrument. Cross ones are left out while one of them has no price. */
export function liquidationPrices(
  facts: AccountFacts,
  pricedOf: PricedOf,
  termsOf: (instrument: number) => Grounded | undefined,
): ReadonlyMap<number, Price | undefined> {
  const prices = new Map<number, Price | undefined>();
  for (const position of facts.positions.values()) {
    if (position.wallet !== facts.wallet || !isIsolated(position)) continue;
    const terms = termsOf(position.instrument);
    if (terms !== undefined) prices.set(position.instrument, isolatedLiquidationPrice(position, terms));
  }
  const account = crossAccount(facts, pricedOf);
  for (const each of account?.marked ?? [])
    prices.set(each.position.instrument, crossLiquidationPrice(account!, each));
  return prices;
}

/** Of one position of an account; undefined where no price liquidates it, or where a price of its account is missing. */
export function liquidationPriceOf(
  position: HeldPosition,
  facts: Pick<AccountFacts, 'wallet' | 'free' | 'positions'>,
  pricedOf: PricedOf,
): Price | undefined {
  if (isIsolated(position)) {
    const own = pricedOf(position.instrument);
    return own && isolatedLiquidationPrice(position, own.terms);
  }
  const account = crossAccount(facts, pricedOf);
  const marked = account?.marked.find((each) => each.position.instrument === position.instrument);
  return account && marked && crossLiquidationPrice(account, marked);
}
