// What a position is worth (docs/rules.md 3.3, 3.9, 3.10, 3.11), in exact fractions and from nothing of the engine.
import type { FuturesTerms } from '@maru/engine/futures/terms';
import {
  add,
  dividedBy,
  type Fraction,
  finestDown,
  finestUp,
  fraction,
  isAtMost,
  least,
  lowest,
  NOTHING,
  ofUnits,
  subtract,
  times,
  unitsDown,
  unitsUp,
} from './fraction.ts';
import type { TwinPosition } from './twin.ts';

type Valued = Pick<FuturesTerms, 'contract'>;
type Held = Pick<TwinPosition, 'side' | 'qty' | 'entry'>;

const isInverse = ({ contract }: Valued) => contract === 'INVERSE';

/** The mean entry as a price. */
const meanIn = ({ entry }: Pick<Held, 'entry'>): Fraction =>
  dividedBy(ofUnits(entry.sum), fraction(entry.over));

export const worthAt = (qty: bigint, at: Fraction, terms: Valued): Fraction =>
  isInverse(terms) ? dividedBy(ofUnits(qty), at) : times(ofUnits(qty), at);

function gainOf(held: Held, qty: bigint, at: bigint, terms: Valued): Fraction {
  const entered = worthAt(qty, meanIn(held), terms);
  const left = worthAt(qty, ofUnits(at), terms);
  // The higher the price, the fewer coins the dollars of an inverse contract are.
  const isUp = (held.side === 'LONG') !== isInverse(terms);
  return isUp ? subtract(left, entered) : subtract(entered, left);
}

/** As money: profit is cut, a loss rounded away from zero. */
export const gainedOf = (held: Held, qty: bigint, at: bigint, terms: Valued): bigint =>
  unitsDown(gainOf(held, qty, at, terms));

/** As it counts in the worth of an account. */
export const gainAt = (held: Held, mark: bigint, terms: Valued): Fraction =>
  finestDown(gainOf(held, held.qty, mark, terms));

export const marginOf = (qty: bigint, at: bigint, leverage: number, terms: Valued): bigint =>
  unitsUp(dividedBy(worthAt(qty, ofUnits(at), terms), fraction(BigInt(leverage))));

/** What a position must have behind it, at its mean entry. */
export const requiredOf = (held: Held & Pick<TwinPosition, 'leverage'>, terms: Valued): bigint =>
  unitsUp(dividedBy(worthAt(held.qty, meanIn(held), terms), fraction(BigInt(held.leverage))));

export const feeOf = (qty: bigint, at: bigint, rate: bigint, terms: Valued): bigint =>
  unitsUp(times(worthAt(qty, ofUnits(at), terms), ofUnits(rate)));

/** Of each slice of the value the rate of its tier; what lies above the last cap counts with the last. */
export function maintenanceOf(
  qty: bigint,
  mark: bigint,
  terms: Valued & Pick<FuturesTerms, 'tiers'>,
): Fraction {
  const value = worthAt(qty, ofUnits(mark), terms);
  let sum = NOTHING;
  let from = NOTHING;
  for (const [index, { cap, maintenance }] of terms.tiers.entries()) {
    const isLast = index === terms.tiers.length - 1;
    const to = isLast ? value : least(value, ofUnits(cap));
    if (isAtMost(to, from)) break;
    sum = add(sum, times(subtract(to, from), ofUnits(maintenance)));
    from = to;
  }
  return finestUp(sum);
}

/** The most that may be open at this leverage, on the step. */
export function mostOf(leverage: number, mark: bigint, terms: FuturesTerms): bigint {
  const caps = terms.tiers.filter(({ leverageMost }) => leverageMost >= leverage).map(({ cap }) => cap);
  const cap = ofUnits(caps.at(-1) ?? 0n);
  return boughtBy(cap, mark, terms);
}

/** The quantity of so much value, cut to the step. */
export function boughtBy(
  value: Fraction,
  at: bigint,
  terms: Pick<FuturesTerms, 'contract' | 'qtyStep'>,
): bigint {
  const qty = isInverse(terms) ? times(value, ofUnits(at)) : dividedBy(value, ofUnits(at));
  return cutToStep(qty, terms);
}

export function cutToStep(qty: Fraction, { qtyStep }: Pick<FuturesTerms, 'qtyStep'>): bigint {
  const units = unitsDown(qty);
  return units - (((units % qtyStep) + qtyStep) % qtyStep);
}

/** The mean after so much was added at a price: of coins, or of the dollars of an inverse contract. */
export function meanOf(held: Held, added: bigint, price: bigint, terms: Valued): TwinPosition['entry'] {
  const total = ofUnits(held.qty + added);
  const worth = add(worthAt(held.qty, meanIn(held), terms), worthAt(added, ofUnits(price), terms));
  const mean = isInverse(terms) ? dividedBy(total, worth) : dividedBy(worth, total);
  const { over, under } = lowest(times(mean, fraction(100_000_000n)));
  return { sum: over, over: under };
}

/** In proportion, toward minus infinity; the last part takes what is left. */
export const partOf = (whole: bigint, part: bigint, of: bigint): bigint =>
  part === of ? whole : unitsDown(times(ofUnits(whole), fraction(part, of)));

/** Above zero LONG pays; a charge is rounded away from zero and a credit cut. */
export function fundingOf(
  { side, qty }: Pick<Held, 'side' | 'qty'>,
  { rate, mark, contract }: { readonly rate: bigint; readonly mark: bigint } & Valued,
): bigint {
  if (rate === 0n) return 0n;
  const amount = times(worthAt(qty, ofUnits(mark), { contract }), ofUnits(rate));
  return unitsDown(side === 'LONG' ? { over: -amount.over, under: amount.under } : amount);
}

/** What backs a position besides its own profit is used up at this mark. */
function isShortAt(held: Held, mark: bigint, backing: Fraction, terms: FuturesTerms): boolean {
  return isAtMost(add(backing, gainAt(held, mark, terms)), maintenanceOf(held.qty, mark, terms));
}

const BEYOND_TICKS = 2n ** 62n;
/** The first step away from the entry is this part of it. */
const FIRST_STEP = 128n;

/**
 * The first mark on the tick that liquidates, found by halving: below it a long is liquidated everywhere, above it a
 * short. Undefined where none above zero does, or all of them do. It mostly lies near the entry, so that steps away from
 * there, each twice as long, leave little to halve.
 */
export function liquidationOf(held: Held, backing: Fraction, terms: FuturesTerms): bigint | undefined {
  const isShort = (ticks: bigint) => isShortAt(held, ticks * terms.tickSize, backing, terms);
  const isShortBelow = isShort(1n);
  if (isShortBelow === isShort(BEYOND_TICKS)) return undefined;
  let [low, high] = [1n, BEYOND_TICKS];
  const look = (ticks: bigint): void => {
    if (ticks <= low || ticks >= high) return;
    if (isShort(ticks) === isShortBelow) low = ticks;
    else high = ticks;
  };
  const entry = held.entry.sum / held.entry.over / terms.tickSize;
  look(entry);
  for (let step = entry / FIRST_STEP + 1n; step < entry; step *= 2n) {
    look(entry - step);
    look(entry + step);
  }
  while (high - low > 1n) look((low + high) / 2n);
  return (held.side === 'LONG' ? low : high) * terms.tickSize;
}
