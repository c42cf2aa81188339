// The rules of price alerts: what a member may wait for, and when a repeated alert may fire again.
import { divide, isMultiple, type Price, priceOfUnits } from '../amount.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Fires } from '../market/trigger-index.ts';

/** Which price is compared. */
export type AlertBasis = 'LAST' | 'MARK';
export type AlertRepeat = 'ONCE' | 'ALWAYS';

export type AlertFault = 'ALERT_OFF_TICK' | 'ALERT_TOO_FAR' | 'ALERT_REACHED';

/** A repeated alert fires again only after the price has moved back by 0.2 % of the level. */
const BACK_SHARE_OF = 500n;
/** A level further away than ten times the price is a slip of the finger. */
const FURTHEST = 10n;
/** Near zero a percentage means nothing: a price that may cross it is measured against so many ticks at least. */
const LEAST_MEASURE_TICKS = 1_000n;

const size = (units: bigint): bigint => (units < 0n ? -units : units);

/** Both include the level itself. */
export const isReached = (
  fires: Fires,
  { level, at }: { readonly level: Price; readonly at: Price },
): boolean => (fires === 'AT_OR_ABOVE' ? at >= level : at <= level);

/** The first broken rule, in this order, or nothing. */
export function checkAlert(
  { fires, level }: { readonly fires: Fires; readonly level: Price },
  {
    instrument: { tickSize, mayBeNegative },
    at,
  }: {
    readonly instrument: Pick<Instrument, 'tickSize' | 'mayBeNegative'>;
    readonly at: Price;
  },
): AlertFault | undefined {
  if (!isMultiple(size(level), tickSize)) return 'ALERT_OFF_TICK';
  const least = mayBeNegative ? LEAST_MEASURE_TICKS * tickSize : 0n;
  const measure = size(at) > least ? size(at) : least;
  if ((level <= 0n && !mayBeNegative) || size(level - at) > FURTHEST * measure) return 'ALERT_TOO_FAR';
  return isReached(fires, { level, at }) ? 'ALERT_REACHED' : undefined;
}

/** Where the price must return to before a repeated alert can fire again: at least a tick away from its level. */
export function backLevel(
  { fires, level }: { readonly fires: Fires; readonly level: Price },
  tickSize: Price,
): Price {
  const ticks = divide(size(level), BACK_SHARE_OF * tickSize, 'up');
  const distance = (ticks > 0n ? ticks : 1n) * tickSize;
  return priceOfUnits(fires === 'AT_OR_ABOVE' ? level - distance : level + distance);
}
