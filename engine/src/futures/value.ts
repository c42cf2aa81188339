// What a position is worth: value, profit, margins and fees (docs/rules.md 3.3, 0.3). Values are computed in `Fine`
// units, 18 places finer than money, and rounded once when they become money: so no sum depends on the order in which
// positions are added, and every comparison is as exact as 26 decimal places are.
import { type Amount, divide, ONE, type Price, type Qty, type Rate, type Rounding } from '../amount.ts';
import type { Entry } from '../entry.ts';
import type { Contract, FuturesTerms, MarginType, OrderSide } from './terms.ts';
import { type Tier, tierAt } from './tiers.ts';

declare const brand: unique symbol;
/** Money in units of 1e-26. */
export type Fine = bigint & { readonly [brand]: 'Fine' };

/** The smallest amount of every wallet that coin futures pays from: all of them have eight places (docs/rules.md 0.2). */
export const UNIT = 1n as Amount;
/** Fine units in one unit of money. */
const FINE = 10n ** 18n;
/** A quantity times a price, both in units of 1e-8, is money in units of 1e-16. */
const LINEAR_FINE = 10n ** 10n;
/** So many units of a quantity times a price are one of money. */
const LINEAR_MONEY = FINE / LINEAR_FINE;
/** Fine units of a quantity times a price times a rate. */
const LINEAR_RATE_FINE = LINEAR_FINE / ONE;
/** A quantity over a price has no units: this many fine units are one coin. */
const INVERSE_FINE = 10n ** 26n;
const NO_FINE = 0n as Fine;

export interface Held {
  readonly side: OrderSide;
  readonly qty: Qty;
  readonly entry: Entry;
}

/** As much of the terms as a value needs. */
export type Valued = Pick<FuturesTerms, 'contract'>;

const signOf = (side: OrderSide): 1n | -1n => (side === 'LONG' ? 1n : -1n);
export const isInverse = (contract: Contract): boolean => contract === 'INVERSE';

export const fineOf = (amount: Amount): Fine => (amount * FINE) as Fine;
export const addFine = (a: Fine, b: Fine): Fine => (a + b) as Fine;
export const sumFine = (all: Iterable<Fine>): Fine => {
  let total = 0n;
  for (const each of all) total += each;
  return total as Fine;
};

/** As money of a wallet whose smallest amount is `unit`. */
export const toMoney = (fine: bigint, unit: Amount, rounding: 'down' | 'up'): Amount =>
  unitsOf(fine, FINE, unit, rounding);

/** The quotient in whole units. Most wallets have all eight places: of those nothing is multiplied by one. */
const unitsOf = (numerator: bigint, denominator: bigint, unit: Amount, rounding: 'down' | 'up'): Amount =>
  (unit === UNIT
    ? divide(numerator, denominator, rounding)
    : divide(numerator, denominator * unit, rounding) * unit) as Amount;

/** Of so much at this price. */
export const valueAtPrice = (qty: Qty, price: Price, { contract }: Valued, rounding: Rounding): Fine =>
  (isInverse(contract) ? divide(qty * INVERSE_FINE, price, rounding) : qty * price * LINEAR_FINE) as Fine;

/** At which so much has this value, which is above zero. */
export const priceAtValue = (qty: Qty, value: Fine, { contract }: Valued, rounding: Rounding): Price =>
  (isInverse(contract)
    ? divide(qty * INVERSE_FINE, value, rounding)
    : divide(value, qty * LINEAR_FINE, rounding)) as Price;

/** Of so much at a mean. */
export const valueAtEntry = (
  qty: Qty,
  { sum, over }: Entry,
  { contract }: Valued,
  rounding: Rounding,
): Fine =>
  (isInverse(contract)
    ? divide(qty * INVERSE_FINE * over, sum, rounding)
    : divide(qty * sum * LINEAR_FINE, over, rounding)) as Fine;

/** Profit is cut and a loss rounded away from zero, at the last fine place here and at the wallet's in `pnlOf`. */
export function finePnl({ side, qty, entry: { sum, over } }: Held, at: Price, { contract }: Valued): Fine {
  const gained = signOf(side) * qty * (at * over - sum);
  if (isInverse(contract)) return divide(gained * INVERSE_FINE, sum * at, 'down') as Fine;
  // Most positions were opened by one fill: their mean is a price.
  return (over === 1n ? gained * LINEAR_FINE : divide(gained * LINEAR_FINE, over, 'down')) as Fine;
}

export const pnlOf = (held: Held, at: Price, valued: Valued, unit: Amount): Amount =>
  toMoney(finePnl(held, at, valued), unit, 'down');

/**
 * What the result of a hybrid contract is as an inverse one, in coins: for showing alone, and from the exact figures
 * (docs/rules.md 3.2).
 */
export const coinPnlOf = (held: Held, at: Price): Amount =>
  toMoney(divide(finePnl(held, at, { contract: 'LINEAR' }) * ONE, at, 'down'), 1n as Amount, 'down');

/**
 * The margin that opening so much at this price takes: rounded up, as everything that is taken from a player. A quotient
 * that is rounded up and divided and rounded up again is the whole quotient rounded up once: one division does.
 */
export const initialMargin = (
  qty: Qty,
  at: Price,
  leverage: number,
  { contract }: Valued,
  unit: Amount,
): Amount =>
  isInverse(contract)
    ? unitsOf(qty * INVERSE_FINE, at * BigInt(leverage) * FINE, unit, 'up')
    : unitsOf(qty * at, BigInt(leverage) * LINEAR_MONEY, unit, 'up');

/** The requirement of an open position, at the mean it was opened at. */
export const requiredMargin = (
  { qty, entry: { sum, over }, leverage }: Held & { readonly leverage: number },
  { contract }: Valued,
  unit: Amount,
): Amount =>
  isInverse(contract)
    ? unitsOf(qty * INVERSE_FINE * over, sum * BigInt(leverage) * FINE, unit, 'up')
    : unitsOf(qty * sum, over * BigInt(leverage) * LINEAR_MONEY, unit, 'up');

/** What a rate takes of the value. The quotient of an inverse contract is rounded after the rate, not before as well. */
export const fineRateOf = (qty: Qty, at: Price, { contract }: Valued, rate: Rate): Fine =>
  (isInverse(contract)
    ? divide(qty * rate * INVERSE_FINE, at * ONE, 'up')
    : qty * at * rate * LINEAR_RATE_FINE) as Fine;

export const feeOf = (
  qty: Qty,
  at: Price,
  { contract, rate }: Valued & { readonly rate: Rate },
  unit: Amount,
): Amount =>
  isInverse(contract)
    ? toMoney(fineRateOf(qty, at, { contract }, rate), unit, 'up')
    : unitsOf(qty * at * rate, LINEAR_MONEY * ONE, unit, 'up');

export const tierOf = (value: Fine, tiers: readonly Tier[]): Tier =>
  tierAt(tiers, (cap) => value <= fineOf(cap));

/** At the mark, with the rate of the tier in which its value lies. */
export function fineMaintenance(
  qty: Qty,
  mark: Price,
  terms: Valued & { readonly tiers: readonly Tier[] },
): Fine {
  const value = valueAtPrice(qty, mark, terms, 'up');
  const { maintenance, deduction } = tierOf(value, terms.tiers);
  const required = fineRateOf(qty, mark, terms, maintenance) - fineOf(deduction);
  return required > 0n ? (required as Fine) : NO_FINE;
}

/** In steps of 0.01 %, toward minus infinity. */
const HUNDREDTH_PERCENT = 10_000n;
const inHundredths = (numerator: bigint, denominator: bigint): Rate =>
  (divide(numerator * (ONE / HUNDREDTH_PERCENT), denominator, 'down') * HUNDREDTH_PERCENT) as Rate;

/** Profit over the margin at entry, before fees (docs/rules.md 3.3). */
export function roeOf(
  { side, entry: { sum, over }, leverage }: Pick<Held, 'side' | 'entry'> & { readonly leverage: number },
  at: Price,
  { contract }: Valued,
): Rate {
  const gained = signOf(side) * BigInt(leverage) * (at * over - sum);
  return inHundredths(gained, isInverse(contract) ? at * over : sum);
}

/** Maintenance margin over margin balance, 1 where nothing is left. */
export const ratioOf = (maintenance: Fine, balance: Fine): Rate =>
  balance <= 0n ? (ONE as Rate) : inHundredths(maintenance, balance);

/** The price at which a position has this return: shown, and the start of a price that is then put on the tick. */
export function priceAtRoe(
  { side, entry: { sum, over }, leverage }: Pick<Held, 'side' | 'entry'> & { readonly leverage: number },
  roe: Rate,
  { contract }: Valued,
  rounding: Rounding,
): Price | undefined {
  const sign = signOf(side);
  const whole = BigInt(leverage) * ONE;
  const moved = sign * roe;
  const numerator = isInverse(contract) ? sum * whole : sum * (whole + moved);
  const denominator = isInverse(contract) ? over * (whole - moved) : over * whole;
  if (denominator <= 0n || numerator <= 0n) return undefined;
  return divide(numerator, denominator, rounding) as Price;
}

/**
 * Pro rata, rounded down; the last part has all that is left, so that the parts add up to the whole (docs/rules.md
 * 0.3). Also of what is owed: toward minus infinity.
 */
export const shareOf = (
  whole: Amount,
  { part, of }: { readonly part: Qty; readonly of: Qty },
  unit: Amount,
): Amount => (part === of ? whole : ((divide(whole * part, of * unit, 'down') * unit) as Amount));

/** A payment of funding: long pays when the rate is above zero (docs/rules.md 3.11). */
export const fundingPayment = (
  position: Pick<Held, 'side' | 'qty'>,
  funding: { readonly rate: Rate; readonly mark: Price },
  valued: Valued,
  unit: Amount,
): Amount => fundingPayments(funding, valued, unit)(position);

/** The same of many positions: what they have in common is computed once. */
export function fundingPayments(
  { rate, mark }: { readonly rate: Rate; readonly mark: Price },
  { contract }: Valued,
  unit: Amount,
): (position: Pick<Held, 'side' | 'qty'>) => Amount {
  const ofShort = isInverse(contract) ? rate : rate * mark;
  const ofLong = -ofShort;
  const scale = isInverse(contract) ? mark * unit : ONE * ONE * unit;
  return ({ side, qty }) =>
    (divide(qty * (side === 'LONG' ? ofLong : ofShort), scale, 'down') * unit) as Amount;
}

/** What backs a position by itself: nothing of a cross one, whose wallet does. */
export const isIsolated = (of: { readonly marginType: MarginType }): boolean => of.marginType === 'ISOLATED';
