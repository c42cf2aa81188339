import { expect, test } from 'vitest';
import { openSharedLease } from '../journal/shared-lease.ts';
import { createOwnership, createSuccession } from './ownership.ts';

const report = (leaseLeftMs: number) => ({ behind: 0, batch: 1, ownerEpoch: 1, leaseLeftMs });
const settled = () => new Promise((resolve) => setImmediate(resolve));

function succeed(answers: (string | undefined)[], mayTake = () => true) {
  const told: string[] = [];
  const succession = createSuccession({
    leaseMs: 1_000,
    takeOver: async () => answers.shift(),
    mayTake,
    onOwned: (owned) => told.push(owned),
    onSuspected: () => told.push('suspected'),
    onFault: (fault) => told.push(String(fault)),
  });
  return { told, ...succession };
}

test('an owner that missed two renewals is suspected, and one that missed one is not', async () => {
  const { told, followed } = succeed(['owned']);
  followed(report(740));
  followed(report(510));
  expect(told).toEqual([]);
  followed(report(490));
  await settled();
  expect(told).toEqual(['suspected', 'owned']);
});

test('a take-over that came to nothing is tried again, and one that succeeded is not', async () => {
  const { told, followed } = succeed([undefined, 'owned']);
  followed(report(0));
  followed(report(-50));
  await settled();
  expect(told).toEqual(['suspected']);
  followed(report(-100));
  await settled();
  followed(report(-150));
  await settled();
  expect(told).toEqual(['suspected', 'suspected', 'owned']);
});

test('a desk that nobody could reach does not take over until it can be reached', async () => {
  let isReached = false;
  const { told, followed } = succeed(['owned'], () => isReached);
  followed(report(-50));
  await settled();
  expect(told).toEqual([]);
  isReached = true;
  followed(report(-100));
  await settled();
  expect(told).toEqual(['suspected', 'owned']);
});

test('a lease is over for whoever asks in another thread, when it runs out and when it is lost', () => {
  let nowMs = 0;
  const memory = createOwnership({ shard: 0, onLost: () => undefined }).memory;
  const [writer, reader] = [openSharedLease(memory, () => nowMs), openSharedLease(memory, () => nowMs)];
  expect([reader.isOurs(), reader.epoch()]).toEqual([false, 0]);
  writer.note({ epoch: 3, untilMs: 100.9 });
  nowMs = 99.5;
  expect([reader.isOurs(), reader.epoch()]).toEqual([false, 3]);
  nowMs = 99;
  expect(reader.isOurs()).toBe(true);
  writer.note(undefined);
  expect([reader.isOurs(), reader.epoch()]).toEqual([false, 0]);
});

test('a write that the database refuses ends the process only when it was made in the epoch that it believes in', () => {
  const lost: unknown[] = [];
  const { memory, guard } = createOwnership({ shard: 0, onLost: (fault) => lost.push(fault) });
  const lease = openSharedLease(memory, () => 0);
  // The desk loads again after a failed append, which raises the epoch.
  lease.note({ epoch: 4, untilMs: 1_000 });
  guard.refused(3);
  guard.refused(0);
  expect(lost).toEqual([]);
  expect(guard.refused(4)).toBe(lost[0]);
});
