// The price at which a position was opened, on average: an exact fraction, because a mean that is rounded at every
// addition drifts (docs/rules.md 0.3, 4.5).
import { divide, type Price } from '../amount.ts';
import type { Millis } from '../time.ts';
import type { Entry } from './events.ts';
import type { Quote } from './terms.ts';

/** Bounds the fraction: beyond this it is rounded, with more digits than any price has. */
const OVER_MOST = 10n ** 40n;

export const entryAt = (price: Price): Entry => ({ sum: price, over: 1n });

/** The mean after `added` contracts at this price come to `held` contracts. Closing a part changes no mean. */
export function meanOf(
  { sum, over }: Entry,
  { held, added, price }: { readonly held: number; readonly added: number; readonly price: Price },
): Entry {
  return lowest(sum * BigInt(held) + price * BigInt(added) * over, over * BigInt(held + added));
}

/** Stands for the price of an instrument of which none is known: the position counts with what it was opened at. */
export function quoteAtEntry({ sum, over }: Entry): Quote {
  const last = divide(sum, over, 'down') as Price;
  return { ts: 0 as Millis, seq: 0, last, bid: last, ask: last };
}

function lowest(sum: bigint, over: bigint): Entry {
  const common = commonDivisor(sum, over);
  if (over / common <= OVER_MOST) return { sum: sum / common, over: over / common };
  const rounded = divide(sum * OVER_MOST, over, 'half-even');
  const left = commonDivisor(rounded, OVER_MOST);
  return { sum: rounded / left, over: OVER_MOST / left };
}

function commonDivisor(sum: bigint, over: bigint): bigint {
  let [a, b] = [sum < 0n ? -sum : sum, over];
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}
