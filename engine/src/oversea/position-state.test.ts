import { expect, test } from 'vitest';
import type { OverseaFill, PositionState } from './events.ts';
import { canPosition, isPositionChange } from './position-state.ts';

const position = (overnight: boolean, id = 1) => ({ id, overnight }) as PositionState;
const fill = (cause: OverseaFill['cause'], after: PositionState | undefined, closedQty = 0) =>
  ({ cause, position: after, closedQty }) as OverseaFill;

test.each([
  ['opens', undefined, fill('MARKET', position(false))],
  ['grows and keeps its flag', position(true), fill('LIMIT', position(true))],
  ['shrinks', position(false), fill('MARKET', position(false), 1)],
  ['turns and loses its flag', position(true), fill('MARKET', position(false, 2), 1)],
  ['is closed at its stop-loss', position(true), fill('SL', undefined, 1)],
  ['is closed with its trade date', position(false), fill('SESSION_END', undefined, 1)],
])('a position that %s follows the table', (_what, before, made) => {
  expect(isPositionChange(before, made)).toBe(true);
});

test.each([
  ['opens flagged', undefined, fill('MARKET', position(true))],
  ['is flagged and closed with its trade date', position(true), fill('SESSION_END', undefined, 1)],
  [
    'is not flagged and closed for want of overnight margin',
    position(false),
    fill('OVERNIGHT_SHORT', undefined),
  ],
  ['is closed and was not there', undefined, fill('TP', undefined)],
])('a position that %s does not', (_what, before, made) => {
  expect(isPositionChange(before, made)).toBe(false);
});

test('only what is not flagged can be flagged, and only what is flagged is carried', () => {
  expect([canPosition(position(false), 'FLAG'), canPosition(position(true), 'FLAG')]).toEqual([true, false]);
  expect([canPosition(position(false), 'CARRY'), canPosition(position(true), 'CARRY')]).toEqual([
    false,
    true,
  ]);
});
