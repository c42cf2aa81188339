// Money, prices, quantities and rates are whole counts of 1e-8 in a bigint (docs/rules.md 0.2). Four brands keep them
// apart: `a + b` on brands yields a plain bigint, so one must use the named operations below, and every operation
// that can lose a digit says in the call which way it rounds.
import { assert } from './assert.ts';

declare const brand: unique symbol;
type Branded<Name extends string> = bigint & { readonly [brand]: Name };

export type Amount = Branded<'Amount'>;
export type Price = Branded<'Price'>;
export type Qty = Branded<'Qty'>;
export type Rate = Branded<'Rate'>;

/** `down` is toward minus infinity and `up` toward plus infinity, as `floor` and `ceil` in docs/rules.md. */
export type Rounding = 'down' | 'up' | 'half-up' | 'half-even';

export const PLACES = 8;
export const ONE = 100_000_000n;
export const ZERO = 0n as Amount;

const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d{1,8}))?$/;
/** What a person enters must be below this many units: more than any sensible order, far less than a purse holds. */
const INPUT_LIMIT = 2n ** 63n;
const INPUT_LENGTH = 32;
/** What a table holds: numeric(38, 8), thirty digits before the point, with its sign and eight places. */
const STORED_LENGTH = 40;

/**
 * Reads what somebody entered or a source sent, exactly, or returns undefined: no exponent, no comma, no ninth place.
 */
export function parseUnits(text: string): bigint | undefined {
  if (text.length > INPUT_LENGTH) return undefined;
  const units = decimalUnits(text);
  return units === undefined || units >= INPUT_LIMIT || units <= -INPUT_LIMIT ? undefined : units;
}

/**
 * Reads a figure of our own: a balance, a sum, a stored price. The limit of what may be entered does not hold for it: a
 * purse of the house and a sum over many bets grow with the number of players.
 */
export function storedUnits(text: string): bigint | undefined {
  return text.length > STORED_LENGTH ? undefined : decimalUnits(text);
}

const DOT = 0x2e;
const DIGIT_ZERO = 0x30;
/** So many digits before the point, with eight places, are exact as a number. */
const SHORT_WHOLE = 7;
const POWERS_OF_TEN = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8] as const;

const digitAt = (text: string, at: number): number => {
  const digit = text.charCodeAt(at) - DIGIT_ZERO;
  return digit >= 0 && digit <= 9 ? digit : -1;
};

/** Most figures are short and have no sign: read without a regular expression, at a fraction of its cost. */
function shortUnits(text: string): bigint | undefined {
  let at = 0;
  let units = 0;
  for (let digit = digitAt(text, 0); digit !== -1; digit = digitAt(text, at)) {
    if (at === SHORT_WHOLE || (at === 1 && units === 0)) return undefined;
    units = units * 10 + digit;
    at += 1;
  }
  if (at === 0) return undefined;
  if (at === text.length) return BigInt(units * 1e8);
  const places = text.length - at - 1;
  const power = POWERS_OF_TEN[PLACES - places];
  if (text.charCodeAt(at) !== DOT || places < 1 || power === undefined) return undefined;
  for (at += 1; at < text.length; at += 1) {
    const digit = digitAt(text, at);
    if (digit === -1) return undefined;
    units = units * 10 + digit;
  }
  return BigInt(units * power);
}

function decimalUnits(text: string): bigint | undefined {
  const short = shortUnits(text);
  if (short !== undefined) return short;
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '0', fraction = ''] = match;
  const units = BigInt(whole) * ONE + BigInt(fraction.padEnd(PLACES, '0'));
  return sign === '-' ? -units : units;
}

function read(text: string): bigint {
  const units = storedUnits(text);
  assert(units !== undefined, `not a decimal with at most ${PLACES} places: ${text.slice(0, 40)}`);
  return units;
}

export const amount = (text: string): Amount => read(text) as Amount;
export const price = (text: string): Price => read(text) as Price;
export const qty = (text: string): Qty => read(text) as Qty;
export const rate = (text: string): Rate => read(text) as Rate;

export const amountOfUnits = (units: bigint): Amount => units as Amount;
export const priceOfUnits = (units: bigint): Price => units as Price;
export const qtyOfUnits = (units: bigint): Qty => units as Qty;
export const rateOfUnits = (units: bigint): Rate => units as Rate;

/** The shortest exact decimal text: `1.5`, `-0.00000001`, `0`. */
export function toDecimal(units: bigint): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  const text = fraction === '' ? digits.slice(0, -PLACES) : `${digits.slice(0, -PLACES)}.${fraction}`;
  return negative ? `-${text}` : text;
}

/** numerator / denominator as a whole number, rounded as given. The one place where a digit can be lost. */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  assert(denominator !== 0n, 'division by zero');
  const n = denominator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  let quotient = n / d;
  // Most of what is divided is above zero, and multiplying takes less than dividing once more.
  if (n >= 0n) {
    if (rounding === 'down') return quotient;
    if (rounding === 'up') return quotient * d === n ? quotient : quotient + 1n;
  }
  let remainder = n % d;
  if (remainder < 0n) {
    quotient -= 1n;
    remainder += d;
  }
  if (remainder === 0n) return quotient;
  switch (rounding) {
    case 'down':
      return quotient;
    case 'up':
      return quotient + 1n;
    case 'half-up':
      return remainder * 2n >= d ? quotient + 1n : quotient;
    case 'half-even': {
      const twice = remainder * 2n;
      if (twice === d) return quotient % 2n === 0n ? quotient : quotient + 1n;
      return twice > d ? quotient + 1n : quotient;
    }
  }
}

export const plus = (a: Amount, b: Amount): Amount => (a + b) as Amount;
export const minus = (a: Amount, b: Amount): Amount => (a - b) as Amount;
export const negate = (a: Amount): Amount => -a as Amount;
export const smaller = (a: Amount, b: Amount): Amount => (a < b ? a : b);
export const larger = (a: Amount, b: Amount): Amount => (a > b ? a : b);
export const sum = (amounts: Iterable<Amount>): Amount => {
  let total = 0n;
  for (const each of amounts) total += each;
  return total as Amount;
};

/** What a quantity is worth at a price. */
export const notional = (size: Qty, at: Price, rounding: Rounding): Amount =>
  divide(size * at, ONE, rounding) as Amount;

/** A share of an amount: a fee, a commission, a payout. */
export const portion = (of: Amount, share: Rate, rounding: Rounding): Amount =>
  divide(of * share, ONE, rounding) as Amount;

/** The smallest amount that so many decimal places can show. */
export const unitOf = (places: number): Amount => (10n ** BigInt(PLACES - places)) as Amount;

/** Rounds to a wallet's decimal places (KRW 0, USDT 8); exact texts stay as they are. */
export function toPlaces<Units extends bigint>(units: Units, places: number, rounding: Rounding): Units {
  assert(places >= 0 && places <= PLACES, 'places outside 0..8');
  const step = unitOf(places);
  return (divide(units, step, rounding) * step) as Units;
}

/** Does the value lie on a grid of this step: a tick, a lot, a stake unit? Negative prices are on it as well. */
export const isMultiple = (units: bigint, step: bigint): boolean => step > 0n && units % step === 0n;

export const priceShift = (from: Price, by: bigint): Price => (from + by) as Price;
export const priceGap = (from: Price, to: Price): bigint => to - from;
