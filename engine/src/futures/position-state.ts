import { type EventOf, type StateOf, stateMachine } from '../state-machine.ts';
import type { FuturesFill, PositionState } from './events.ts';

export const positionMachine = stateMachine({
  name: 'Position of coin futures',
  initial: 'FLAT',
  states: {
    FLAT: 'nothing is open',
    OPEN: 'long or short, backed by the wallet or by a margin of its own',
  },
  transitions: [
    { from: 'FLAT', on: 'OPEN', to: 'OPEN', by: 'a fill' },
    { from: 'OPEN', on: 'ADD', to: 'OPEN', by: 'a fill' },
    { from: 'OPEN', on: 'REDUCE', to: 'OPEN', by: 'a fill, or an exit of a part' },
    { from: 'OPEN', on: 'CLOSE', to: 'FLAT', by: 'a fill; what reverses a position is two of them' },
    { from: 'OPEN', on: 'CLOSE_ALL', to: 'FLAT', by: 'the player, with everything in the wallet' },
    { from: 'OPEN', on: 'TAKEPROFIT', to: 'FLAT', by: 'the platform, at the take-profit' },
    { from: 'OPEN', on: 'STOPLOSS', to: 'FLAT', by: 'the platform, at the stop-loss' },
    { from: 'OPEN', on: 'TRAILINGSTOP', to: 'FLAT', by: 'the platform, at the trailing stop' },
    { from: 'OPEN', on: 'LIQUIDATION', to: 'FLAT', by: 'the platform, at the maintenance margin' },
  ],
});

type PositionEvent = EventOf<typeof positionMachine>;

const stateOf = (position: object | undefined): StateOf<typeof positionMachine> =>
  position === undefined ? 'FLAT' : 'OPEN';

/** Does the state machine allow what a fill makes of a position? */
export const isPositionChange = (before: PositionState | undefined, fill: FuturesFill): boolean =>
  (before === undefined || fill.position === undefined || before.id === fill.position.id) &&
  positionMachine.next(stateOf(before), changeOf(before, fill)) === stateOf(fill.position);

function changeOf(
  before: PositionState | undefined,
  { cause, position, closedQty }: FuturesFill,
): PositionEvent {
  switch (cause) {
    case 'LIQUIDATION':
    case 'CLOSE_ALL':
      return cause;
    case 'TAKEPROFIT':
    case 'STOPLOSS':
    case 'TRAILINGSTOP':
    case 'CLOSE':
      return position !== undefined && closedQty > 0n ? 'REDUCE' : cause;
    case 'MARKET':
    case 'LIMIT':
    case 'STOPMARKET':
    case 'STOPLIMIT':
      if (before === undefined) return 'OPEN';
      if (position === undefined) return 'CLOSE';
      return closedQty > 0n ? 'REDUCE' : 'ADD';
  }
}
