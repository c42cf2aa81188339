import { unitsOf } from '@maru/client/format';
import { toDecimal } from '@maru/engine/amount';

/** From the second price to the first, as a decimal text; undefined while one of them is not known. */
export function priceDifference(to: string | undefined, from: string | undefined): string | undefined {
  const [end, start] = [unitsOf(to), unitsOf(from)];
  return end === undefined || start === undefined ? undefined : toDecimal(end - start);
}
