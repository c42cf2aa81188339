import { expect, test } from 'vitest';
import { watchReads } from './watch-reads.ts';

test('a probe without an answer makes reads unhealthy after its deadline, and its answer makes them healthy', async () => {
  let nowMs = 0;
  let asked = 0;
  const answer = Promise.withResolvers<void>();
  const watch = watchReads({
    probe: () => {
      asked += 1;
      return answer.promise;
    },
    steadyMs: () => nowMs,
  });
  watch.probe();
  nowMs = 1_999;
  watch.probe();
  expect([watch.isWell(), asked]).toEqual([true, 1]);
  nowMs = 2_000;
  expect(watch.isWell()).toBe(false);
  answer.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(watch.isWell()).toBe(true);
});

test('a probe that fails makes reads unhealthy until one succeeds', async () => {
  let isAway = true;
  const watch = watchReads({
    probe: async () => {
      if (isAway) throw new Error('the database is away');
    },
    steadyMs: () => 0,
  });
  watch.probe();
  await new Promise((resolve) => setImmediate(resolve));
  expect(watch.isWell()).toBe(false);
  isAway = false;
  watch.probe();
  await new Promise((resolve) => setImmediate(resolve));
  expect(watch.isWell()).toBe(true);
});
