// What is open in coin futures, at the newest prices or at supposed ones, for the risk of the house.
import { type Amount, toDecimal } from '@maru/engine/amount';
import { putFunded, putOrder, putPosition } from '@maru/engine/futures/apply';
import { liquidateFutures } from '@maru/engine/futures/liquidate';
import { isolatedAccount, type RiskAccount } from '@maru/engine/futures/risk';
import {
  type AccountFacts,
  crossAccount,
  isUnderwater,
  type MarkedPosition,
  markPosition,
  type PricedOf,
} from '@maru/engine/futures/standing';
import { fundedKey } from '@maru/engine/futures/state';
import type { Priced } from '@maru/engine/futures/terms';
import { isIsolated, requiredMargin, toMoney, UNIT, valueAtPrice } from '@maru/engine/futures/value';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { createWallet } from '@maru/engine/wallet';
import { copyAccount } from '../product/account-copy.ts';
import {
  type ClosedAccount,
  type ExposedAccount,
  type ExposedHoldings,
  movedPrices,
  type Shock,
} from '../product/exposure.ts';
import { newestPrices, type ValuingParts } from './account.ts';
import type { Holdings } from './holdings.ts';
import type { FuturesSite } from './terms.ts';

export interface ExposureParts extends ValuingParts {
  readonly holdings: Holdings;
  readonly sites: { byId(id: SiteId): FuturesSite | undefined };
}

export function futuresExposure(parts: ExposureParts): ExposedHoldings {
  const { holdings } = parts;
  return {
    players: () => holdings.state.accounts.keys(),
    positions: () => holdings.state.positions.values(),
    *orders() {
      for (const { id, site, player, instrument, side, type, ...order } of holdings.state.orders.values()) {
        const { qty, price, trigger, placedAt } = order;
        const size = qty === undefined ? undefined : toDecimal(qty);
        // An order's number is made of the event's and of its place in it, which is its rank.
        yield { id, rank: id, site, player, instrument, side, type, qty: size, price, trigger, placedAt };
      }
    },
    valuedAt(now, shock) {
      const pricesOf = pricesBySite(parts, now, shock);
      return {
        accountsOf: (player) => [...judged(holdings, player, pricesOf)].map(exposed),
        closedOf: (player) =>
          [...judged(holdings, player, pricesOf)]
            .filter(({ account }) => isUnderwater(account))
            .flatMap((each) => closed(parts, each, now)),
      };
    },
  };
}

function pricesBySite(parts: ExposureParts, now: Millis, shock: Shock | undefined) {
  const known = new Map<SiteId, PricedOf>();
  return (site: SiteId): PricedOf => {
    const found = known.get(site);
    if (found !== undefined) return found;
    const newest = newestPrices(parts, site, now);
    const prices = shock === undefined ? newest : supposed(newest, shock, now);
    known.set(site, prices);
    return prices;
  };
}

/** A price that is supposed to have moved is one of a market that trades. */
function supposed(newest: PricedOf, { priceOf, slippage }: Shock, now: Millis): PricedOf {
  const known = new Map<number, Priced | undefined>();
  function find(instrument: number): Priced | undefined {
    const priced = newest(instrument);
    if (priced === undefined) return undefined;
    const { terms, quote } = priced;
    const { mid, bid, ask } = movedPrices(quote.mark, terms.tickSize, {
      share: priceOf(instrument),
      slippage,
    });
    return {
      terms: { ...terms, mode: 'NORMAL' },
      quote: { ...quote, ts: now, last: mid, mark: mid, bid, ask },
    };
  }
  return (instrument) => {
    if (!known.has(instrument)) known.set(instrument, find(instrument));
    return known.get(instrument);
  };
}

interface JudgedAccount {
  readonly player: PlayerId;
  readonly site: SiteId;
  readonly facts: AccountFacts;
  readonly account: RiskAccount;
  /** Undefined of the cross positions of the wallet. */
  readonly isolated: number | undefined;
}

function* judged(
  holdings: Holdings,
  player: PlayerId,
  pricesOf: (site: SiteId) => PricedOf,
): Generator<JudgedAccount> {
  const site = holdings.siteOf(player);
  if (site === undefined) return;
  const pricedOf = pricesOf(site);
  for (const wallet of holdings.walletsOf(player)) {
    const facts = holdings.factsOf(player, wallet);
    if (facts === undefined) continue;
    const account = crossAccount(facts, pricedOf);
    if (account !== undefined && account.marked.length > 0)
      yield { player, site, facts, account, isolated: undefined };
    for (const position of facts.positions.values()) {
      const priced = pricedOf(position.instrument);
      if (priced === undefined || position.wallet !== wallet || !isIsolated(position)) continue;
      const own = isolatedAccount(markPosition(position, priced));
      yield { player, site, facts, account: own, isolated: position.id };
    }
  }
}

function exposed({ player, site, facts, account, isolated }: JudgedAccount): ExposedAccount {
  let margin = 0n;
  for (const { position, terms } of account.marked)
    margin += isolated === undefined ? requiredMargin(position, terms, UNIT) : position.margin;
  return {
    site,
    player,
    wallet: facts.wallet,
    positions: account.marked.map(exposedPosition),
    margin: margin as Amount,
    equity: toMoney(account.equity, UNIT, 'down'),
    floor: toMoney(account.maintenance, UNIT, 'up'),
  };
}

const exposedPosition = ({ position, terms, quote, pnl }: MarkedPosition) => ({
  id: position.id,
  instrument: position.instrument,
  side: position.side,
  qty: toDecimal(position.qty),
  leverage: position.leverage,
  isIsolated: isIsolated(position),
  price: quote.mark,
  value: toMoney(valueAtPrice(position.qty, quote.mark, terms, 'up'), UNIT, 'up'),
  pnl: toMoney(pnl, UNIT, 'down'),
});

/** Decided by the rule that liquidates, in a book that has nothing but this account. */
function closed(
  { sites, holdings }: ExposureParts,
  { player: id, site, facts, account, isolated }: JudgedAccount,
  now: Millis,
): readonly ClosedAccount[] {
  const known = sites.byId(site)?.wallets.find(({ type }) => type === facts.wallet);
  if (known === undefined) return [];
  const wallet = createWallet(id, { ...known, run: 1 });
  const own = holdings.state.accounts.get(id);
  let margins = 0n;
  for (const position of own?.positions.values() ?? [])
    if (position.wallet === wallet.type) margins += position.margin;
  const balances = [
    [wallet.free, facts.free],
    [wallet.posMargin, margins as Amount],
  ] as const;
  const { book, player, changeBy } = copyAccount({ id, site, wallet, balances });
  for (const position of own?.positions.values() ?? []) putPosition(book.futures, { ...position });
  for (const order of own?.orders.values() ?? []) putOrder(book.futures, order);
  // What is due by the clock is paid before anything is closed; here it counts as paid.
  for (const { position } of account.marked)
    putFunded(book.futures, fundedKey(site, position.instrument), now);
  const command = {
    kind: 'LIQUIDATE_FUTURES',
    site,
    player: id,
    wallet: facts.wallet,
    ...(isolated === undefined ? undefined : { position: isolated }),
    priced: account.marked.map(({ terms, quote }): Priced => ({ terms, quote })),
    isAfterGap: false,
  } as const;
  const decision = liquidateFutures(book, player, command, { now, eventId: 1 });
  if (!decision.ok) return [];
  const { fills, topUp, after } = decision.event;
  let shortfall: bigint = topUp;
  for (const { insured } of fills) if (insured > 0n) shortfall += insured;
  const positions = fills.flatMap(({ closedPosition }) => closedPosition ?? []);
  return [{ positions, change: changeBy(after), shortfall: shortfall as Amount }];
}
