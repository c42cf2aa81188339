import { type Price, priceOfUnits, storedUnits } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';

export function storedPrice(text: string): Price {
  const units = storedUnits(text);
  assert(units !== undefined, `a stored price is a decimal, found ${text}`);
  return priceOfUnits(units);
}
