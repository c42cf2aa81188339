// What an account is worth at the marks, what it must keep, and what may still be opened (docs/rules.md 3.4, 3.10).
import type { FuturesTerms, Priced, Quote } from '@maru/engine/futures/terms';
import {
  add,
  type Fraction,
  isAtMost,
  isBelow,
  isEqual,
  NOTHING,
  ofUnits,
  subtract,
  unitsDown,
  unitsUp,
} from './fraction.ts';
import { type Account, heldIn, isFreshQuote, opensOf, type TwinOrder, type TwinPosition } from './twin.ts';
import { gainAt, liquidationOf, maintenanceOf, requiredOf } from './twin-value.ts';

export interface Marked {
  readonly held: TwinPosition;
  readonly terms: FuturesTerms;
  readonly quote: Quote;
  readonly gain: Fraction;
  readonly maintenance: Fraction;
}

export type PricesOf = (instrument: number) => Priced | undefined;

export const markedOf = (held: TwinPosition, { terms, quote }: Priced): Marked => ({
  held,
  terms,
  quote,
  gain: gainAt(held, quote.mark, terms),
  maintenance: maintenanceOf(held.qty, quote.mark, terms),
});

/** An isolated position with its margin, or the cross positions of a wallet with its free money. */
export interface Worth {
  readonly marked: readonly Marked[];
  readonly cash: bigint;
  readonly gain: Fraction;
  readonly funding: bigint;
  readonly balance: Fraction;
  readonly maintenance: Fraction;
}

function worthOf(cash: bigint, marked: readonly Marked[]): Worth {
  let [gain, maintenance, funding] = [NOTHING, NOTHING, 0n];
  for (const each of marked) {
    gain = add(gain, each.gain);
    maintenance = add(maintenance, each.maintenance);
    funding += each.held.funding;
  }
  return { marked, cash, gain, funding, balance: add(ofUnits(cash + funding), gain), maintenance };
}

export const isolatedWorth = (marked: Marked): Worth => worthOf(marked.held.margin, [marked]);

const crossOf = ({ positions, wallet }: Pick<Account, 'positions' | 'wallet'>) =>
  positions.filter((held) => held.wallet === wallet && held.marginType === 'CROSS');

/** Undefined where a cross position has no price. */
export function crossWorth(
  account: Pick<Account, 'positions' | 'wallet' | 'free'>,
  pricesOf: PricesOf,
): Worth | undefined {
  const marked: Marked[] = [];
  for (const held of crossOf(account)) {
    const priced = pricesOf(held.instrument);
    if (priced === undefined) return undefined;
    marked.push(markedOf(held, priced));
  }
  return worthOf(account.free, marked);
}

/** After one of its positions was closed for so much cash. */
export const worthAfter = (worth: Worth, closed: Marked, brought: bigint): Worth =>
  worthOf(
    worth.cash + brought,
    worth.marked.filter((each) => each !== closed),
  );

export const isLiquidated = ({ marked, balance, maintenance }: Worth): boolean =>
  marked.length > 0 && isAtMost(balance, maintenance);

/** Does the maintenance margin take this share of the balance, or more? */
export const isHigh = ({ balance, maintenance }: Worth, share: bigint): boolean =>
  isAtMost({ over: balance.over * share, under: balance.under * 100_000_000n }, maintenance);

/** Of several instruments the one that warns first. */
export const warnShareOf = ({ marked }: Worth): bigint =>
  marked.reduce((lowest, { terms }) => (terms.warnRatio < lowest ? terms.warnRatio : lowest), 100_000_000n);

/** The largest loss first; of equal ones the oldest. */
export const worstFirst = (marked: readonly Marked[]): readonly Marked[] =>
  [...marked].sort((a, b) => {
    if (isEqual(a.gain, b.gain)) return a.held.id - b.held.id;
    return isBelow(a.gain, b.gain) ? -1 : 1;
  });

const isTrading = ({ mode }: FuturesTerms) => mode !== 'STOPPED';
export const canFill = ({ terms, quote }: Priced, now: number): boolean =>
  isTrading(terms) && isFreshQuote(quote, terms, now);

/** Nothing happens on old prices alone. */
export function cannotFill({ marked }: Worth, now: number): string | undefined {
  if (marked.some((each) => canFill(each, now))) return undefined;
  return marked.some(({ terms }) => isTrading(terms)) ? 'NO_FRESH_PRICE' : 'OPTION_STOPPED';
}

/** Each instrument that trades has a fresh price, or has been without one for longer than a price is fresh. */
export const canBeJudged = ({ marked }: Worth, now: number, since: number): boolean =>
  marked.some((each) => canFill(each, now)) &&
  marked.every(
    ({ terms, quote }) =>
      !isTrading(terms) || now > Math.max(quote.ts, since) + terms.staleMs || isFreshQuote(quote, terms, now),
  );

/** What the player has is rounded down, what is demanded rounded up. */
export const standingBody = ({ cash, gain, funding, balance, maintenance }: Worth) => ({
  cash,
  pnl: unitsDown(gain),
  funding,
  balance: unitsDown(balance),
  maintenance: unitsUp(maintenance),
});

/** The share of an order's cost that belongs to what it would open now. */
export function heldBackOf(
  order: Pick<TwinOrder, 'side' | 'qty' | 'reduceOnly' | 'cost'>,
  held: TwinPosition | undefined,
): bigint {
  const opened = opensOf(order, held);
  if (opened === 0n || order.qty === undefined) return 0n;
  return unitsUp({ over: order.cost * opened, under: order.qty * 100_000_000n });
}

export interface Means {
  readonly equity: bigint;
  readonly required: bigint;
  readonly heldBack: bigint;
  readonly available: bigint;
}

export function meansOf(account: Account, worth: Worth): Means {
  const required = worth.marked.reduce((sum, { held, terms }) => sum + requiredOf(held, terms), 0n);
  let heldBack = 0n;
  for (const order of account.orders)
    if (order.wallet === account.wallet) heldBack += heldBackOf(order, heldIn(account, order.instrument));
  const equity = unitsDown(worth.balance);
  const left = equity - required - heldBack;
  return { equity, required, heldBack, available: left > 0n ? left : 0n };
}

/** Where a position is liquidated if all other marks stand still. */
export function liquidationAt(account: Account, held: TwinPosition, pricesOf: PricesOf): bigint | undefined {
  if (held.marginType === 'ISOLATED') {
    const own = pricesOf(held.instrument);
    return own && liquidationOf(held, ofUnits(held.margin + held.funding), own.terms);
  }
  const worth = crossWorth(account, pricesOf);
  const own = worth?.marked.find((each) => each.held.instrument === held.instrument);
  if (worth === undefined || own === undefined) return undefined;
  const others = subtract(worth.maintenance, own.maintenance);
  return liquidationOf(held, subtract(subtract(worth.balance, own.gain), others), own.terms);
}
