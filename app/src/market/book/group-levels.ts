// Levels of a book that lie within one step, as one row. Its price is never better than a level in it: asks go up to the
// step, bids down.
import { divide, parseUnits, toDecimal } from '@maru/engine/amount';
import type { Book, Level } from './order-book.ts';

type Side = 'ask' | 'bid';

/** The row to which a price of this side belongs. */
export function groupOf(price: string, step: string, side: Side): string {
  const [units, by] = [parseUnits(price), parseUnits(step)];
  if (units === undefined || by === undefined || by <= 0n) return price;
  return toDecimal(divide(units, by, side === 'ask' ? 'up' : 'down') * by);
}

function grouped(levels: readonly Level[], step: string, side: Side): readonly Level[] {
  const sizes = new Map<string, bigint>();
  for (const { price, size } of levels) {
    const group = groupOf(price, step, side);
    sizes.set(group, (sizes.get(group) ?? 0n) + (parseUnits(size) ?? 0n));
  }
  return [...sizes].map(([price, size]) => ({ price, size: toDecimal(size) }));
}

export const groupLevels = ({ asks, bids }: Book, step: string): Book => ({
  asks: grouped(asks, step, 'ask'),
  bids: grouped(bids, step, 'bid'),
});
