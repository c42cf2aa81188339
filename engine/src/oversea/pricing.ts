// What contracts are worth: profit and loss, margin, the prices of take-profit and stop-loss, and the level at which an
// account is cut (docs/rules.md 4.4 to 4.8). The server decides with these, the app previews with them.
import { type Amount, divide, ONE, type Price, portion } from '../amount.ts';
import type { Entry } from '../entry.ts';
import type { Quote } from '../market/quote.ts';
import type { Millis } from '../time.ts';
import type { PositionState } from './events.ts';
import type { OrderSide, OverseaTerms } from './terms.ts';

export type Held = Pick<PositionState, 'side' | 'qty' | 'entry'>;
/** As much of the terms as a value needs. */
export type ContractValue = Pick<OverseaTerms, 'multiplier' | 'rate'>;

export const otherSide = (side: OrderSide): OrderSide => (side === 'LONG' ? 'SHORT' : 'LONG');

/** Who buys pays the ask, who sells gets the bid. */
export const marketPrice = (side: OrderSide, quote: Quote): Price =>
  side === 'LONG' ? quote.ask : quote.bid;

/** Stands for the price of an instrument of which none is known: the position counts with what it was opened at. */
export function quoteAtEntry({ sum, over }: Entry): Quote {
  const last = divide(sum, over, 'down') as Price;
  return { ts: 0 as Millis, seq: 0, last, bid: last, ask: last };
}

/** Toward minus infinity, to what the wallet can hold. */
const floorTo = (numerator: bigint, denominator: bigint, unit: Amount): Amount =>
  (divide(numerator, denominator * unit, 'down') * unit) as Amount;

/**
 * In the wallet's currency, rounded once: profit is cut, a loss is rounded away from zero (docs/rules.md 0.3). `unit`
 * is the smallest amount that the wallet holds.
 */
export function pnlOf({ side, qty, entry }: Held, exit: Price, value: ContractValue, unit: Amount): Amount {
  const gap = exit * entry.over - entry.sum;
  const signed = side === 'LONG' ? gap : -gap;
  return floorTo(signed * BigInt(qty) * value.multiplier * value.rate, entry.over * ONE * ONE, unit);
}

/** So much for each contract, the total rounded up once: margin, overnight margin or commission. */
export const perContract = (qty: number, each: Amount, unit: Amount): Amount =>
  (divide(each * BigInt(qty), unit, 'up') * unit) as Amount;

export const marginOf = (qty: number, terms: Pick<OverseaTerms, 'entryMargin'>, unit: Amount): Amount =>
  perContract(qty, terms.entryMargin, unit);

/** Pro rata, rounded down; closing the last contract releases all that is left. */
export const releasedMargin = (
  { qty, margin }: Pick<PositionState, 'qty' | 'margin'>,
  closed: number,
  unit: Amount,
): Amount => (closed === qty ? margin : floorTo(margin * BigInt(closed), BigInt(qty), unit));

/** What so many ticks are worth on so many contracts. */
export const ticksValue = (
  { ticks, qty }: { readonly ticks: number; readonly qty: number },
  terms: ContractValue & Pick<OverseaTerms, 'tickSize'>,
  unit: Amount,
): Amount =>
  floorTo(BigInt(ticks) * BigInt(qty) * terms.tickSize * terms.multiplier * terms.rate, ONE * ONE, unit);

export interface TpslPrices {
  /** Undefined while the distance is 0. */
  readonly tp: Price | undefined;
  readonly sl: Price | undefined;
}

/** Away from the entry on both sides, so that neither is nearer than its ticks say (E19). */
export function tpslPrices(
  { side, entry, tpTick, slTick }: Pick<PositionState, 'side' | 'entry' | 'tpTick' | 'slTick'>,
  tickSize: Price,
): TpslPrices {
  const isLong = side === 'LONG';
  const at = (ticks: number, isAbove: boolean): Price | undefined =>
    ticks === 0 ? undefined : awayFrom(entry, { ticks, isAbove, tickSize });
  return { tp: at(tpTick, isLong), sl: at(slTick, !isLong) };
}

function awayFrom(
  { sum, over }: Entry,
  {
    ticks,
    isAbove,
    tickSize,
  }: { readonly ticks: number; readonly isAbove: boolean; readonly tickSize: Price },
): Price {
  const distance = BigInt(ticks) * tickSize * over;
  const exact = isAbove ? sum + distance : sum - distance;
  return (divide(exact, over * tickSize, isAbove ? 'up' : 'down') * tickSize) as Price;
}

/** Would they fire at this price? Both watch the last price. */
export function reachedLegs(
  side: OrderSide,
  { tp, sl }: TpslPrices,
  last: Price,
): { readonly tp: boolean; readonly sl: boolean } {
  const isLong = side === 'LONG';
  return {
    tp: tp !== undefined && (isLong ? last >= tp : last <= tp),
    sl: sl !== undefined && (isLong ? last <= sl : last >= sl),
  };
}

/** A position with its instrument and the freshest price of it. */
export interface Marked {
  readonly position: Held & Pick<PositionState, 'margin'>;
  readonly terms: ContractValue & Pick<OverseaTerms, 'lossCutRate'>;
  readonly last: Price;
}

/** The open profit and loss of all positions at their last prices, each rounded as it would be if it were closed. */
export function lastPnl(marked: Iterable<Marked>, unit: Amount): Amount {
  let total = 0n;
  for (const { position, terms, last } of marked) total += pnlOf(position, last, terms, unit);
  return total as Amount;
}

/** The share of the locked margin at which the account is cut. */
export function lossCutLevel(marked: Iterable<Pick<Marked, 'position' | 'terms'>>): Amount {
  let level = 0n;
  for (const { position, terms } of marked) level += portion(position.margin, terms.lossCutRate, 'down');
  return level as Amount;
}

/** Free money, what overseas orders and positions have locked, and the open profit. Stakes of rounds are not in it. */
export const lossCutEquity = (of: {
  readonly free: Amount;
  readonly margin: Amount;
  readonly lastPnl: Amount;
}): Amount => (of.free + of.margin + of.lastPnl) as Amount;

/**
 * The first price, seen from the entry, at which this position alone is worth no more than so much: everything at or
 * beyond it loses at least as much. Exact to the last of a price's eight places.
 */
export function priceWherePnl(
  { side, qty, entry }: Held,
  most: Amount,
  value: ContractValue,
  unit: Amount,
): Price {
  // floor(x) <= most  ⇔  x < floor(most) + one unit.
  const below = (divide(most, unit, 'down') + 1n) * unit;
  const perPrice = BigInt(qty) * value.multiplier * value.rate;
  const shift = below * ONE * ONE * entry.over;
  const isLong = side === 'LONG';
  const numerator = isLong ? entry.sum * perPrice + shift : entry.sum * perPrice - shift;
  const denominator = entry.over * perPrice;
  return (
    isLong ? divide(numerator, denominator, 'up') - 1n : divide(numerator, denominator, 'down') + 1n
  ) as Price;
}
