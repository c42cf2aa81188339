// What the open copies of a follow would bring, and when its loss limit is reached (docs/rules.md 5.4). The platform
// watches with it, the desk decides with it, and screens show it.
import { type Amount, amountOfUnits } from '../amount.ts';
import { netIfClosed } from '../futures/net-profit.ts';
import { type HeldPosition, pricedIn } from '../futures/standing.ts';
import { marketPrice, otherSide, type Priced } from '../futures/terms.ts';
import { shareOf, UNIT } from '../futures/value.ts';
import type { Copy, CopyFollow } from './state.ts';

/** Of one copy, if it were closed at the market now: after the fees of both ends and its funding. */
export function openProfit(
  copy: Pick<Copy, 'qty'>,
  position: Pick<HeldPosition, 'side' | 'qty' | 'entry' | 'funding' | 'entryFee'>,
  { terms, quote }: Priced,
): Amount {
  const exit = marketPrice(otherSide(position.side), quote);
  return shareOf(netIfClosed(position, exit, terms, UNIT).net, { part: copy.qty, of: position.qty }, UNIT);
}

/** `total` if all copies were closed now; undefined while one has no price. */
export function totalIfClosed(
  { total, copies }: Pick<CopyFollow, 'total' | 'copies'>,
  positions: ReadonlyMap<number, HeldPosition>,
  priced: readonly Priced[],
): Amount | undefined {
  const pricedOf = pricedIn(priced);
  let sum: bigint = total;
  for (const copy of copies.values()) {
    const position = positions.get(copy.instrument);
    const own = pricedOf(copy.instrument);
    if (position?.id !== copy.position || own === undefined) return undefined;
    sum += openProfit(copy, position, own);
  }
  return amountOfUnits(sum);
}

/** Then all copies are closed. */
export function isLossReached(
  follow: Pick<CopyFollow, 'total' | 'copies' | 'lossLimit'>,
  positions: ReadonlyMap<number, HeldPosition>,
  priced: readonly Priced[],
): boolean {
  const { lossLimit } = follow;
  const total = lossLimit === undefined ? undefined : totalIfClosed(follow, positions, priced);
  return lossLimit !== undefined && total !== undefined && total <= -lossLimit;
}
