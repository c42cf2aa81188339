import { expect, test } from 'vitest';
import { emptyMemory, move } from './desk-memory.ts';
import type { DeskEvent } from './desk-states.ts';
import { DESK_LIMITS } from './limits.ts';

function stateAfter(...events: readonly DeskEvent[]) {
  const memory = emptyMemory(DESK_LIMITS);
  for (const event of events) move(memory, event);
  return memory.state;
}

test.each([
  [['START', 'LOADED', 'APPEND_FAILED', 'LOADED'], 'OPEN'],
  [['START', 'LOADED', 'STOP', 'START'], 'LOADING'],
  // A desk that another owner replaced while it was loading must not open afterwards.
  [['START', 'HALT', 'LOADED'], 'HALTED'],
  // An append that fails after the halt must not begin a recovery.
  [['START', 'LOADED', 'HALT', 'APPEND_FAILED', 'LOADED'], 'HALTED'],
  [['START', 'LOADED', 'HALT', 'STOP', 'START'], 'HALTED'],
  [['START', 'STOP', 'LOADED'], 'CLOSED'],
  [['FOLLOW', 'TAKE_OVER', 'LOADED', 'APPEND_FAILED', 'LOADED'], 'OPEN'],
  [['FOLLOW', 'TAKE_OVER', 'OWNED', 'TAKE_OVER'], 'TAKING_OVER'],
  // A desk that only follows must not open.
  [['FOLLOW', 'LOADED'], 'FOLLOWING'],
  [['FOLLOW', 'TAKE_OVER', 'HALT', 'LOADED', 'OWNED'], 'HALTED'],
] as const)('after %j a desk is %s', (events, state) => {
  expect(stateAfter(...events)).toBe(state);
});
