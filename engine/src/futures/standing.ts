// What an account, or an isolated position, is worth at the freshest marks, what it must keep, and what may still be
// opened (docs/rules.md 3.4). The server decides with these figures, the app previews with them.
import { type Amount, ONE, type Rate } from '../amount.ts';
import type { WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { PositionState, RestingOrder, Standing } from './events.ts';
import { heldBack } from './netting.ts';
import type { FuturesTerms, Priced, Quote } from './terms.ts';
import {
  addFine,
  type Fine,
  fineMaintenance,
  fineOf,
  finePnl,
  isIsolated,
  ratioOf,
  requiredMargin,
  toMoney,
} from './value.ts';

export type HeldPosition = PositionState & { readonly instrument: number; readonly wallet: WalletType };

/** What must be known of one wallet's account to compute what an order does to it. */
export interface AccountFacts {
  readonly wallet: WalletType;
  readonly free: Amount;
  /** The smallest amount that the wallet holds. */
  readonly unit: Amount;
  /** All of the player's, by instrument: also those of other wallets, which count nothing here. */
  readonly positions: ReadonlyMap<number, HeldPosition>;
  /** By number, oldest first. */
  readonly orders: ReadonlyMap<number, RestingOrder>;
}

export type PricedOf = (instrument: number) => Priced | undefined;

export const pricedIn =
  (priced: readonly Priced[]): PricedOf =>
  (instrument) =>
    priced.find(({ terms }) => terms.instrument === instrument);

export const isFresh = (
  quote: Quote | undefined,
  { staleMs }: Pick<FuturesTerms, 'staleMs'>,
  now: Millis,
): quote is Quote => quote !== undefined && now - quote.ts <= staleMs;

/** Is there a cross position in this wallet? It may cover what the wallet owes. */
export function hasCross(
  positions: ReadonlyMap<number, Pick<HeldPosition, 'wallet' | 'marginType'>>,
  wallet: WalletType,
): boolean {
  for (const position of positions.values())
    if (position.wallet === wallet && !isIsolated(position)) return true;
  return false;
}

/** One position at its mark. */
export interface MarkedPosition extends Priced {
  readonly position: HeldPosition;
  readonly pnl: Fine;
  readonly maintenance: Fine;
}

export const markPosition = (position: HeldPosition, { terms, quote }: Priced): MarkedPosition => ({
  position,
  terms,
  quote,
  pnl: finePnl(position, quote.mark, terms),
  maintenance: fineMaintenance(position.qty, quote.mark, terms),
});

export interface CrossAccount {
  readonly marked: readonly MarkedPosition[];
  readonly cash: Amount;
  readonly pnl: Fine;
  readonly funding: Amount;
  readonly equity: Fine;
  readonly maintenance: Fine;
}

/** Undefined where a cross position has no price. */
export function crossAccount(
  { wallet, free, positions }: Pick<AccountFacts, 'wallet' | 'free' | 'positions'>,
  pricedOf: PricedOf,
): CrossAccount | undefined {
  const marked: MarkedPosition[] = [];
  let [pnl, funding, maintenance] = [0n, 0n, 0n];
  for (const position of positions.values()) {
    if (isIsolated(position) || position.wallet !== wallet) continue;
    const priced = pricedOf(position.instrument);
    if (priced === undefined) return undefined;
    const each = markPosition(position, priced);
    marked.push(each);
    pnl += each.pnl;
    funding += position.funding;
    maintenance += each.maintenance;
  }
  return {
    marked,
    cash: free,
    pnl: pnl as Fine,
    funding: funding as Amount,
    equity: (fineOf((free + funding) as Amount) + pnl) as Fine,
    maintenance: maintenance as Fine,
  };
}

/** Liquidated at this and above (docs/rules.md 3.10). */
export const isUnderwater = ({
  marked,
  equity,
  maintenance,
}: Pick<CrossAccount, 'marked' | 'equity' | 'maintenance'>): boolean =>
  marked.length > 0 && equity <= maintenance;

export const isolatedBalance = ({ position, pnl }: Pick<MarkedPosition, 'position' | 'pnl'>): Fine =>
  addFine(fineOf((position.margin + position.funding) as Amount), pnl);

/** Margin balance and maintenance margin: of an isolated position its own, of a cross one the account's. */
export interface Judged {
  readonly balance: Fine;
  readonly maintenance: Fine;
}

export const judgeIsolated = (marked: MarkedPosition): Judged => ({
  balance: isolatedBalance(marked),
  maintenance: marked.maintenance,
});

export const marginRatio = ({ balance, maintenance }: Judged): Rate => ratioOf(maintenance, balance);

export const isWarned = ({ balance, maintenance }: Judged, share: Rate): boolean =>
  balance * share <= maintenance * ONE;

/** As an event shows it: what the player has rounded down, what is demanded rounded up. */
export function standingOf(
  account: Pick<CrossAccount, 'cash' | 'pnl' | 'funding' | 'equity' | 'maintenance'>,
  unit: Amount,
): Standing {
  const { cash, funding } = account;
  return {
    cash,
    pnl: toMoney(account.pnl, unit, 'down'),
    funding,
    balance: toMoney(account.equity, unit, 'down'),
    maintenance: toMoney(account.maintenance, unit, 'up'),
  };
}

export interface Means {
  readonly equity: Amount;
  /** The margin of cross positions at their entries. */
  readonly required: Amount;
  /** What resting orders hold back. */
  readonly held: Amount;
  readonly available: Amount;
}

/** `available = max(0, equity − margin of cross positions − cost of orders)` (docs/rules.md 3.4). */
export function meansOf(facts: AccountFacts, account: CrossAccount): Means {
  const { unit, wallet, positions, orders } = facts;
  let required = 0n;
  for (const { position, terms } of account.marked) required += requiredMargin(position, terms, unit);
  let held = 0n;
  for (const order of orders.values())
    if (order.wallet === wallet) held += heldBack(order, positions.get(order.instrument), unit);
  const equity = toMoney(account.equity, unit, 'down');
  const available = equity - required - held;
  return {
    equity,
    required: required as Amount,
    held: held as Amount,
    available: (available > 0n ? available : 0n) as Amount,
  };
}

/**
 * What may leave the wallet (docs/rules.md 6.3): unrealised profit never does, and what is open keeps its margin (I08).
 */
export function withdrawable(facts: AccountFacts, account: CrossAccount): Amount {
  const most = facts.free - freeNeeded(facts, account);
  return (most > 0n ? most : 0n) as Amount;
}

/** The free money that must stay in the wallet, whatever else is in it: never below nothing. */
export function freeNeeded(facts: AccountFacts, account: CrossAccount): Amount {
  const { equity, required, held } = meansOf(facts, account);
  const owed = -account.funding;
  const missing = required + held - (equity - facts.free);
  const most = owed > missing ? owed : missing;
  return (most > 0n ? most : 0n) as Amount;
}

/** The wallet as it is shown, never below nothing (I02). */
export const shownPoint = (of: {
  readonly playerPoint: Amount;
  readonly minusFundingFee: Amount;
  readonly markPnl: Amount;
}): Amount => {
  const point = of.playerPoint + of.minusFundingFee + of.markPnl;
  return (point > 0n ? point : 0n) as Amount;
};
