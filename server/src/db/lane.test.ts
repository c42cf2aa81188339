import { expect, test } from 'vitest';
import { type Asker, createLane, LaneBusy, readFor } from './lane.ts';

const limits = { atOnce: 1, mostWaiting: 4, mostWaitingEach: 2, patienceMs: 1_000 };

function someone(who: string): Asker & { leave(): void } {
  let isGone = false;
  return {
    who,
    hasLeft: () => isGone,
    leave: () => {
      isGone = true;
    },
  };
}

/** Work that the test ends, and the order in which it was begun. */
function worksite(nowMs: () => number = () => 0) {
  const lane = createLane(limits, nowMs);
  const begun: string[] = [];
  const open = new Map<string, () => void>();
  return {
    lane,
    begun,
    ask: (asker: Asker, name: string) =>
      readFor(asker, () =>
        lane.run(() => {
          begun.push(name);
          return new Promise<string>((resolve) => open.set(name, () => resolve(name)));
        }),
      ),
    async end(name: string) {
      open.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('askers are served in turn, however many reads one of them has waiting', async () => {
  const { ask, begun, end } = worksite();
  const [first, second] = [someone('first'), someone('second')];
  const answers = [ask(first, 'a1'), ask(first, 'a2'), ask(first, 'a3'), ask(second, 'b1')];
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('a full queue refuses, for one asker and for all', async () => {
  const { ask, lane, end } = worksite();
  const answers = [ask(someone('a'), 'a1'), ask(someone('a'), 'a2'), ask(someone('a'), 'a3')];
  await expect(ask(someone('a'), 'a4')).rejects.toThrow(LaneBusy);
  answers.push(ask(someone('b'), 'b1'), ask(someone('b'), 'b2'));
  expect(lane.waiting()).toBe(4);
  await expect(ask(someone('c'), 'c1')).rejects.toThrow(LaneBusy);
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) await end(name);
  expect(await Promise.all(answers)).toHaveLength(5);
});

test('the work of an asker who has left is never run and makes room at once', async () => {
  const { ask, begun, end } = worksite();
  const gone = someone('gone');
  const running = ask(someone('a'), 'a1');
  const left = [ask(gone, 'g1'), ask(gone, 'g2'), ask(someone('b'), 'b1'), ask(someone('b'), 'b2')];
  gone.leave();
  const refused = Promise.all(left.slice(0, 2).map((each) => expect(each).rejects.toThrow(LaneBusy)));
  const late = ask(someone('c'), 'c1');
  await refused;
  for (const name of ['a1', 'b1', 'c1', 'b2']) await end(name);
  await Promise.all([running, late, ...left.slice(2)]);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'b2']);
});

test('an asker who waited too long is refused, and the next one is served', async () => {
  let nowMs = 0;
  const { ask, end } = worksite(() => nowMs);
  const running = ask(someone('a'), 'a1');
  const old = expect(ask(someone('b'), 'b1')).rejects.toThrow(LaneBusy);
  nowMs = 900;
  const young = ask(someone('c'), 'c1');
  nowMs = 1_500;
  await end('a1');
  await old;
  await end('c1');
  expect(await Promise.all([running, young])).toEqual(['a1', 'c1']);
});

test('after work that fails the next is started', async () => {
  const lane = createLane(limits);
  const failing = lane.run(() => Promise.reject(new Error('no such table')));
  const next = lane.run(async () => 'answered');
  await expect(failing).rejects.toThrow('no such table');
  expect(await next).toBe('answered');
});

test('work of the platform itself runs before a full queue', async () => {
  const { ask, lane, begun, end } = worksite();
  const answers = ['a1', 'a2', 'a3'].map((name) => ask(someone('a'), name));
  answers.push(...['b1', 'b2'].map((name) => ask(someone('b'), name)));
  const probed = lane.runFirst(async () => begun.push('probe'));
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) await end(name);
  await Promise.all([probed, ...answers]);
  expect(begun).toEqual(['a1', 'probe', 'a2', 'b1', 'a3', 'b2']);
});
