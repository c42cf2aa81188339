import { divide, ONE, type Price, type Rate } from '../amount.ts';
import type { Fires } from './trigger-index.ts';

/**
 * A share behind the furthest price: what fires below the price follows it up, what fires above it follows it down. Rounded
 * away from the price.
 */
export const levelBehind = (fires: Fires, furthest: Price, callback: Rate): Price =>
  fires === 'AT_OR_BELOW'
    ? (divide(furthest * (ONE - callback), ONE, 'down') as Price)
    : (divide(furthest * (ONE + callback), ONE, 'up') as Price);
