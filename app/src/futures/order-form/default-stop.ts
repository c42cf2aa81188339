// The stop-loss that an opening order brings by itself, where the member has switched it on (design 31c): the price at
// which the chosen share of the margin is lost.
import { divide, type Price, rateOfUnits, toDecimal } from '@maru/engine/amount';
import type { OrderFigures } from '@maru/engine/futures/preview';
import { priceAtRoe } from '@maru/engine/futures/value';
import type { Preferences } from '../../shell/device/preferences.ts';
import type { EngineSurroundings } from '../account/use-surroundings.ts';
import type { OrderRequest } from '../orders/order-request.ts';
import { preview } from './order-preview.ts';

const PERCENT = 1_000_000n;
/**
 * At a high leverage the position is liquidated before so much is lost, or a moment after it: the stop is at most three
 * quarters of the way to that price.
 */
const NEAR = 3n;

/** An order with a stop-loss of its own, one that only reduces, and a position that has a stop keep what they have. */
export function withDefaultStop(
  request: OrderRequest,
  around: EngineSurroundings,
  { isOn, lossPercent }: Preferences['defaultStop'],
): OrderRequest {
  if (!isOn || request.reduceOnly === true || request.stopLoss !== undefined) return request;
  const { figures } = preview(around, request);
  const stop = figures && !hasStop(figures, around) ? stopOf(figures, around, lossPercent) : undefined;
  return stop === undefined ? request : { ...request, stopLoss: toDecimal(stop), isMarkSl: true };
}

/** Whatever protects the position stays with it as long as its side stays. */
function hasStop({ positionAfter }: OrderFigures, { facts, terms }: EngineSurroundings): boolean {
  const held = facts.positions.get(terms.instrument);
  if (held === undefined || held.side !== positionAfter?.side) return false;
  return [...facts.orders.values()].some(
    ({ position, type }) => position === held.id && (type === 'STOPLOSS' || type === 'TRAILINGSTOP'),
  );
}

function stopOf(
  { positionAfter, openedQty, liquidationAfter }: OrderFigures,
  { terms }: EngineSurroundings,
  lossPercent: number,
): Price | undefined {
  if (positionAfter === undefined || openedQty === 0n) return undefined;
  const { side, entry } = positionAfter;
  const loss = rateOfUnits(-BigInt(lossPercent) * PERCENT);
  const wanted = priceAtRoe(positionAfter, loss, terms, 'half-up');
  const furthest =
    liquidationAfter &&
    divide(entry.sum + NEAR * liquidationAfter * entry.over, (NEAR + 1n) * entry.over, 'half-up');
  const [first, second] = [wanted, furthest].filter((level) => level !== undefined);
  if (first === undefined) return undefined;
  const isNearer = second !== undefined && (side === 'LONG' ? second > first : second < first);
  return (divide(isNearer ? second : first, terms.tickSize, 'half-up') * terms.tickSize) as Price;
}
