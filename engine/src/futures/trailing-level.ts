// Where a trailing stop fires: a share behind the furthest price that it has followed (docs/rules.md 3.5).
import type { Price } from '../amount.ts';
import { levelBehind } from '../market/level-behind.ts';
import type { Trailing } from './events.ts';
import type { OrderSide } from './terms.ts';

/** An order that sells follows the price up, one that buys follows it down. */
const further = (side: OrderSide, a: Price, b: Price): Price => (a > b === (side === 'SHORT') ? a : b);

/** Undefined while no price has activated it. `seen` is how far the price went since the stored one. */
export function trailingLevel(side: OrderSide, trailing: Trailing, seen?: Price): Price | undefined {
  const { callback, activation } = trailing;
  const stored = trailing.extreme?.price;
  const furthest = seen === undefined ? stored : stored === undefined ? seen : further(side, stored, seen);
  if (furthest === undefined) return undefined;
  if (activation !== undefined && further(side, furthest, activation) !== furthest) return undefined;
  return levelBehind(side === 'SHORT' ? 'AT_OR_BELOW' : 'AT_OR_ABOVE', furthest, callback);
}
