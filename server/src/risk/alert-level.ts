// When an alert fires and when it ends: the level at which it ends lies below the one at which it fires, so that a
// figure that moves around its limit does not fire again and again.

export type AlertLevel = 'NEAR' | 'OVER';

const NEAR_AT = 0.8;
const OVER_AT = 1;
const NEAR_UNTIL = 0.7;
const OVER_UNTIL = 0.9;

/** `used` is the value as a part of its limit. */
export function nextLevel(level: AlertLevel | undefined, used: number): AlertLevel | undefined {
  if (used >= OVER_AT || (level === 'OVER' && used > OVER_UNTIL)) return 'OVER';
  if (used >= NEAR_AT || (level !== undefined && used > NEAR_UNTIL)) return 'NEAR';
  return undefined;
}
