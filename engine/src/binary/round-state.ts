import { isAllPaid } from '../payment/bet-queue.ts';
import { type EventOf, type StateOf, stateMachine } from '../state-machine.ts';
import type { Round } from './state.ts';

export const roundMachine = stateMachine({
  name: 'Binary round',
  initial: 'OPEN',
  states: {
    OPEN: 'not decided yet; bets come in until the cut-off',
    DECIDED: 'its prices are frozen and its players are being paid',
    PAID: 'everybody is paid',
    VOID: 'void: the stakes are being given back',
    REFUNDED: 'everybody has the stake back',
    FORGOTTEN: 'left the book; the tables have it',
  },
  transitions: [
    { from: 'OPEN', on: 'BET', to: 'OPEN', by: 'a player' },
    { from: 'OPEN', on: 'FREEZE', to: 'DECIDED', by: 'the platform, two seconds after the close' },
    { from: 'OPEN', on: 'FREEZE_VOID', to: 'VOID', by: 'the platform, when its prices void every bet' },
    { from: 'OPEN', on: 'STAFF_VOID', to: 'VOID', by: 'two members of staff' },
    { from: 'DECIDED', on: 'PAY', to: 'DECIDED', by: 'the platform, some players at a time' },
    { from: 'DECIDED', on: 'PAY_LAST', to: 'PAID', by: 'the platform' },
    { from: 'DECIDED', on: 'STAFF_VOID', to: 'VOID', by: 'two members of staff' },
    { from: 'PAID', on: 'STAFF_VOID', to: 'VOID', by: 'two members of staff, within a day of the close' },
    { from: 'PAID', on: 'FORGET', to: 'FORGOTTEN', by: 'a later freeze, a day after the close' },
    { from: 'VOID', on: 'PAY', to: 'VOID', by: 'the platform, some players at a time' },
    { from: 'VOID', on: 'PAY_LAST', to: 'REFUNDED', by: 'the platform' },
    { from: 'REFUNDED', on: 'FORGET', to: 'FORGOTTEN', by: 'a later freeze, a day after the close' },
  ],
});

type RoundState = StateOf<typeof roundMachine>;

export function roundStateOf(round: Round): RoundState {
  if (round.voided !== undefined || isVoidResult(round)) return isAllPaid(round) ? 'REFUNDED' : 'VOID';
  if (round.result === undefined) return 'OPEN';
  return isAllPaid(round) ? 'PAID' : 'DECIDED';
}

/** Is every bet of it void? A tie voids none where each has a strike of its own. */
export const isVoidResult = ({ result, strikeMode }: Round): boolean =>
  result?.status === 3 && !(strikeMode === 'AT_BET' && result.voidReason === 'TIE');

export const canRound = (round: Round, event: EventOf<typeof roundMachine>): boolean =>
  roundMachine.next(roundStateOf(round), event) !== undefined;
