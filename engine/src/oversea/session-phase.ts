// The phases of a trade date towards its end T, each of which allows less (docs/rules.md 4.3).
import { type EventOf, type StateOf, stateMachine } from '../state-machine.ts';
import type { Millis } from '../time.ts';
import type { OverseaSession } from './terms.ts';

export const sessionMachine = stateMachine({
  name: 'Session of an overseas future',
  initial: 'OPEN',
  states: {
    OPEN: 'orders of every kind are accepted',
    REDUCE_ONLY: 'only reducing orders, and overnight cannot be set',
    CLOSING: 'positions that are not flagged are closed and opening orders cancelled',
    CARRYING: 'flagged positions are carried or closed, all of them or none',
  },
  transitions: [
    { from: 'OPEN', on: 'REDUCE_ONLY', to: 'REDUCE_ONLY', by: 'the clock, 10 minutes before T' },
    { from: 'REDUCE_ONLY', on: 'FORCED_CLOSE', to: 'CLOSING', by: 'the clock, 5 minutes before T' },
    { from: 'CLOSING', on: 'OVERNIGHT_CHECK', to: 'CARRYING', by: 'the clock, 1 minute before T' },
  ],
});

export type SessionPhase = StateOf<typeof sessionMachine>;

/** How many milliseconds before T each transition happens. */
export type SessionLeads = Readonly<Record<EventOf<typeof sessionMachine>, number>>;

export const SESSION_LEADS: SessionLeads = {
  REDUCE_ONLY: 600_000,
  FORCED_CLOSE: 300_000,
  OVERNIGHT_CHECK: 60_000,
};

/** A phase lasts until the next one: after T it is still the last. */
export function phaseAt({ endsAt, leads = SESSION_LEADS }: OverseaSession, now: Millis): SessionPhase {
  let phase: SessionPhase = sessionMachine.initial;
  for (const { on, to } of sessionMachine.transitions) {
    if (now < endsAt - leads[on]) break;
    phase = to;
  }
  return phase;
}
