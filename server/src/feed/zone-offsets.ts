// The offsets of an IANA zone, read from the platform's own zone table and passed to the engine as data.
import type { ZoneOffsets } from '@maru/engine/market/zone-offsets';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';

const FIRST = Date.UTC(2015, 0, 1);
const LAST = Date.UTC(2041, 0, 1);
/**
 * No zone of ours changes its offset twice within four weeks. Reading an offset is slow, and every start of the process
 * does it.
 */
const STEP_MS = 28 * DAY_MS;
/** Clocks change on a full quarter of an hour. */
const CHANGE_GRID_MS = 15 * MINUTE_MS;

const known = new Map<string, ZoneOffsets>();

export function zoneOffsets(name: string): ZoneOffsets {
  const zone = known.get(name) ?? readZone(name);
  known.set(name, zone);
  return zone;
}

function readZone(name: string): ZoneOffsets {
  const offset = offsetReader(name);
  let before = offset(FIRST);
  const changes: { at: Millis; offsetMs: number }[] = [{ at: millis(FIRST), offsetMs: before }];
  for (let at = FIRST; at < LAST; at += STEP_MS) {
    const after = offset(at + STEP_MS);
    if (after !== before) {
      const change = firstWithOtherOffset(offset, { from: at, to: at + STEP_MS });
      changes.push({ at: millis(change), offsetMs: after });
    }
    before = after;
  }
  return { name, changes };
}

function firstWithOtherOffset(
  offset: (at: number) => number,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const before = offset(from);
  let low = 0;
  let high = (to - from) / CHANGE_GRID_MS;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offset(from + middle * CHANGE_GRID_MS) === before) low = middle;
    else high = middle;
  }
  return from + high * CHANGE_GRID_MS;
}

function offsetReader(name: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  return (at) => {
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?$/.exec(format.format(at)) ?? [];
    if (hours === undefined) return 0;
    const offsetMs = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
    return sign === '-' ? -offsetMs : offsetMs;
  };
}
