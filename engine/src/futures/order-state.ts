import { stateMachine } from '../state-machine.ts';

export const orderMachine = stateMachine({
  name: 'Order of coin futures',
  initial: 'NEW',
  states: {
    NEW: 'asked for and not decided yet',
    WAITING: 'waits for the price that triggers it',
    OPEN: 'rests in the book at its limit',
    FILLED: 'has become a fill',
    CANCELED: 'ended without a fill',
  },
  transitions: [
    { from: 'NEW', on: 'REST', to: 'OPEN', by: 'the player, with a limit' },
    { from: 'NEW', on: 'WAIT', to: 'WAITING', by: 'the player, or the fill that an exit belongs to' },
    { from: 'NEW', on: 'FILL', to: 'FILLED', by: 'the player, when it can be filled at once' },
    {
      from: 'WAITING',
      on: 'TRIGGER',
      to: 'OPEN',
      by: 'the platform, when a price reaches a stop with a limit',
    },
    { from: 'WAITING', on: 'FILL', to: 'FILLED', by: 'the platform, when a price reaches it' },
    { from: 'OPEN', on: 'FILL', to: 'FILLED', by: 'the platform, when a price reaches it' },
    ...(['WAITING', 'OPEN'] as const).flatMap((from) => [
      { from, on: 'PLAYER', to: 'CANCELED', by: 'the player' } as const,
      {
        from,
        on: 'DISCONNECT',
        to: 'CANCELED',
        by: 'the platform, when the player’s connection is lost',
      } as const,
      { from, on: 'REPLACED', to: 'CANCELED', by: 'the player, with other exits of the position' } as const,
      { from, on: 'LIQUIDATION', to: 'CANCELED', by: 'the platform, with a liquidation' } as const,
      { from, on: 'POSITION_GONE', to: 'CANCELED', by: 'a fill that leaves nothing to reduce' } as const,
      { from, on: 'INSUFFICIENT_BALANCE', to: 'CANCELED', by: 'the rules, when a price reaches it' } as const,
      { from, on: 'ABOVE_LEVERAGE_CAP', to: 'CANCELED', by: 'the rules, when a price reaches it' } as const,
      {
        from,
        on: 'OWN_LIMIT',
        to: 'CANCELED',
        by: 'the player’s own limits, when a price reaches it',
      } as const,
      { from, on: 'REDUCE_ONLY', to: 'CANCELED', by: 'the rules, when a price reaches it' } as const,
      {
        from,
        on: 'WOULD_TAKE',
        to: 'CANCELED',
        by: 'the rules, of a post-only limit that was triggered',
      } as const,
    ]),
  ],
});
