import { expect, test } from 'vitest';
import { manualTimers } from './manual-timers.ts';
import { pace } from './pace.ts';

const PACE_MS = 100;

function world() {
  const timers = manualTimers();
  let value = 0;
  let onChange: (() => void) | undefined;
  const paced = pace({
    first: 0,
    timers,
    paceMs: PACE_MS,
    follow(listen) {
      onChange = listen;
      return () => {
        onChange = undefined;
      };
    },
    next: () => value,
  });
  const shown: number[] = [];
  const watch = () => paced.watch(() => shown.push(paced.get()));
  const change = (next: number) => {
    value = next;
    onChange?.();
  };
  return { timers, paced, shown, watch, change, isFollowed: () => onChange !== undefined };
}

test('the first change is shown at once, those within the pace as one, and the newest wins', async () => {
  const { timers, shown, watch, change } = world();
  watch();
  for (const value of [1, 2, 3]) change(value);
  expect(shown).toEqual([1]);
  await timers.pass(PACE_MS);
  expect(shown).toEqual([1, 3]);
});

test('a change back to the shown value is no change and delays nothing', async () => {
  const { timers, shown, watch, change } = world();
  watch();
  change(1);
  change(2);
  change(1);
  await timers.pass(PACE_MS);
  expect(shown).toEqual([1]);
  change(2);
  expect(shown).toEqual([1, 2]);
});

test('it is followed only while it is watched, and a new watcher sees what changed meanwhile', () => {
  const { timers, paced, watch, change, isFollowed } = world();
  const stops = [watch(), watch()];
  expect(isFollowed()).toBe(true);
  change(1);
  change(2);
  for (const stop of stops) stop();
  expect(isFollowed()).toBe(false);
  expect(timers.waiting()).toBe(0);
  change(3);
  expect(paced.get()).toBe(1);
  watch();
  expect(paced.get()).toBe(3);
});
