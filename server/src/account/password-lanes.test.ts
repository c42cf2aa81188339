import { expect, test } from 'vitest';
import { createLanes, type Lane, type Limits } from './password-lanes.ts';

const limits: Limits = { waiting: { KNOWN: 10, CLEAN: 10, TRIED: 10 }, perSender: 2 };

function filled(counts: Readonly<Record<Lane, number>>) {
  const lanes = createLanes<string>(limits);
  for (const lane of ['TRIED', 'CLEAN', 'KNOWN'] as const) {
    for (let index = 0; index < counts[lane]; index += 1) {
      expect(lanes.add(`${lane} ${index}`, { lane, sender: `${index}` })).toBe(true);
    }
  }
  return lanes;
}

test('known devices come first, and every fourth turn is for whoever waits last', () => {
  const lanes = filled({ KNOWN: 4, CLEAN: 2, TRIED: 2 });
  const taken = Array.from({ length: 8 }, () => lanes.take()?.job);
  expect(taken).toEqual([
    'KNOWN 0',
    'KNOWN 1',
    'KNOWN 2',
    'TRIED 0',
    'KNOWN 3',
    'CLEAN 0',
    'CLEAN 1',
    'TRIED 1',
  ]);
  expect(lanes.take()).toBeUndefined();
});

test('a full lane refuses, and the other lanes still take jobs', () => {
  const lanes = filled({ KNOWN: 0, CLEAN: 10, TRIED: 10 });
  expect(lanes.add('one more', { lane: 'CLEAN', sender: 'new' })).toBe(false);
  expect(lanes.add('one more', { lane: 'TRIED', sender: 'new' })).toBe(false);
  expect(lanes.add('the owner', { lane: 'KNOWN', sender: 'new' })).toBe(true);
});

test('a sender has two jobs at once, the one under way among them', () => {
  const lanes = createLanes<string>(limits);
  const asker = { lane: 'CLEAN', sender: 'an address' } as const;
  expect(lanes.add('one', asker)).toBe(true);
  expect(lanes.add('two', asker)).toBe(true);
  expect(lanes.add('three', asker)).toBe(false);
  expect(lanes.take()?.job).toBe('one');
  expect(lanes.add('three', asker)).toBe(false);
  lanes.done(asker);
  expect(lanes.add('three', asker)).toBe(true);
  expect(lanes.add('four', { lane: 'CLEAN', sender: 'another address' })).toBe(true);
});

test('drained lanes are empty and their senders have room again', () => {
  const lanes = filled({ KNOWN: 1, CLEAN: 1, TRIED: 1 });
  expect(lanes.drain()).toEqual(['KNOWN 0', 'CLEAN 0', 'TRIED 0']);
  expect(lanes.take()).toBeUndefined();
  expect(lanes.add('again', { lane: 'KNOWN', sender: '0' })).toBe(true);
});
