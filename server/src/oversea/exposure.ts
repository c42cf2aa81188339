// What is open in overseas futures, at the newest prices or at supposed ones, for the risk of the house.
import { type Amount, divide, ONE, type Price, portion, type Rate } from '@maru/engine/amount';
import { putOrder, putPosition } from '@maru/engine/oversea/apply';
import { atLast, type MarkedPosition, markAll, type Standing, standingOf } from '@maru/engine/oversea/equity';
import { cutLosses } from '@maru/engine/oversea/exit';
import { pnlOf, quoteAtEntry } from '@maru/engine/oversea/pricing';
import type { OverseaPosition, OverseaState } from '@maru/engine/oversea/state';
import { NEVER, type Priced } from '@maru/engine/oversea/terms';
import type { PlayerId, SiteId, WalletType } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { createWallet, type Wallet } from '@maru/engine/wallet';
import { copyAccount } from '../product/account-copy.ts';
import {
  type ClosedAccount,
  type ExposedAccount,
  type ExposedHoldings,
  movedPrices,
  RANKS_PER_EVENT,
  type Shock,
} from '../product/exposure.ts';
import type { FreeMoney } from '../product/free-money.ts';
import type { OverseaParts } from './deps.ts';
import { quoteOf } from './quotes.ts';

export interface ExposureParts
  extends Pick<OverseaParts, 'instruments' | 'prices' | 'terms' | 'sites' | 'state'> {
  readonly free: FreeMoney;
}

type PricedOf = (position: Pick<OverseaPosition, 'site' | 'instrument' | 'entry'>) => Priced | undefined;

export function overseaExposure(parts: ExposureParts): ExposedHoldings {
  const { state } = parts;
  return {
    players: () => state.accounts.keys(),
    positions: () => state.positions.values(),
    *orders() {
      for (const { id, site, player, instrument, side, type, price, qty, placedAt } of state.orders.values())
        yield {
          id,
          rank: id * RANKS_PER_EVENT,
          site,
          player,
          instrument,
          side,
          type,
          qty: String(qty),
          price: type === 'LIMIT' ? price : undefined,
          trigger: type === 'LIMIT' ? undefined : price,
          placedAt,
        };
    },
    valuedAt(now, shock) {
      const pricedOf = pricesAt(parts, now, shock);
      const found = (player: PlayerId) => judged(parts, player, pricedOf);
      return {
        accountsOf: (player) => {
          const account = found(player);
          return account === undefined ? [] : [exposed(account)];
        },
        closedOf: (player) => {
          const account = found(player);
          return account === undefined || account.standing.headroom > 0n ? [] : closed(state, account, now);
        },
      };
    },
  };
}

/** Before the first tick after a start there is no price; a position counts with what it was opened at. */
function pricesAt(
  { instruments, prices, terms }: ExposureParts,
  now: Millis,
  shock: Shock | undefined,
): PricedOf {
  const known = new Map<string, Priced | undefined>();
  function find({ site, instrument, entry }: Parameters<PricedOf>[0]): Priced | undefined {
    const own = terms.at(site, instrument, now);
    if (own === undefined) return undefined;
    const tick = prices.latest(instruments.byId(instrument)?.code ?? '');
    const priced = { terms: own, quote: tick === undefined ? quoteAtEntry(entry) : quoteOf(tick) };
    return shock === undefined ? priced : supposed(priced, shock, now);
  }
  return (position) => {
    const name = `${position.site}/${position.instrument}`;
    if (!known.has(name)) known.set(name, find(position));
    return known.get(name);
  };
}

/** A price that is supposed to have moved is one of a market that trades. */
function supposed({ terms, quote }: Priced, { priceOf, won, slippage }: Shock, now: Millis): Priced {
  const { mid, bid, ask } = movedPrices(quote.last, terms.tickSize, {
    share: priceOf(terms.instrument),
    slippage,
  });
  const session = terms.session ?? {
    tradeDate: 0 as NonNullable<typeof terms.session>['tradeDate'],
    opensAt: now,
    closesAt: NEVER,
    endsAt: NEVER,
    isLastTradingDay: false,
  };
  const rate = portion(terms.rate as bigint as Amount, won, 'down') as bigint as Rate;
  return {
    terms: { ...terms, rate, mode: 'NORMAL', session },
    quote: { ...quote, ts: now, last: mid, bid, ask },
  };
}

interface JudgedAccount {
  readonly player: PlayerId;
  readonly site: SiteId;
  readonly wallet: Wallet;
  readonly free: Amount;
  readonly marked: readonly MarkedPosition<OverseaPosition>[];
  readonly standing: Standing;
}

function judged(
  { state, sites, free }: ExposureParts,
  player: PlayerId,
  pricedOf: PricedOf,
): JudgedAccount | undefined {
  const account = state.accounts.get(player);
  const [first] = account?.positions.values() ?? [];
  const marked = account && markAll(account.positions, pricedOf);
  if (first === undefined || marked === undefined) return undefined;
  const wallet = walletOf(sites, player, first);
  if (wallet === undefined) return undefined;
  const money = free.of(player, first.wallet);
  const means = { free: money, unit: wallet.unit, orders: account?.orders ?? new Map() };
  return {
    player,
    site: first.site,
    wallet,
    free: money,
    marked,
    standing: standingOf(marked.map(atLast), means),
  };
}

function walletOf(
  sites: ExposureParts['sites'],
  player: PlayerId,
  { site, wallet: type }: { readonly site: SiteId; readonly wallet: WalletType },
): Wallet | undefined {
  const known = sites.byId(site)?.wallets.find((each) => each.type === type);
  return known && createWallet(player, { ...known, run: 1 });
}

const exposed = ({ player, site, wallet, marked, standing }: JudgedAccount): ExposedAccount => ({
  site,
  player,
  wallet: wallet.type,
  positions: marked.map(({ position, terms, quote }) => ({
    id: position.id,
    instrument: position.instrument,
    side: position.side,
    qty: String(position.qty),
    leverage: undefined,
    isIsolated: false,
    price: quote.last,
    value: contractsValue(position.qty, quote.last, terms),
    pnl: pnlOf(position, quote.last, terms, wallet.unit),
  })),
  margin: standing.margin,
  equity: standing.equity,
  floor: standing.level,
});

/** Oil was sold below zero: what is at stake is the distance from nothing. */
function contractsValue(
  qty: number,
  last: Price,
  { multiplier, rate }: Pick<Priced['terms'], 'multiplier' | 'rate'>,
): Amount {
  const value = divide(BigInt(qty) * last * multiplier * rate, ONE * ONE, 'up');
  return (value < 0n ? -value : value) as Amount;
}

/** Decided by the rule that cuts losses, in a book that has nothing but this account. */
function closed(
  state: OverseaState,
  { player: id, site, wallet, free, marked }: JudgedAccount,
  now: Millis,
): readonly ClosedAccount[] {
  const own = state.accounts.get(id);
  const positions = [...(own?.positions.values() ?? [])];
  const orders = [...(own?.orders.values() ?? [])];
  let locked = 0n;
  for (const { margin } of [...positions, ...orders]) locked += margin;
  const balances = [
    [wallet.free, free],
    [wallet.wait, locked as Amount],
  ] as const;
  const { book, player, changeBy } = copyAccount({ id, site, wallet, balances });
  for (const position of positions) putPosition(book.oversea, position);
  for (const order of orders) putOrder(book.oversea, order);
  const priced = marked.map(({ terms, quote }): Priced => ({ terms, quote }));
  const command = { kind: 'CUT_OVERSEA_LOSSES', site, player: id, priced, isAfterGap: false } as const;
  const decision = cutLosses(book, player, command, { now, eventId: 1 });
  if (!decision.ok) return [];
  const { fills, topUp, after } = decision.event;
  const ended = fills.flatMap(({ closedPosition }) => closedPosition ?? []);
  return [{ positions: ended, change: changeBy(after), shortfall: topUp }];
}
