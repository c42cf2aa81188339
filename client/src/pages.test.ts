import { expect, test } from 'vitest';
import type { Patch } from './live-state.ts';
import { manualTimers } from './manual-timers.ts';
import { createPages, withItems } from './pages.ts';

interface Item {
  readonly id: number;
  readonly text?: string;
}

const PAGE = 3;

/** A server with items of these ids, newest first, three on a page. */
function world(ids: readonly number[]) {
  const timers = manualTimers();
  const server = { items: ids.map((id): Item => ({ id })), isReachable: true, reads: [] as number[] };
  let apply: (patch: Patch<readonly Item[]>) => void = () => {};
  let readAgain = () => {};
  const pages = createPages<Item>(
    {
      async read(page) {
        server.reads.push(page);
        if (!server.isReachable) return { ok: false, status: 0, code: 'TRY_AGAIN', message: 'no answer' };
        const content = server.items.slice(page * PAGE, (page + 1) * PAGE);
        return { ok: true, reply: { content, totalPages: Math.ceil(server.items.length / PAGE) } };
      },
      follow(patch, again) {
        apply = patch;
        readAgain = again;
        return () => {};
      },
    },
    { timers, tryAgain: () => 'try again' },
  );
  const settle = () => timers.pass(0);
  const shown = () => pages.get().reply?.items.map(({ id }) => id);
  const add = (...added: readonly number[]) => server.items.unshift(...added.map((id) => ({ id })));
  return {
    server,
    pages,
    settle,
    shown,
    add,
    push: (...items: readonly Item[]) => apply((before) => withItems(before, items)),
    reconnect: () => readAgain(),
  };
}

test('the next page is appended, and an item that is read twice is shown once', async () => {
  const { pages, settle, shown, add } = world([9, 8, 7, 6, 5, 4, 3]);
  pages.watch(() => {});
  await settle();
  expect(shown()).toEqual([9, 8, 7]);
  add(10);
  await pages.more();
  expect(shown()).toEqual([9, 8, 7, 6, 5]);
  expect(pages.get().reply).toMatchObject({ pages: 2, totalPages: 3 });
});

test('a pushed item is shown without a read', async () => {
  const { pages, server, settle, shown, push } = world([3, 2, 1]);
  pages.watch(() => {});
  await settle();
  push({ id: 4 });
  expect(shown()).toEqual([4, 3, 2, 1]);
  await settle();
  expect(server.reads).toEqual([0]);
});

test('after a lost connection the first page is read again, and older pages stay if it reaches them', async () => {
  const { pages, settle, shown, add, reconnect } = world([6, 5, 4, 3, 2, 1]);
  pages.watch(() => {});
  await settle();
  await pages.more();
  add(7);
  reconnect();
  await settle();
  expect(shown()).toEqual([7, 6, 5, 4, 3, 2, 1]);
});

test('an item that the first page no longer has is removed', async () => {
  const { pages, server, settle, shown, reconnect } = world([6, 5, 4, 3, 2, 1]);
  pages.watch(() => {});
  await settle();
  await pages.more();
  server.items = server.items.filter(({ id }) => id !== 5);
  reconnect();
  await settle();
  expect(shown()).toEqual([6, 4, 3, 2, 1]);
});

test('a list that has grown by more than a page starts again instead of hiding a gap', async () => {
  const { pages, settle, shown, add, reconnect } = world([4, 3, 2, 1]);
  pages.watch(() => {});
  await settle();
  await pages.more();
  add(9, 8, 7, 6, 5);
  reconnect();
  await settle();
  expect(shown()).toEqual([9, 8, 7]);
  await pages.more();
  await pages.more();
  expect(shown()).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test('a failure of the next page is told and leaves the list unchanged', async () => {
  const { pages, server, settle, shown } = world([4, 3, 2, 1]);
  pages.watch(() => {});
  await settle();
  server.isReachable = false;
  expect(await pages.more()).toBe(false);
  expect(shown()).toEqual([4, 3, 2]);
  expect(pages.get().state).toBe('ready');
  server.isReachable = true;
  expect(await pages.more()).toBe(true);
  expect(shown()).toEqual([4, 3, 2, 1]);
});
