import { Bug } from '@maru/engine/assert';
import type { AnyEvent } from '@maru/engine/products';
import { expect, test } from 'vitest';
import { createBookFollower } from './book-follower.ts';

const event = (id: number) => ({ id }) as AnyEvent;

function followerOf(
  read: () => Promise<{ readonly seen: { readonly lastEvent: number } } | undefined>,
  begun = Promise.resolve(),
) {
  const seen: string[] = [];
  let waited = 0;
  const follower = createBookFollower({
    read,
    async wait(ms) {
      waited += ms;
    },
    async begin({ lastEvent }) {
      seen.push(`book at ${lastEvent}`);
      await begun;
    },
    follow: ({ id }) => seen.push(`event ${id}`),
  });
  return { follower, seen, waited: () => waited };
}

test('every event is in the book that was read, or is followed after it, in order and once', async () => {
  const { promise, resolve } = Promise.withResolvers<{ readonly seen: { readonly lastEvent: number } }>();
  const { follower, seen } = followerOf(() => promise);
  follower.onEvent(event(1));
  const loaded = follower.load();
  for (const id of [2, 3, 4]) follower.onEvent(event(id));
  resolve({ seen: { lastEvent: 2 } });
  await loaded;
  follower.onEvent(event(5));
  expect(seen).toEqual(['book at 2', 'event 3', 'event 4', 'event 5']);
});

test('events that become durable before the copy is complete are followed after it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { follower, seen } = followerOf(async () => ({ seen: { lastEvent: 2 } }), promise);
  const loaded = follower.load();
  await Promise.resolve();
  await Promise.resolve();
  expect(seen).toEqual(['book at 2']);
  follower.onEvent(event(3));
  expect(seen).toEqual(['book at 2']);
  resolve();
  await loaded;
  expect(seen).toEqual(['book at 2', 'event 3']);
});

test('a desk that cannot answer yet is asked again', async () => {
  const answers = [undefined, undefined, { seen: { lastEvent: 2 } }];
  const { follower, seen, waited } = followerOf(async () => answers.shift());
  await follower.load();
  expect(seen).toEqual(['book at 2']);
  expect(waited()).toBe(500);
});

test('a product does not begin without a book', async () => {
  const { follower, seen } = followerOf(async () => undefined);
  await expect(follower.load()).rejects.toThrow(Bug);
  expect(seen).toEqual([]);
});
