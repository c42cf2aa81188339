import { expect, test } from 'vitest';
import { currentAsker } from '../db/lane.ts';
import { createSharedAnswers, type SharedAnswer } from './shared-answers.ts';

const here = { who: 'here', hasLeft: () => false };
const gone = { who: 'gone', hasLeft: () => true };

function counted(text = 'x') {
  let computed = 0;
  return {
    compute: async (): Promise<SharedAnswer> => {
      computed += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return { ok: true, text: `${text}${computed}` };
    },
    times: () => computed,
  };
}

test('a hundred requests at once cause one computation', async () => {
  const shared = createSharedAnswers();
  const { compute, times } = counted();
  const answers = await Promise.all(Array.from({ length: 100 }, () => shared.get('key', here, compute)));
  expect(times()).toBe(1);
  expect(new Set(answers.map((each) => each.ok && each.text))).toEqual(new Set(['x1']));
});

test('an answer is reused for a second and computed again after it', async () => {
  let nowMs = 0;
  const shared = createSharedAnswers({ steadyMs: () => nowMs });
  const { compute, times } = counted();
  await shared.get('key', here, compute);
  nowMs = 999;
  await shared.get('key', here, compute);
  expect(times()).toBe(1);
  nowMs = 1_000;
  await shared.get('key', here, compute);
  expect(times()).toBe(2);
});

test('the cached texts never take more than their limit', async () => {
  const shared = createSharedAnswers({ mostBytes: 10_000, steadyMs: () => 0 });
  const { compute, times } = counted('x'.repeat(1_000));
  for (let i = 0; i < 100; i++) await shared.get(`key ${i}`, here, compute);
  await shared.get('key 99', here, compute);
  expect(times()).toBe(100);
  await shared.get('key 0', here, compute);
  expect(times()).toBe(101);
});

test('a failed computation is not cached', async () => {
  const shared = createSharedAnswers();
  await expect(shared.get('key', here, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  expect(await shared.get('key', here, counted().compute)).toEqual({ ok: true, text: 'x1' });
});

test('a computation is dropped only when all callers who wait for it have left', async () => {
  const shared = createSharedAnswers();
  const left: (boolean | undefined)[] = [];
  const compute = async (): Promise<SharedAnswer> => {
    left.push(currentAsker()?.hasLeft());
    await new Promise((resolve) => setImmediate(resolve));
    left.push(currentAsker()?.hasLeft());
    return { ok: true, text: '' };
  };
  await Promise.all([shared.get('key', gone, compute), shared.get('key', here, compute)]);
  expect(left).toEqual([true, false]);
});
