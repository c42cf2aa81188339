// The first mark price at which a position, or the account behind it, no longer has its maintenance margin, in closed
// form (docs/rules.md 3.10). Guards of cross accounts and warnings are the same equation with other figures.
import { divide, ONE, type Price, type Rate } from '../amount.ts';
import { assert } from '../assert.ts';
import type { FuturesTerms } from './terms.ts';
import type { Tier } from './tiers.ts';
import { type Fine, fineMaintenance, fineOf, finePnl, type Held, isInverse } from './value.ts';

const LINEAR_FINE = 10n ** 10n;
const INVERSE_FINE = 10n ** 26n;

/** As much of the terms as the equation needs. Marks lie on the tick. */
export type Ground = Pick<FuturesTerms, 'contract' | 'tiers' | 'tickSize'>;

/** What backs the position besides its own profit: isolated margin and funding, or the rest of the account. */
export interface Backing {
  readonly base: Fine;
  /** The share of the balance that the maintenance margin may take: 1 for a liquidation, less for a warning. */
  readonly share: Rate;
}

export const WHOLE = ONE as Rate;

/** Is the maintenance margin at this mark as large as the share of the balance that it may take? */
export function isShort(held: Held, mark: Price, { base, share }: Backing, ground: Ground): boolean {
  const balance = base + finePnl(held, mark, ground);
  return balance * share <= fineMaintenance(held.qty, mark, ground) * ONE;
}

/**
 * The first mark on the tick, seen from the safe side, at which it is short; undefined where no price above zero is.
 * The side away from the market is safe: below it a long stays short, above it a short does.
 */
export function firstShortMark(held: Held, backing: Backing, ground: Ground): Price | undefined {
  for (const tier of ground.tiers) {
    const solved = solve(held, backing, tier, ground);
    if (solved !== undefined && holds(held, solved, tier, ground))
      return onTick(held, solved, backing, ground);
  }
  return undefined;
}

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The exact price at which both sides are equal with the rate and deduction of this tier. */
function solve(held: Held, backing: Backing, tier: Tier, { contract }: Ground): Fraction | undefined {
  const { numerator, denominator } = isInverse(contract)
    ? solveInverse(held, backing, tier)
    : solveLinear(held, backing, tier);
  return numerator <= 0n || denominator <= 0n ? undefined : { numerator, denominator };
}

/** share × (base ± q × (P − E)) = q × P × rate − deduction */
function solveLinear(
  { side, qty, entry: { sum, over } }: Held,
  { base, share }: Backing,
  { maintenance, deduction }: Tier,
): Fraction {
  const cost = qty * sum * LINEAR_FINE;
  const deducted = fineOf(deduction) * ONE * over;
  const perPrice = qty * LINEAR_FINE * over;
  return side === 'LONG'
    ? {
        numerator: share * (cost - base * over) - deducted,
        denominator: perPrice * (share - maintenance),
      }
    : {
        numerator: share * (cost + base * over) + deducted,
        denominator: perPrice * (share + maintenance),
      };
}

/** share × (base ± N × (1/E − 1/P)) = N / P × rate − deduction */
function solveInverse(
  { side, qty, entry: { sum, over } }: Held,
  { base, share }: Backing,
  { maintenance, deduction }: Tier,
): Fraction {
  const size = qty * INVERSE_FINE;
  const deducted = fineOf(deduction) * ONE * sum;
  return side === 'LONG'
    ? {
        numerator: size * (share + maintenance) * sum,
        denominator: share * (base * sum + size * over) + deducted,
      }
    : {
        numerator: size * (share - maintenance) * sum,
        denominator: share * (size * over - base * sum) - deducted,
      };
}

/** Does the value at that price lie in the tier? Balance less maintenance is monotone, so one tier holds. */
function holds({ qty }: Held, { numerator, denominator }: Fraction, tier: Tier, ground: Ground): boolean {
  const isLast = tier === ground.tiers.at(-1);
  const [value, scale] = isInverse(ground.contract)
    ? [qty * INVERSE_FINE * denominator, numerator]
    : [qty * LINEAR_FINE * numerator, denominator];
  return value >= fineOf(tier.floor) * scale && (isLast || value <= fineOf(tier.cap) * scale);
}

/** Toward the safe side is not short yet: a long is cut down to the tick, a short raised to it. */
function onTick(
  held: Held,
  { numerator, denominator }: Fraction,
  backing: Backing,
  ground: Ground,
): Price | undefined {
  const { tickSize } = ground;
  const isLong = held.side === 'LONG';
  const away = isLong ? -tickSize : tickSize;
  let mark = divide(numerator, denominator * tickSize, isLong ? 'down' : 'up') * tickSize;
  // The equation is exact, what is compared is rounded at the 26th place: they may differ where both are equal.
  if (mark > 0n && !isShort(held, mark as Price, backing, ground)) mark += away;
  assert(
    mark <= 0n || isShort(held, mark as Price, backing, ground),
    'the closed form and the condition agree',
  );
  return mark > 0n ? (mark as Price) : undefined;
}

/** How far the mark is from there, as a share of the mark. */
export const distanceTo = (level: Price, mark: Price): Rate =>
  divide((level > mark ? level - mark : mark - level) * ONE, mark, 'down') as Rate;

/** The price at which the margin of an isolated position is gone; undefined where there is none above zero. */
export function bankruptcyPrice(held: Held, margin: Fine, ground: Ground): Price | undefined {
  const { side, qty, entry } = held;
  const { sum, over } = entry;
  const isLong = side === 'LONG';
  const [numerator, denominator] = isInverse(ground.contract)
    ? [
        qty * INVERSE_FINE * sum,
        isLong ? qty * INVERSE_FINE * over + margin * sum : qty * INVERSE_FINE * over - margin * sum,
      ]
    : [
        isLong ? qty * sum * LINEAR_FINE - margin * over : qty * sum * LINEAR_FINE + margin * over,
        qty * LINEAR_FINE * over,
      ];
  if (numerator <= 0n || denominator <= 0n) return undefined;
  return divide(numerator, denominator, isLong ? 'up' : 'down') as Price;
}
