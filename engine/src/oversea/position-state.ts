import { type EventOf, type StateOf, stateMachine } from '../state-machine.ts';
import type { OverseaFill, PositionState } from './events.ts';

/** Fills of the player's orders against a position, and closes by the platform. */
const FILLS = ['TP', 'SL', 'LOSSCUT', 'STAFF_CLOSE', 'EXPIRY'] as const;
const CLOSED_BY = {
  TP: 'the platform, at the take-profit',
  SL: 'the platform, at the stop-loss',
  LOSSCUT: 'the platform, with the loss-cut of the account',
  STAFF_CLOSE: 'two members of staff',
  EXPIRY: 'the platform, on the last trading day',
} as const;

const closedFrom = <State extends 'HELD' | 'FLAGGED'>(from: State) =>
  FILLS.map((on) => ({ from, on, to: 'FLAT', by: CLOSED_BY[on] }) as const);

export const positionMachine = stateMachine({
  name: 'Position of overseas futures',
  initial: 'FLAT',
  states: {
    FLAT: 'no contracts',
    HELD: 'closed at the end of its trade date',
    FLAGGED: 'to be carried into the next trade date',
  },
  transitions: [
    { from: 'FLAT', on: 'OPEN', to: 'HELD', by: 'a fill' },
    { from: 'HELD', on: 'ADD', to: 'HELD', by: 'a fill' },
    { from: 'HELD', on: 'REDUCE', to: 'HELD', by: 'a fill' },
    { from: 'HELD', on: 'REVERSE', to: 'HELD', by: 'a fill: another position with another number' },
    { from: 'HELD', on: 'CLOSE', to: 'FLAT', by: 'a fill' },
    { from: 'HELD', on: 'FLAG', to: 'FLAGGED', by: 'the player, until only reducing orders are accepted' },
    { from: 'HELD', on: 'SESSION_END', to: 'FLAT', by: 'the platform, at the end of its trade date' },
    ...closedFrom('HELD'),
    { from: 'FLAGGED', on: 'ADD', to: 'FLAGGED', by: 'a fill' },
    { from: 'FLAGGED', on: 'REDUCE', to: 'FLAGGED', by: 'a fill' },
    { from: 'FLAGGED', on: 'REVERSE', to: 'HELD', by: 'a fill: another position with another number' },
    { from: 'FLAGGED', on: 'CLOSE', to: 'FLAT', by: 'a fill' },
    { from: 'FLAGGED', on: 'UNFLAG', to: 'HELD', by: 'the player' },
    { from: 'FLAGGED', on: 'CARRY', to: 'FLAGGED', by: 'the platform, when the equity covers the night' },
    { from: 'FLAGGED', on: 'OVERNIGHT_SHORT', to: 'FLAT', by: 'the platform, when it does not' },
    ...closedFrom('FLAGGED'),
  ],
});

type PositionEvent = EventOf<typeof positionMachine>;

const stateOf = (position: Pick<PositionState, 'overnight'> | undefined): StateOf<typeof positionMachine> =>
  position === undefined ? 'FLAT' : position.overnight ? 'FLAGGED' : 'HELD';

export const canPosition = (position: Pick<PositionState, 'overnight'>, event: PositionEvent): boolean =>
  positionMachine.next(stateOf(position), event) !== undefined;

/** Does the state machine allow what a fill makes of a position? */
export function isPositionChange(before: PositionState | undefined, fill: OverseaFill): boolean {
  return positionMachine.next(stateOf(before), changeOf(before, fill)) === stateOf(fill.position);
}

function changeOf(
  before: PositionState | undefined,
  { cause, position, closedQty }: OverseaFill,
): PositionEvent {
  if (cause !== 'MARKET' && cause !== 'LIMIT' && cause !== 'STOPMARKET') return cause;
  if (before === undefined) return 'OPEN';
  if (position === undefined) return 'CLOSE';
  if (position.id !== before.id) return 'REVERSE';
  return closedQty > 0 ? 'REDUCE' : 'ADD';
}
