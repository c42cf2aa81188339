// Time is epoch milliseconds UTC and is always handed in (docs/rules.md 0.4). Nothing in the engine reads a clock.
import { assert } from './assert.ts';

declare const brand: unique symbol;
export type Millis = number & { readonly [brand]: 'Millis' };

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** Korea has no daylight saving today: users see UTC+9, and the business day starts at 00:00 KST. */
export const KST_OFFSET_MS = 9 * HOUR_MS;

export function millis(value: number): Millis {
  assert(Number.isSafeInteger(value), 'time is a whole number of milliseconds');
  return value as Millis;
}

export const later = (at: Millis, byMs: number): Millis => (at + byMs) as Millis;
export const earlier = (at: Millis, byMs: number): Millis => (at - byMs) as Millis;

/** The start of the interval of this length, on the UTC epoch, in which the instant lies. */
export const floorTo = (at: Millis, lengthMs: number): Millis =>
  (Math.floor(at / lengthMs) * lengthMs) as Millis;

/** The Korean date of an instant, as days since 1970-01-01. */
export const koreanDate = (at: number): number => Math.floor((at + KST_OFFSET_MS) / DAY_MS);

/** The start of the Korean business day in which the instant lies. */
export const koreanDay = (at: Millis): Millis => (koreanDate(at) * DAY_MS - KST_OFFSET_MS) as Millis;

/** Half-open windows everywhere: the start is inside, the end is not. */
export const isWithin = (at: Millis, window: { readonly from: Millis; readonly to: Millis }): boolean =>
  at >= window.from && at < window.to;
