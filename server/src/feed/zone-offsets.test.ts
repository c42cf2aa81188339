import { offsetAt } from '@maru/engine/market/zone-offsets';
import { HOUR_MS } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { zoneOffsets } from './zone-offsets.ts';

test.each([
  ['America/Chicago', '2026-03-08T08:00:00Z', -6, -5],
  ['America/Chicago', '2026-11-01T07:00:00Z', -5, -6],
  ['America/New_York', '2026-03-08T07:00:00Z', -5, -4],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', 1, 2],
  ['Europe/Berlin', '2026-10-25T01:00:00Z', 2, 1],
])('the clocks of %s change at %s to the millisecond', (zone, change, before, after) => {
  const at = Date.parse(change);
  expect(offsetAt(zoneOffsets(zone), at - 1)).toBe(before * HOUR_MS);
  expect(offsetAt(zoneOffsets(zone), at)).toBe(after * HOUR_MS);
});

test('twice a year for 26 years where clocks change, never where they do not', () => {
  expect(zoneOffsets('America/Chicago').changes).toHaveLength(1 + 26 * 2);
  expect(zoneOffsets('Asia/Seoul').changes).toEqual([{ at: Date.UTC(2015, 0, 1), offsetMs: 9 * HOUR_MS }]);
});
