// How much may be withdrawn at once, by what the member has proven (docs/rules.md 6.5).
import { type Amount, amount, divide, ZERO } from '../amount.ts';
import type { Rate } from './commands.ts';

export type Level = 0 | 1 | 2 | 3;

/** In won; without an entry there is no limit. */
export const MOST_WON_AT_ONCE: Readonly<Record<Level, Amount | undefined>> = {
  0: amount('10000000'),
  1: amount('50000000'),
  2: amount('200000000'),
  3: undefined,
};

/** In the wallet's currency, whose worth in won is given. Where nobody knows the worth, nothing may go. */
export function mostAtOnce(
  level: Level,
  { numerator, denominator }: Pick<Rate, 'numerator' | 'denominator'>,
): Amount | undefined {
  const won = MOST_WON_AT_ONCE[level];
  if (won === undefined) return undefined;
  return numerator > 0n ? (divide(won * denominator, numerator, 'down') as Amount) : ZERO;
}
