// A request to the cashier: it is asked for, perhaps taken in hand, and ends once. docs/rules.md 6.4, 6.5, 6.7.
import { type EventOf, type StateOf, stateMachine } from '../state-machine.ts';

/** The type codes of the spec that have a life of their own; all others are done at once. */
export const REQUEST_TYPES = ['D', 'W', 'WB', 'WS', 'PB', 'PM'] as const;
export type RequestType = (typeof REQUEST_TYPES)[number];
export const isRequestType = (type: string): type is RequestType =>
  (REQUEST_TYPES as readonly string[]).includes(type);

/** Every code that a row of the history may have (docs/rules.md 6.4). */
export const ROW_TYPES = [...REQUEST_TYPES, 'TI', 'TO', 'CI', 'CO', 'E', 'C', 'B'] as const;
export type RowType = (typeof ROW_TYPES)[number];

export const requestMachine = stateMachine({
  name: 'Request to the cashier',
  states: {
    REQUESTED: 'asked for; what a withdrawal or a sale takes is held',
    PROCESSING: 'in hand: taken by staff, started by a provider, or paid by the player',
    DONE: 'the money has moved',
    REJECTED: 'refused with a reason; what was held is free again',
    CANCELLED: 'ended by the player, or by the clock; what was held is free again',
  },
  initial: 'REQUESTED',
  transitions: [
    { from: 'REQUESTED', on: 'TAKE', to: 'PROCESSING', by: 'staff, or a provider that has begun' },
    { from: 'REQUESTED', on: 'PAID', to: 'PROCESSING', by: 'the player, who says that a purchase is paid' },
    { from: 'REQUESTED', on: 'CANCEL', to: 'CANCELLED', by: 'the player' },
    {
      from: 'REQUESTED',
      on: 'EXPIRE',
      to: 'CANCELLED',
      by: 'the clock: a purchase that nobody paid in time',
    },
    { from: 'REQUESTED', on: 'CONFIRM', to: 'REQUESTED', by: 'the first of two members of staff' },
    { from: 'REQUESTED', on: 'APPROVE', to: 'DONE', by: 'staff or a provider' },
    { from: 'REQUESTED', on: 'REJECT', to: 'REJECTED', by: 'staff or a provider' },
    {
      from: 'PROCESSING',
      on: 'DISPUTE',
      to: 'PROCESSING',
      by: 'the player, when a payment is not confirmed',
    },
    { from: 'PROCESSING', on: 'CONFIRM', to: 'PROCESSING', by: 'the first of two members of staff' },
    { from: 'PROCESSING', on: 'APPROVE', to: 'DONE', by: 'staff or a provider' },
    { from: 'PROCESSING', on: 'REJECT', to: 'REJECTED', by: 'staff or a provider' },
  ],
});

export type RequestState = StateOf<typeof requestMachine>;
export type RequestEvent = EventOf<typeof requestMachine>;
