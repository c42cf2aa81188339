import { stateMachine } from '../state-machine.ts';

export const orderMachine = stateMachine({
  name: 'Order of overseas futures',
  initial: 'NEW',
  states: {
    NEW: 'asked for and not decided yet',
    RESTING: 'waits in the book for its price',
    FILLED: 'has become a fill',
    CANCELED: 'ended without a fill',
  },
  transitions: [
    { from: 'NEW', on: 'REST', to: 'RESTING', by: 'the player' },
    { from: 'NEW', on: 'FILL', to: 'FILLED', by: 'the player, when it can be filled at once' },
    { from: 'RESTING', on: 'FILL', to: 'FILLED', by: 'the platform, when a price reaches it' },
    { from: 'RESTING', on: 'PLAYER', to: 'CANCELED', by: 'the player' },
    { from: 'RESTING', on: 'SESSION_END', to: 'CANCELED', by: 'the platform, at the end of its trade date' },
    { from: 'RESTING', on: 'EXPIRY', to: 'CANCELED', by: 'the platform, on the last trading day' },
    { from: 'RESTING', on: 'STAFF_CLOSE', to: 'CANCELED', by: 'two members of staff' },
    { from: 'RESTING', on: 'LOSSCUT', to: 'CANCELED', by: 'the platform, with the loss-cut of the account' },
    { from: 'RESTING', on: 'POSITION_GONE', to: 'CANCELED', by: 'a fill that leaves nothing to reduce' },
    { from: 'RESTING', on: 'INSUFFICIENT_BALANCE', to: 'CANCELED', by: 'the rules, when a price reaches it' },
    { from: 'RESTING', on: 'TOO_MANY_CONTRACTS', to: 'CANCELED', by: 'the rules, when a price reaches it' },
    {
      from: 'RESTING',
      on: 'OWN_LIMIT',
      to: 'CANCELED',
      by: 'the player’s own limits, when a price reaches it',
    },
    { from: 'RESTING', on: 'REDUCE_ONLY', to: 'CANCELED', by: 'the rules, when a price reaches it' },
  ],
});
