// Whose turn it is to copy, and at which prices a loss limit is looked at again.
import { price } from '@maru/engine/amount';
import { playerId } from '@maru/engine/purse';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Outcome } from '../desk/desk.ts';
import { silentLog } from '../market/testing.ts';
import { createDispatch } from './dispatch.ts';
import { createPriceLevels } from './price-levels.ts';
import { createTurns } from './turns.ts';

test('traders take turns, and of one trader the one that waits longest is first', () => {
  const turns = createTurns();
  for (let follow = 0; follow < 3_000; follow += 1) turns.add(playerId(1), follow);
  expect(turns.take()).toBe(0);
  turns.add(playerId(2), 9_000);
  turns.add(playerId(2), 9_001);
  expect([1, 2, 3, 4].map(() => turns.take())).toEqual([1, 9_000, 2, 9_001]);
  for (let follow = 3; follow < 3_000; follow += 1) expect(turns.take()).toBe(follow);
  expect(turns.size()).toBe(0);
  expect(turns.take()).toBeUndefined();
});

test.each(['FALL', 'RISE'] as const)(
  'a price that comes by a %s reaches exactly the levels behind it',
  (direction) => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 200 }),
        fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 10 }),
        (levels, prices) => {
          const own = createPriceLevels(direction, () => true);
          let left = levels.map((each, id) => ({ each, id }));
          for (const { each, id } of left) own.add({ price: price(String(each)), id, version: 1 });
          for (const at of prices) {
            const isReached = ({ each }: { each: number }) =>
              direction === 'FALL' ? at <= each : at >= each;
            const reached = own.reach(price(String(at))).map(({ id }) => id);
            expect(reached.toSorted((a, b) => a - b)).toEqual(left.filter(isReached).map(({ id }) => id));
            left = left.filter((level) => !isReached(level));
          }
          expect(own.size).toBe(left.length);
        },
      ),
    );
  },
);

test('levels that no longer count are forgotten when there are many', () => {
  const own = createPriceLevels('FALL', ({ version }) => version === 100_000);
  for (let version = 1; version <= 100_000; version += 1) own.add({ price: price('10'), id: 1, version });
  expect(own.size).toBeLessThan(2_000);
  expect(own.reach(price('10')).some(({ version }) => version === 100_000)).toBe(true);
});

test('so many commands are under way and no more, and what is first is sent first', async () => {
  const answers: ((outcome: Outcome) => void)[] = [];
  const sent: string[] = [];
  const left = { first: 100, second: 2_000 };
  const source = (name: 'first' | 'second') => ({
    take(most: number) {
      const count = Math.min(most, left[name]);
      left[name] -= count;
      return Array.from({ length: count }, () => ({
        command: { kind: name } as never,
        onOutcome: () => undefined,
      }));
    },
  });
  const dispatch = createDispatch({
    desk: {
      submitPatiently: (commands) => {
        sent.push(...commands.map(({ kind }) => kind as string));
        return Promise.all(commands.map(() => new Promise<Outcome>((answer) => answers.push(answer))));
      },
    },
    sources: [source('first'), source('second')],
    log: silentLog,
  });
  dispatch.wake();
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toHaveLength(1_536);
  expect(sent.slice(0, 100).every((name) => name === 'first')).toBe(true);
  for (const answer of answers.splice(0, 256)) answer({ ok: false, refusal: 'TRY_AGAIN' });
  // Not in a later turn of the event loop: the desk would wait until everything that it has sent was followed.
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
  expect(sent).toHaveLength(1_792);
  while (left.second > 0 || answers.length > 0) {
    for (const answer of answers.splice(0)) answer({ ok: false, refusal: 'TRY_AGAIN' });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await dispatch.settled();
  expect(sent).toHaveLength(2_100);
});
