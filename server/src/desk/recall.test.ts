import { playerId } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import { createRecall } from './recall.ts';
import { createRecentEvents } from './recent-events.ts';

const one = playerId(1);

/** A desk whose player waits for batch 7 of the tables; the test decides when they pass it and who owns the journal. */
function stand() {
  const passing = Promise.withResolvers<boolean>();
  const forgotten: number[] = [];
  let isOurs = true;
  const { caughtUp } = createRecall({
    journal: { isOurs: () => isOurs },
    shadow: { passed: () => passing.promise },
    tables: { event: async () => undefined },
    lastBatches: { of: () => 7, forget: (_player, batch) => void forgotten.push(batch) },
    recent: () => createRecentEvents(1),
  });
  return {
    caughtUp: () => caughtUp(one),
    pass: () => passing.resolve(true),
    loseJournal: () => {
      isOurs = false;
    },
    forgotten,
  };
}

test('when the tables have passed a player’s last batch they are complete, and the batch is not waited for again', async () => {
  const { caughtUp, pass, forgotten } = stand();
  pass();
  expect(await caughtUp()).toBe(true);
  expect(forgotten).toEqual([7]);
});

test('a desk that lost the journal does not report the tables as complete: the next owner may have answered since', async () => {
  const { caughtUp, pass, loseJournal } = stand();
  pass();
  loseJournal();
  expect(await caughtUp()).toBe(false);
});

test('a desk that lost the journal while waiting for the tables does not report them as complete either', async () => {
  const { caughtUp, pass, loseJournal, forgotten } = stand();
  const asked = caughtUp();
  loseJournal();
  pass();
  expect(await asked).toBe(false);
  expect(forgotten).toEqual([]);
});
