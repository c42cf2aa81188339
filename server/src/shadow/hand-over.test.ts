import { expect, test } from 'vitest';
import { type SealedBatch, seal } from '../journal/record.ts';
import { createHandOver, type NewBatches } from './hand-over.ts';

const batchOf = (batch: number): SealedBatch => seal({ shard: 0, batch, epoch: 1, previous: '', events: [] });

/** A hand-over with room for two batches. */
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

test('batches are handed over while there is room, and then sent as one `reach` a little later', async () => {
  const hands = stand();
  for (const batch of [1, 2, 3, 4]) hands.follow(batchOf(batch));
  expect(hands.answer()).toEqual(['batch 1', 'batch 2']);
  await hands.pass();
  expect(hands.answer()).toEqual(['reach 4']);
  expect(hands.newest()).toBe(4);
});

test('when there is room again, unsent batches are sent as one `reach` before the next batch is handed over', () => {
  const hands = stand();
  for (const batch of [1, 2, 3]) hands.follow(batchOf(batch));
  hands.wrote(2);
  hands.follow(batchOf(4));
  expect(hands.answer()).toEqual(['batch 1', 'batch 2', 'reach 3', 'batch 4']);
});

test('a `want` is sent at once, after all batches that were held back', () => {
  const hands = stand();
  for (const batch of [1, 2, 3]) hands.follow(batchOf(batch));
  hands.want(3);
  hands.want(2);
  expect(hands.answer()).toEqual(['batch 1', 'batch 2', 'reach 3', 'want 3']);
});

test('a batch that was sent already is not sent again', () => {
  const hands = stand();
  hands.start(5);
  hands.follow(batchOf(5));
  hands.follow(batchOf(6));
  expect(hands.answer()).toEqual(['batch 6']);
});
