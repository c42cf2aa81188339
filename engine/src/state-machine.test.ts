import { expect, test } from 'vitest';
import { stateMachine } from './state-machine.ts';

const door = stateMachine({
  name: 'door',
  initial: 'SHUT',
  states: { SHUT: 'nobody passes', OPEN: 'everybody passes' },
  transitions: [
    { from: 'SHUT', on: 'PUSH', to: 'OPEN', by: 'a visitor' },
    { from: 'OPEN', on: 'PULL', to: 'SHUT', by: 'a visitor' },
  ],
});

test('an event leads to the state of the table, or nowhere when the state does not list it', () => {
  expect(door.next('SHUT', 'PUSH')).toBe('OPEN');
  expect(door.next('SHUT', 'PULL')).toBeUndefined();
});

test('a state that leads to two states on one event is refused', () => {
  const [push] = door.transitions;
  const transitions = [...door.transitions, { ...push, to: 'SHUT', by: 'the wind' }] as const;
  expect(() => stateMachine({ ...door, transitions: transitions as typeof door.transitions })).toThrow(
    'door: two transitions from SHUT on PUSH',
  );
});
