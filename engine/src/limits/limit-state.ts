import { type StateOf, stateMachine } from '../state-machine.ts';

export const limitMachine = stateMachine({
  name: 'A limit that a player sets',
  initial: 'NONE',
  states: {
    NONE: 'nothing is limited',
    SET: 'holds',
    LOOSENING: 'holds, and another value or its end is waited for',
  },
  transitions: [
    { from: 'NONE', on: 'TIGHTEN', to: 'SET', by: 'the player, at once' },
    { from: 'SET', on: 'TIGHTEN', to: 'SET', by: 'the player, at once' },
    { from: 'SET', on: 'LOOSEN', to: 'LOOSENING', by: 'the player; it comes into force 24 hours later' },
    {
      from: 'LOOSENING',
      on: 'TIGHTEN',
      to: 'SET',
      by: 'the player, at once: nothing is waited for any more',
    },
    { from: 'LOOSENING', on: 'LOOSEN', to: 'LOOSENING', by: 'the player: the 24 hours begin again' },
    { from: 'LOOSENING', on: 'TAKE_BACK', to: 'SET', by: 'the player' },
    { from: 'LOOSENING', on: 'RAISE', to: 'SET', by: 'time, after 24 hours' },
    { from: 'LOOSENING', on: 'REMOVE', to: 'NONE', by: 'time, after 24 hours' },
  ],
});

export const pauseMachine = stateMachine({
  name: 'Pause of a player',
  initial: 'NONE',
  states: {
    NONE: 'may stake and deposit',
    COOLING_OFF: 'stakes and deposits are refused; closing, cancelling and withdrawing are not',
    EXCLUDED: 'the same, for months or years',
  },
  transitions: [
    { from: 'NONE', on: 'COOL_OFF', to: 'COOLING_OFF', by: 'the player' },
    { from: 'NONE', on: 'EXCLUDE', to: 'EXCLUDED', by: 'the player' },
    { from: 'COOLING_OFF', on: 'COOL_OFF', to: 'COOLING_OFF', by: 'the player, for longer only' },
    { from: 'COOLING_OFF', on: 'EXCLUDE', to: 'EXCLUDED', by: 'the player' },
    { from: 'COOLING_OFF', on: 'END', to: 'NONE', by: 'time alone' },
    { from: 'EXCLUDED', on: 'EXCLUDE', to: 'EXCLUDED', by: 'the player, for longer only' },
    { from: 'EXCLUDED', on: 'END', to: 'NONE', by: 'time alone; nobody ends it earlier' },
  ],
});

export type LimitState = StateOf<typeof limitMachine>;
export type PauseState = StateOf<typeof pauseMachine>;
