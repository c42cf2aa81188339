import { expect, test } from 'vitest';
import { manualTimers } from './manual-timers.ts';
import { createServerClock } from './server-clock.ts';

/** A server that is ahead by `aheadMs` and needs `eachWayMs` in each direction. */
function clockWith(journeys: { aheadMs: number; eachWayMs: number }[]) {
  const timers = manualTimers();
  const clock = createServerClock({
    timers,
    async askServerTime() {
      const journey = journeys.shift();
      if (!journey) return undefined;
      await timers.pass(journey.eachWayMs);
      const serverTime = timers.now() + journey.aheadMs;
      await timers.pass(journey.eachWayMs);
      return serverTime;
    },
  });
  return { clock, timers };
}

test('half of the round trip is subtracted from the answer', async () => {
  const { clock, timers } = clockWith([{ aheadMs: 5_000, eachWayMs: 40 }]);
  await clock.sync();
  expect(clock.now() - timers.now()).toBe(5_000);
});

test('a slow answer does not replace a more exact one', async () => {
  const { clock, timers } = clockWith([
    { aheadMs: 1_000, eachWayMs: 10 },
    { aheadMs: 1_300, eachWayMs: 400 },
  ]);
  await clock.sync();
  await clock.sync();
  expect(clock.now() - timers.now()).toBe(1_000);
});

test('an old exact answer is replaced after the clock had time to drift', async () => {
  const { clock, timers } = clockWith([
    { aheadMs: 1_000, eachWayMs: 10 },
    { aheadMs: 1_300, eachWayMs: 20 },
  ]);
  await clock.sync();
  await timers.pass(600_000);
  await clock.sync();
  expect(clock.now() - timers.now()).toBe(1_300);
});

test('without an answer the clock keeps its offset', async () => {
  const { clock, timers } = clockWith([]);
  await clock.sync();
  expect(clock.now()).toBe(timers.now());
});

test('after a sleep the next answer is used, however exact the old one was', async () => {
  const { clock, timers } = clockWith([
    { aheadMs: 1_000, eachWayMs: 10 },
    { aheadMs: -3_600_000, eachWayMs: 400 },
  ]);
  await clock.sync();
  await clock.resync();
  expect(clock.now() - timers.now()).toBe(-3_600_000);
});

test('an answer that was under way while the phone slept is ignored', async () => {
  const { clock, timers } = clockWith([
    { aheadMs: 1_000, eachWayMs: 10 },
    { aheadMs: 1_000, eachWayMs: 1_800_000 },
  ]);
  await clock.sync();
  await clock.resync();
  expect(clock.now() - timers.now()).toBe(1_000);
});
