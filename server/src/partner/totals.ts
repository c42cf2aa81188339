// Sums of partners' shares, as previews, requests and payments name them.
import { type Amount, toDecimal } from '@maru/engine/amount';

export interface CurrencyTotal {
  readonly currency: string;
  readonly amount: string;
  readonly partners: number;
}

/** By currency, in its order. */
export function totalsOf(
  of: readonly { readonly partner: number; readonly currency: string; readonly amount: Amount }[],
): CurrencyTotal[] {
  const groups = Map.groupBy(of, ({ currency }) => currency);
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, own]) => ({
      currency,
      amount: toDecimal(own.reduce((sum, each) => sum + each.amount, 0n)),
      partners: new Set(own.map(({ partner }) => partner)).size,
    }));
}
