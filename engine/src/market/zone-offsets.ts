// A time zone as data: the engine has no calendar of its own, so the caller passes the offsets (STYLE: time).
import { assert } from '../assert.ts';
import { DAY_MS, type Millis } from '../time.ts';

export interface ZoneOffsets {
  /** The IANA name, for people who read logs. */
  readonly name: string;
  /** In order of time. The first entry also holds for everything before it. */
  readonly changes: readonly { readonly at: Millis; readonly offsetMs: number }[];
}

export function offsetAt(zone: ZoneOffsets, at: number): number {
  const { changes } = zone;
  assert(changes.length > 0, 'a zone has at least one offset');
  let low = 0;
  let high = changes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (changes[middle]!.at <= at) low = middle;
    else high = middle - 1;
  }
  return changes[low]!.offsetMs;
}

/** What the clocks of the zone show, as milliseconds of a day count that starts on 1970-01-01 there. */
export const wallClock = (zone: ZoneOffsets, at: Millis): number => at + offsetAt(zone, at);

/**
 * The instant at which the clocks of the zone show this. An hour that happens twice means its first time; an hour
 * that is skipped means the same distance after the jump, so a session inside it opens when the clocks move on.
 */
export function instantOf(zone: ZoneOffsets, wall: number): Millis {
  const before = offsetAt(zone, wall - DAY_MS - 12 * 3_600_000);
  const after = offsetAt(zone, wall + DAY_MS + 12 * 3_600_000);
  const early = wall - before;
  if (before === after) return early as Millis;
  const late = wall - after;
  const possible = [early, late].filter((at) => at + offsetAt(zone, at) === wall);
  return (possible.length === 0 ? early : Math.min(...possible)) as Millis;
}
