// What a change of leverage or margin type would be answered, and how large a position could be with it.
import { type Amount, divide, ONE, smaller, toDecimal } from '@maru/engine/amount';
import { type LeverageFault, leverageFault, marginTypeFault } from '@maru/engine/futures/leverage-fault';
import { crossAccount, meansOf } from '@maru/engine/futures/standing';
import { largestValue } from '@maru/engine/futures/tiers';
import type { LeverageSetting } from '../account/leverage-setting.ts';
import type { EngineSurroundings } from '../account/use-surroundings.ts';

/** The first rule that it breaks; undefined where it would be taken. */
export function changeFault(
  around: EngineSurroundings,
  before: LeverageSetting,
  { leverage, marginType }: LeverageSetting,
): Exclude<LeverageFault, 'PRICES_MISSING'> | 'MARGIN_TYPE_WITH_OPEN' | undefined {
  // In the order in which they are sent.
  const type =
    marginType === before.marginType ? undefined : marginTypeFault({ ...around, leverage: before.leverage });
  const fault = type ?? (leverage === before.leverage ? undefined : leverageFault({ ...around, leverage }));
  // The server has the prices of all positions, or finds them.
  return fault === 'PRICES_MISSING' ? undefined : fault;
}

/** The value of the largest position: what the money allows, and what the tiers do. */
export function largestPosition(
  { facts, terms, pricedOf }: EngineSurroundings,
  leverage: number,
): string | undefined {
  const account = crossAccount(facts, pricedOf);
  if (account === undefined) return undefined;
  const { available } = meansOf(facts, account);
  // The opening fee is paid from the same money.
  const perValue = ONE + terms.feeRate * BigInt(leverage);
  const affordable = divide(available * BigInt(leverage) * ONE, perValue, 'down') as Amount;
  return toDecimal(smaller(affordable, largestValue(terms.tiers, leverage)));
}
