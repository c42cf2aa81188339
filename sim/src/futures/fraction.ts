// Exact fractions, plainly: what the twin of coin futures computes with.

export interface Fraction {
  readonly over: bigint;
  /** Above zero. */
  readonly under: bigint;
}

export function fraction(over: bigint, under = 1n): Fraction {
  return under < 0n ? { over: -over, under: -under } : { over, under };
}

export const NOTHING = fraction(0n);

export const add = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.over * b.under + b.over * a.under, a.under * b.under);
export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, { over: -b.over, under: b.under });
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.over, a.under * b.under);
export const dividedBy = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.under, a.under * b.over);
export const isAtMost = (a: Fraction, b: Fraction): boolean => a.over * b.under <= b.over * a.under;
export const isBelow = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under;
export const isEqual = (a: Fraction, b: Fraction): boolean => a.over * b.under === b.over * a.under;
export const least = (a: Fraction, b: Fraction): Fraction => (isAtMost(a, b) ? a : b);

/** Hundred-millionths, as money, prices, quantities and rates are counted. */
const UNITS = 100_000_000n;
export const ofUnits = (units: bigint): Fraction => fraction(units, UNITS);

export function floorOf({ over, under }: Fraction): bigint {
  const whole = over / under;
  return over % under < 0n ? whole - 1n : whole;
}

const ceilingOf = ({ over, under }: Fraction): bigint => -floorOf({ over: -over, under });

/** In hundred-millionths, toward minus infinity. */
export const unitsDown = (value: Fraction): bigint => floorOf(times(value, fraction(UNITS)));
/** In hundred-millionths, toward plus infinity. */
export const unitsUp = (value: Fraction): bigint => ceilingOf(times(value, fraction(UNITS)));

/** docs/rules.md 3.3: values are computed to 26 places, against the player at the last of them. */
const FINEST = 10n ** 26n;
export const finestDown = (value: Fraction): Fraction =>
  fraction(floorOf(times(value, fraction(FINEST))), FINEST);
export const finestUp = (value: Fraction): Fraction =>
  fraction(ceilingOf(times(value, fraction(FINEST))), FINEST);

function divisorOf(a: bigint, b: bigint): bigint {
  return b === 0n ? (a < 0n ? -a : a) : divisorOf(b, a % b);
}

const UNDER_MOST = 10n ** 40n;

/** In lowest terms; beyond forty places half to the even neighbour (docs/rules.md 0.3). */
export function lowest({ over, under }: Fraction): Fraction {
  const common = divisorOf(over, under);
  if (under / common <= UNDER_MOST) return fraction(over / common, under / common);
  const doubled = fraction(2n * over * UNDER_MOST, under);
  const twice = floorOf(doubled);
  const low = floorOf(fraction(twice, 2n));
  const isHalf = twice % 2n !== 0n && doubled.over % doubled.under === 0n;
  const rounded = isHalf ? low + (low % 2n === 0n ? 0n : 1n) : low + (twice % 2n === 0n ? 0n : 1n);
  const left = divisorOf(rounded, UNDER_MOST);
  return fraction(rounded / left, UNDER_MOST / left);
}
