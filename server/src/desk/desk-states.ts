import { type EventOf, type StateOf, stateMachine } from '@maru/engine/state-machine';

export const deskMachine = stateMachine({
  name: 'Desk',
  initial: 'CLOSED',
  states: {
    CLOSED: 'not started, or stopped: nothing is decided',
    LOADING: 'takes the shard, reads the tables and applies the rest of the journal',
    FOLLOWING: 'owns nothing: loads the book and applies what the owner of the shard appends',
    TAKING_OVER: 'waits until the lease of the owner is over, claims the shard and applies the rest',
    OPEN: 'decides and writes; shown as CLOCK_BEHIND while the clock is behind the newest event',
    RECOVERING: 'an append failed: everything is loaded again to see what is durable',
    HALTED: 'stopped for good: only a new process may go on',
  },
  transitions: [
    { from: 'CLOSED', on: 'START', to: 'LOADING', by: 'the process' },
    { from: 'LOADING', on: 'LOADED', to: 'OPEN', by: 'the desk' },
    { from: 'LOADING', on: 'HALT', to: 'HALTED', by: 'a fault while loading' },
    { from: 'LOADING', on: 'STOP', to: 'CLOSED', by: 'the process' },
    { from: 'CLOSED', on: 'FOLLOW', to: 'FOLLOWING', by: 'the process' },
    {
      from: 'FOLLOWING',
      on: 'TAKE_OVER',
      to: 'TAKING_OVER',
      by: 'the process, when the owner seems to be gone',
    },
    { from: 'FOLLOWING', on: 'HALT', to: 'HALTED', by: 'a fault that cannot pass' },
    { from: 'FOLLOWING', on: 'STOP', to: 'CLOSED', by: 'the process' },
    {
      from: 'TAKING_OVER',
      on: 'OWNED',
      to: 'FOLLOWING',
      by: 'an owner that renews its lease, or was faster',
    },
    { from: 'TAKING_OVER', on: 'LOADED', to: 'OPEN', by: 'the desk' },
    { from: 'TAKING_OVER', on: 'HALT', to: 'HALTED', by: 'a fault that cannot pass' },
    { from: 'TAKING_OVER', on: 'STOP', to: 'CLOSED', by: 'the process' },
    { from: 'OPEN', on: 'APPEND_FAILED', to: 'RECOVERING', by: 'the journal, with a fault that may pass' },
    { from: 'OPEN', on: 'HALT', to: 'HALTED', by: 'a fault that cannot pass, or a new owner of the shard' },
    { from: 'OPEN', on: 'STOP', to: 'CLOSED', by: 'the process' },
    { from: 'RECOVERING', on: 'LOADED', to: 'OPEN', by: 'the desk' },
    { from: 'RECOVERING', on: 'HALT', to: 'HALTED', by: 'a fault that cannot pass' },
    { from: 'RECOVERING', on: 'STOP', to: 'CLOSED', by: 'the process' },
  ],
});

export type DeskEvent = EventOf<typeof deskMachine>;

/** `CLOCK_BEHIND`: open, but the clock is behind the book, and only repeated keys and reads are answered. */
export type DeskState = StateOf<typeof deskMachine> | 'CLOCK_BEHIND';
