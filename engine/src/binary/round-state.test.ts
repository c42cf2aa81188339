import { expect, test } from 'vitest';
import { siteId } from '../purse.ts';
import { millis } from '../time.ts';
import { canRound, roundStateOf } from './round-state.ts';
import { emptyRound, type FrozenResult, type Round } from './state.ts';

const NOBODY_LEFT = { players: [], paidPlayers: 0 };
const SOMEBODY_LEFT = { players: [{}], paidPlayers: 0 };
const result = (status: 1 | 3, voidReason?: 'TIE' | 'FEW_TICKS') =>
  ({ status, voidReason }) as Partial<FrozenResult>;

const roundWith = (by: object): Round => ({
  ...emptyRound(700_007, {
    ...{ site: siteId(1), type: 'R1', close: millis(0), precision: 2, staleMs: 5_000 },
    strikeMode: 'ROUND_OPEN',
  }),
  ...by,
});

test.each([
  [{ ...SOMEBODY_LEFT }, 'OPEN'],
  [{ ...SOMEBODY_LEFT, result: result(1) }, 'DECIDED'],
  [{ ...NOBODY_LEFT, result: result(1) }, 'PAID'],
  [{ ...SOMEBODY_LEFT, result: result(3, 'FEW_TICKS') }, 'VOID'],
  [{ ...SOMEBODY_LEFT, result: result(3, 'TIE') }, 'VOID'],
  // Each bet has a strike of its own, so a tie of the round voids none of them.
  [{ ...SOMEBODY_LEFT, result: result(3, 'TIE'), strikeMode: 'AT_BET' }, 'DECIDED'],
  [{ ...SOMEBODY_LEFT, result: result(1), voided: { reason: 'a wrong price' } }, 'VOID'],
  [{ ...NOBODY_LEFT, voided: { reason: 'a wrong price' } }, 'REFUNDED'],
] as const)('%# a round is in the state %s', (by, state) => {
  expect(roundStateOf(roundWith(by))).toBe(state);
});

test('a round that everybody is paid for may be voided by staff and never frozen again', () => {
  const paid = roundWith({ ...NOBODY_LEFT, result: result(1) });
  expect([canRound(paid, 'STAFF_VOID'), canRound(paid, 'FREEZE'), canRound(paid, 'BET')]).toEqual([
    true,
    false,
    false,
  ]);
});
