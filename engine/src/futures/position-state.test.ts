import { expect, test } from 'vitest';
import { type Qty, qty } from '../amount.ts';
import type { FuturesFill, PositionState } from './events.ts';
import { isPositionChange } from './position-state.ts';

const position = (id = 1) => ({ id }) as PositionState;
const fill = (cause: FuturesFill['cause'], after: PositionState | undefined, closedQty: Qty = qty('0')) =>
  ({ cause, position: after, closedQty }) as FuturesFill;

test.each([
  ['opens', undefined, fill('MARKET', position())],
  ['grows', position(), fill('LIMIT', position())],
  ['shrinks', position(), fill('STOPMARKET', position(), qty('1'))],
  ['is closed by an order', position(), fill('STOPLIMIT', undefined, qty('1'))],
  ['is closed in part at a take-profit', position(), fill('TAKEPROFIT', position(), qty('1'))],
  ['is closed at its trailing stop', position(), fill('TRAILINGSTOP', undefined, qty('1'))],
  ['is closed with all others', position(), fill('CLOSE_ALL', undefined, qty('1'))],
  ['is liquidated', position(), fill('LIQUIDATION', undefined, qty('1'))],
])('a position that %s follows the table', (_what, before, made) => {
  expect(isPositionChange(before, made)).toBe(true);
});

test.each([
  ['is opened by a stop-loss', undefined, fill('STOPLOSS', position())],
  ['is closed and was not there', undefined, fill('TAKEPROFIT', undefined)],
  ['is liquidated in part', position(), fill('LIQUIDATION', position(), qty('1'))],
  ['grows at a take-profit', position(), fill('TAKEPROFIT', position())],
  ['becomes another one without being closed', position(), fill('MARKET', position(2), qty('1'))],
])('a position that %s does not', (_what, before, made) => {
  expect(isPositionChange(before, made)).toBe(false);
});
