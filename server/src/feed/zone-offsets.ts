// The offsets of an IANA zone, read from the platform's own zone table and handed to the engine as data.
import type { ZoneOffsets } from '@maru/engine/market/zone-offsets';
import { DAY_MS, type Millis, millis } from '@maru/engine/time';

const FIRST = Date.UTC(2015, 0, 1);
const LAST = Date.UTC(2041, 0, 1);
/** No zone of ours changes its clocks twice within a week. */
const STEP_MS = 7 * DAY_MS;

const known = new Map<string, ZoneOffsets>();

export function zoneOffsets(name: string): ZoneOffsets {
  const found = known.get(name) ?? readZone(name);
  known.set(name, found);
  return found;
}

function readZone(name: string): ZoneOffsets {
  const offset = offsetReader(name);
  const changes: { at: Millis; offsetMs: number }[] = [{ at: millis(FIRST), offsetMs: offset(FIRST) }];
  for (let at = FIRST; at < LAST; at += STEP_MS) {
    if (offset(at) !== offset(at + STEP_MS)) {
      const change = firstWithOtherOffset(offset, { from: at, to: at + STEP_MS });
      changes.push({ at: millis(change), offsetMs: offset(change) });
    }
  }
  return { name, changes };
}

function firstWithOtherOffset(
  offset: (at: number) => number,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const before = offset(from);
  let low = from;
  let high = to;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offset(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function offsetReader(name: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const wall = Date.UTC(
      read('year'),
      read('month') - 1,
      read('day'),
      read('hour'),
      read('minute'),
      read('second'),
    );
    return wall - Math.floor(at / 1_000) * 1_000;
  };
}
