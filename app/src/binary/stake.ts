// What may be staked, said before the server has to say it. The server's word is the last one.
import type { WireTradeTerms } from '@maru/contract/binary';
import {
  type Amount,
  amount,
  amountOfUnits,
  divide,
  isMultiple,
  minus,
  parseUnits,
  plus,
  print,
  smaller,
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

/** In the order in which the engine asks. */
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

const onUnit = (units: Amount, unit: Amount): Amount => amountOfUnits(divide(units, unit, 'down') * unit);

/** The most that can be staked now, on the unit; zero when there is no room. */
export function stakeMost({ terms, staked, available }: StakeRoom): string {
  const left = minus(amount(terms.roundMost), amount(staked));
  const most = [amount(terms.stakeMax), left, amount(available ?? '0')].reduce(smaller);
  return most <= ZERO ? '0' : print(onUnit(most, amount(terms.stakeUnit)));
}

/** Half of the free money, within what may be staked. */
export function stakeHalf(room: StakeRoom): string {
  const half = amountOfUnits(divide(amount(room.available ?? '0'), 2n, 'down'));
  return stakeMost({ ...room, available: print(half) });
}

/** More than there is room for becomes all there is room for. */
export function stakePlus(stake: string, added: string, room: StakeRoom): string {
  const most = amount(stakeMost(room));
  return print(smaller(plus(amount(stake === '' ? '0' : stake), amount(added)), most));
}

const QUICK_UNITS = [10n, 50n, 100n];

/** `+1만 +5만 +10만` where the unit is a thousand won. */
export const quickAmounts = (unit: string): readonly string[] =>
  QUICK_UNITS.map((count) => print(amount(unit) * count));
