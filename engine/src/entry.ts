// The price at which a position was opened, on average: an exact fraction, because a mean that is rounded at every
// addition drifts (docs/rules.md 0.3, 4.5).
import { divide, PLACES, type Price } from './amount.ts';
import { assert } from './assert.ts';

/** An exact mean: `sum / over`. Closing a part leaves it as it is, adding makes a new one. */
export interface Entry {
  readonly sum: bigint;
  readonly over: bigint;
}

/** Contracts or units that come to those that are held; both are counted alike. */
interface Addition {
  readonly held: bigint;
  readonly added: bigint;
  readonly price: Price;
}

/** Bounds the fraction: beyond this it is rounded, with more digits than any price has. */
const OVER_MOST = 10n ** 40n;

export const entryAt = (price: Price): Entry => ({ sum: price, over: 1n });

/** The mean after so much is added at this price. Closing a part changes no mean. */
export const meanOf = ({ sum, over }: Entry, { held, added, price }: Addition): Entry =>
  lowest(sum * held + price * added * over, over * (held + added));

/**
 * The mean of an inverse contract, whose cost is counted in coins: the coins of both parts are added, so it is the
 * quantity over `held / entry + added / price`.
 */
export function harmonicMeanOf({ sum, over }: Entry, { held, added, price }: Addition): Entry {
  assert(sum > 0n && price > 0n, 'an inverse contract has no price of zero or below');
  return lowest((held + added) * sum * price, held * over * price + added * sum);
}

/** A mean as it is shown: half up, two places more than the price has. */
export function entryText({ sum, over }: Entry, precision: number): string {
  const places = precision + 2;
  const units = divide(sum * 10n ** BigInt(places), over * 10n ** BigInt(PLACES), 'half-up');
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
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
