import { floorTo, formatDecimal } from '@maru/client/format';
import { parseUnits, toDecimal } from '@maru/engine/amount';

/** A share as a percentage: `0.87` is `87%`, `0.5347` is `53.47%`. */
export function percentOf(share: string): string {
  const units = parseUnits(share);
  return `${formatDecimal(units === undefined ? undefined : floorTo(toDecimal(units * 100n), 2))}%`;
}
