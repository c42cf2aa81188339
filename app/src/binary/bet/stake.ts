// Which stakes are allowed, checked before the server would refuse them. The server decides.
import type { WireTradeTerms } from '@maru/contract/binary/calls';
import {
  type Amount,
  amount,
  amountOfUnits,
  divide,
  isMultiple,
  minus,
  parseUnits,
  plus,
  smaller,
  toDecimal,
  ZERO,
} from '@maru/engine/amount';

export type StakeFault = 'enter' | 'belowLeast' | 'offUnit' | 'aboveMost' | 'aboveRound' | 'aboveAvailable';

export interface StakeRoom {
  readonly terms: Pick<WireTradeTerms, 'stakeMin' | 'stakeUnit' | 'stakeMax' | 'roundMost'>;
  /** Staked on this round already. */
  readonly staked: string;
  /** The free money of the wallet; undefined while it is not known. */
  readonly available: string | undefined;
}

/** In the order in which the engine checks. */
export function stakeFault(stake: string, { terms, staked, available }: StakeRoom): StakeFault | undefined {
  const units = parseUnits(stake);
  if (units === undefined || units <= 0n) return 'enter';
  if (units < amount(terms.stakeMin)) return 'belowLeast';
  if (!isMultiple(units, amount(terms.stakeUnit))) return 'offUnit';
  if (units > amount(terms.stakeMax)) return 'aboveMost';
  if (plus(amountOfUnits(units), amount(staked)) > amount(terms.roundMost)) return 'aboveRound';
  if (available !== undefined && units > amount(available)) return 'aboveAvailable';
  return undefined;
}

/** More than may be staked: shown at once, while the member types. */
export const isOverLimit = (fault: StakeFault | undefined): boolean =>
  fault === 'aboveMost' || fault === 'aboveRound' || fault === 'aboveAvailable';

const onUnit = (units: Amount, unit: Amount): Amount => amountOfUnits(divide(units, unit, 'down') * unit);

/** The most that can be staked now, on the unit; zero when there is no room. */
export function stakeMost({ terms, staked, available }: StakeRoom): string {
  const left = minus(amount(terms.roundMost), amount(staked));
  const most = [amount(terms.stakeMax), left, amount(available ?? '0')].reduce(smaller);
  return most <= ZERO ? '0' : toDecimal(onUnit(most, amount(terms.stakeUnit)));
}

/**
 * Half of the free money, on the unit. Where that is more than may be staked, a fault is shown and it is not reduced.
 */
export function stakeHalf({ terms, available }: StakeRoom): string {
  const half = amountOfUnits(divide(amount(available ?? '0'), 2n, 'down'));
  return toDecimal(onUnit(half, amount(terms.stakeUnit)));
}

/** The sum, also where it is more than may be staked: a chosen amount is not changed silently. */
export const stakePlus = (stake: string, added: string): string =>
  toDecimal(plus(amount(stake === '' ? '0' : stake), amount(added)));

const QUICK_UNITS = [10n, 50n, 100n];

/** `+1만 +5만 +10만` where the unit is a thousand won. */
export const quickAmounts = (unit: string): readonly string[] =>
  QUICK_UNITS.map((count) => toDecimal(amount(unit) * count));
