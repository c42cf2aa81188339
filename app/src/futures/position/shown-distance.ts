import { formatPrice } from '@maru/client/format';
import { divide, type Rate, rate, toDecimal } from '@maru/engine/amount';

/** The length at which the bar is full: further away it says no more. */
const FULL = rate('0.07');
const PERCENT = 100n;

/** How far a liquidation is: the filled part of a bar in percent, and the text beside it. */
export const shownDistance = (distance: Rate) => ({
  share: distance >= FULL ? 100 : Number(divide(distance * PERCENT, FULL, 'down')),
  text: `${formatPrice(toDecimal(distance * PERCENT), 2)}%`,
});
