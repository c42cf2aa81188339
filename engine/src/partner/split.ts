// What each partner on the way from the head office to a player earns of a base (docs/rules.md 7.3).
import { type Amount, portion, type Rate, toPlaces } from '../amount.ts';
import { assert } from '../assert.ts';

/** TURNOVER is the stakes of decided bets, FEE the fees and commissions of trading. There is none on what players lose. */
export type ShareBase = 'TURNOVER' | 'FEE';

/**
 * The amounts in the order of the rates, which are those from the head office down. Each is floored at the places of the
 * wallet; what is left stays with the house.
 */
export function splitOf(
  base: Amount,
  rates: readonly Rate[],
  { places }: { readonly places: number },
): readonly Amount[] {
  return rates.map((own, index) => {
    const below = rates[index + 1] ?? (0n as Rate);
    assert(own >= below, 'nobody has a higher rate than the partner above');
    return toPlaces(portion(base, (own - below) as Rate, 'down'), places, 'down');
  });
}
