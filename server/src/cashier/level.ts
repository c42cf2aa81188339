// What a member may still withdraw today: the preview and the desk's limit come from one function.
import { type Amount, amount, divide, plus, ZERO } from '@maru/engine/amount';
import type { Rate } from '@maru/engine/cashier/commands';
import { type Level, MOST_WON_A_DAY, mostToday } from '@maru/engine/cashier/levels';
import type { LeavingSum } from './row-store.ts';

const SAME = { numerator: amount('1'), denominator: amount('1') };

interface DayLimit {
  /** In won. */
  readonly limit: Amount;
  /** In the wallet's currency. */
  readonly left: Amount;
}

/** Undefined for no limit. A rate is what one unit of a currency is worth in won. */
export function dayLimitOf(
  { level, leaving }: { readonly level: Level; readonly leaving: readonly LeavingSum[] },
  currency: string,
  rateOf: (currency: string) => Rate,
): DayLimit | undefined {
  const limit = MOST_WON_A_DAY[level];
  if (limit === undefined) return undefined;
  const worthOf = (each: string) => (each === 'KRW' ? SAME : rateOf(each));
  const used = leaving.reduce<Amount>((sum, each) => {
    const { numerator, denominator } = worthOf(each.currency);
    // What nobody can value now may have been all of it.
    return numerator > 0n
      ? plus(sum, divide(each.amount * numerator, denominator, 'up') as Amount)
      : plus(sum, limit);
  }, ZERO);
  return { limit, left: mostToday(level, used, worthOf(currency)) ?? ZERO };
}
