import { expect, test } from 'vitest';
import { later } from '../time.ts';
import { isClosingTime, isOvernightTime, isReduceOnly } from './gates.ts';
import { phaseAt } from './session-phase.ts';
import { END, NQ, SESSION } from './testing.ts';

test.each([
  [-600_001, 'OPEN'],
  [-600_000, 'REDUCE_ONLY'],
  [-300_001, 'REDUCE_ONLY'],
  [-300_000, 'CLOSING'],
  [-60_001, 'CLOSING'],
  [-60_000, 'CARRYING'],
  [3_600_000, 'CARRYING'],
] as const)('%i milliseconds from T the phase is %s', (fromEnd, phase) => {
  const now = later(END, fromEnd);
  expect(phaseAt(SESSION, now)).toBe(phase);
  expect(isReduceOnly(NQ, now)).toBe(phase !== 'OPEN');
  expect(isClosingTime(SESSION, now)).toBe(phase === 'CLOSING' || phase === 'CARRYING');
  expect(isOvernightTime(SESSION, now)).toBe(phase === 'CARRYING');
});

test('a session may have other leads', () => {
  const short = { ...SESSION, leads: { REDUCE_ONLY: 30, FORCED_CLOSE: 20, OVERNIGHT_CHECK: 10 } };
  expect([-31, -30, -20, -10].map((ms) => phaseAt(short, later(END, ms)))).toEqual([
    'OPEN',
    'REDUCE_ONLY',
    'CLOSING',
    'CARRYING',
  ]);
});
