// A wallet of coin futures at the newest marks, as pushes and calls show it (docs/rules.md 3.4, 3.10).
import type { WireFuturesCross } from '@maru/contract/futures/wire';
import { type Price, toDecimal } from '@maru/engine/amount';
import { liquidationPrices } from '@maru/engine/futures/liquidation-prices';
import {
  type AccountFacts,
  type CrossAccount,
  crossAccount,
  marginRatio,
  meansOf,
  type PricedOf,
} from '@maru/engine/futures/standing';
import type { Priced } from '@maru/engine/futures/terms';
import { toMoney, UNIT } from '@maru/engine/futures/value';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { FuturesDeps } from './deps.ts';
import type { FuturesInstruments } from './instruments.ts';
import { quoteOf } from './quotes.ts';
import type { FuturesAccountSeen, FuturesWalletSeen } from './reads.ts';
import type { TermsOf } from './terms.ts';

export interface ValuingParts {
  readonly instruments: Pick<FuturesInstruments, 'byId'>;
  readonly prices: Pick<FuturesDeps['prices'], 'latest'>;
  readonly terms: Pick<TermsOf, 'at'>;
}

/**
 * The newest price of each instrument, however old it is: an account is worth something while a market is silent. Each is
 * looked up once, so that many accounts are valued by the same prices.
 */
export function newestPrices(
  { instruments, prices, terms }: ValuingParts,
  site: SiteId,
  now: Millis,
): PricedOf {
  const known = new Map<number, Priced | undefined>();
  function find(number: number): Priced | undefined {
    const own = terms.at(site, number, now);
    const tick = prices.latest(instruments.byId(number)?.code ?? '');
    return own === undefined || tick === undefined ? undefined : { terms: own, quote: quoteOf(tick) };
  }
  return (number) => {
    if (!known.has(number)) known.set(number, find(number));
    return known.get(number);
  };
}

/** One wallet of an account of the book. */
export const factsSeen = (
  { positions, orders }: FuturesAccountSeen,
  { type, free }: FuturesWalletSeen,
): AccountFacts => ({
  wallet: type,
  free,
  unit: UNIT,
  positions: new Map(positions.map((position) => [position.instrument, position])),
  orders: new Map(orders.map((order) => [order.id, order])),
});

/** Undefined while a cross position of the wallet has no price. */
export function crossOf(facts: AccountFacts, pricedOf: PricedOf): WireFuturesCross | undefined {
  const account = crossAccount(facts, pricedOf);
  return account && wireCross(facts, account);
}

function wireCross(facts: AccountFacts, account: CrossAccount): WireFuturesCross {
  const { wallet, unit } = facts;
  const { cash, pnl, funding, equity: balance, maintenance, marked } = account;
  const { equity, available } = meansOf(facts, account);
  const ratio = marked.length === 0 ? 0n : marginRatio({ balance, maintenance });
  return {
    wallet,
    playerPoint: toDecimal(cash),
    markPnl: toDecimal(toMoney(pnl, unit, 'down')),
    minusFundingFee: toDecimal(funding),
    equity: toDecimal(equity),
    maintenance: toDecimal(toMoney(maintenance, unit, 'up')),
    available: toDecimal(available),
    ratio: toDecimal(ratio),
  };
}

/** By instrument: null where no price liquidates the position, absent where it cannot be known yet. */
export function liquidPrices(
  facts: AccountFacts,
  pricedOf: PricedOf,
  termsOf: (instrument: number) => ReturnType<TermsOf['at']>,
): ReadonlyMap<number, Price | null> {
  const prices = new Map<number, Price | null>();
  for (const [instrument, at] of liquidationPrices(facts, pricedOf, termsOf))
    prices.set(instrument, at ?? null);
  return prices;
}
