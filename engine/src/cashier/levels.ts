// How much may be withdrawn in a day, by what the member has proven (docs/rules.md 6.5).
import { type Amount, amount, divide, larger, minus, ZERO } from '../amount.ts';
import type { Rate } from './commands.ts';

export type Level = 0 | 1 | 2 | 3;

/** In won, from midnight to midnight in Korea; without an entry there is no limit. */
export const MOST_WON_A_DAY: Readonly<Record<Level, Amount | undefined>> = {
  0: amount('10000000'),
  1: amount('50000000'),
  2: amount('200000000'),
  3: undefined,
};

/**
 * What is left of it in the wallet's currency, whose worth in won is given. Where nobody knows the worth, nothing may go.
 */
export function mostToday(
  level: Level,
  usedWon: Amount,
  { numerator, denominator }: Pick<Rate, 'numerator' | 'denominator'>,
): Amount | undefined {
  const won = MOST_WON_A_DAY[level];
  if (won === undefined) return undefined;
  const left = larger(minus(won, usedWon), ZERO);
  return numerator > 0n ? (divide(left * denominator, numerator, 'down') as Amount) : ZERO;
}
