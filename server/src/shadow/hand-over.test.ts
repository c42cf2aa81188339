import { expect, test } from 'vitest';
import { type SealedBatch, seal } from '../journal/record.ts';
import { createHandOver, type NewBatches } from './hand-over.ts';

const batchOf = (batch: number): SealedBatch => seal({ shard: 0, batch, epoch: 1, previous: '', events: [] });

/** Room for two batches. */
function stand() {
  const told: NewBatches[] = [];
  let letPass = (): void => undefined;
  const hands = createHandOver({
    send: (message) => told.push(message),
    wait: () =>
      new Promise((resolve) => {
        letPass = resolve;
      }),
    charactersHanded: 2 * batchOf(1).body.length,
  });
  const answer = () =>
    told.splice(0).map((each) => `${each.kind} ${each.kind === 'batch' ? each.batch.batch : each.batch}`);
  const pass = async () => {
    letPass();
    await Promise.resolve();
  };
  return { ...hands, answer, pass };
}

test('batches are handed over while there is room, and then named together a little later', async () => {
  const hands = stand();
  for (const batch of [1, 2, 3, 4]) hands.follow(batchOf(batch));
  expect(hands.answer()).toEqual(['batch 1', 'batch 2']);
  await hands.pass();
  expect(hands.answer()).toEqual(['reach 4']);
  expect(hands.newest()).toBe(4);
});

test('when there is room again, what was not told is told up to the batch before the one handed over', () => {
  const hands = stand();
  for (const batch of [1, 2, 3]) hands.follow(batchOf(batch));
  hands.wrote(2);
  hands.follow(batchOf(4));
  expect(hands.answer()).toEqual(['batch 1', 'batch 2', 'reach 3', 'batch 4']);
});

test('whoever waits for a batch is told at once, with everything that was kept for later', () => {
  const hands = stand();
  for (const batch of [1, 2, 3]) hands.follow(batchOf(batch));
  hands.want(3);
  hands.want(2);
  expect(hands.answer()).toEqual(['batch 1', 'batch 2', 'reach 3', 'want 3']);
});

test('a batch that is known already is not told again', () => {
  const hands = stand();
  hands.start(5);
  hands.follow(batchOf(5));
  hands.reach(4);
  hands.follow(batchOf(6));
  expect(hands.answer()).toEqual(['batch 6']);
});
