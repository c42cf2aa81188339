// What a member may withdraw at once: the preview and the desk's limit come from one function.
import { type Amount, amount } from '@maru/engine/amount';
import type { Rate } from '@maru/engine/cashier/commands';
import { type Level, mostAtOnce } from '@maru/engine/cashier/levels';

const SAME = { numerator: amount('1'), denominator: amount('1') };

/** The rate is what one unit of the currency is worth in won. */
export function mostFor(level: Level, currency: string, rate: Rate): { readonly most?: Amount } {
  const most = mostAtOnce(level, currency === 'KRW' ? SAME : rate);
  return most === undefined ? {} : { most };
}
