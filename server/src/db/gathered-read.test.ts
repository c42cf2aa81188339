import { expect, test } from 'vitest';
import { createGatheredRead } from './gathered-read.ts';

function openRead() {
  const asked: { readonly keys: readonly number[]; readonly answer: PromiseWithResolvers<void> }[] = [];
  const read = createGatheredRead(async (keys: readonly number[]) => {
    const answer = Promise.withResolvers<void>();
    asked.push({ keys, answer });
    await answer.promise;
    return new Map(keys.filter((key) => key < 10).map((key) => [key, `value ${key}`]));
  });
  return { asked, read };
}

test('who asks while a query runs is answered by the next one, and each of them by their own value', async () => {
  const { asked, read } = openRead();
  const first = read(1);
  const others = [read(2), read(3), read(2), read(12)];
  expect(asked.map(({ keys }) => keys)).toEqual([[1]]);
  asked[0]?.answer.resolve();
  expect(await first).toBe('value 1');
  expect(asked.map(({ keys }) => keys)).toEqual([[1], [2, 3, 12]]);
  asked[1]?.answer.resolve();
  expect(await Promise.all(others)).toEqual(['value 2', 'value 3', 'value 2', undefined]);
});

test('a query that fails fails for those whom it was for, and the next one is made', async () => {
  const { asked, read } = openRead();
  const first = read(1);
  const second = read(2);
  asked[0]?.answer.reject(new Error('no connection'));
  await expect(first).rejects.toThrow('no connection');
  asked[1]?.answer.resolve();
  expect(await second).toBe('value 2');
});

test('what is asked for again after its answer is read again', async () => {
  const { asked, read } = openRead();
  for (const place of [0, 1]) {
    const answer = read(1);
    asked[place]?.answer.resolve();
    expect(await answer).toBe('value 1');
  }
  expect(asked).toHaveLength(2);
});
