import { myWallets } from '@maru/contract/account/calls';
import { overseaOptions } from '@maru/contract/oversea/instruments';
import { expect, test } from 'vitest';
import { createAnswers } from './answers.ts';
import type { Caller } from './call.ts';
import type { Connection } from './connection.ts';
import { type Live, PATIENCE_MS } from './live.ts';
import { manualTimers } from './manual-timers.ts';
import type { Realtime } from './realtime.ts';
import { createStore } from './store.ts';
import type { QueueListener } from './subscriptions.ts';

type Given = { readonly ok: true; readonly reply: unknown } | { readonly ok: false; readonly code: string };

/** A server that answers when the test calls for it. */
function world() {
  const timers = manualTimers();
  const asked: { readonly path: string; readonly query: unknown; answer(given: Given): void }[] = [];
  const call = ((of: { path: string }, sent: { query: unknown }) =>
    new Promise<unknown>((resolve) =>
      asked.push({
        path: of.path,
        query: sent.query,
        answer: (given) =>
          resolve(given.ok ? given : { ...given, status: 500, message: `text of ${given.code}` }),
      }),
    )) as unknown as Caller;
  const connection = createStore<Connection>({ kind: 'connecting' });
  const listeners = new Set<QueueListener<never>>();
  const realtime = {
    connection,
    followQueue: (_: string, listener: QueueListener<never>) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } as unknown as Realtime;
  const answers = createAnswers({ call, realtime, timers, tryAgain: () => 'try again' });
  const push = (point: string) => {
    for (const listener of listeners) listener.onPush({ data: { point } } as never);
  };
  async function answer(index: number, given: Given) {
    asked[index]?.answer(given);
    await timers.pass(0);
  }
  return { answers, timers, asked, answer, push, connection, listeners };
}

const ready = (reply: unknown): Given => ({ ok: true, reply });
const refused = (code: string): Given => ({ ok: false, code });
const beginWatching = (question: Live<never>) => question.watch(() => {});

test('the same query, however its parts are ordered, is sent once', async () => {
  const { answers, asked, answer } = world();
  const first = answers.to(overseaOptions, { isPlay: '1', stockPrefix: 'A' });
  const second = answers.to(overseaOptions, { stockPrefix: 'A', isPlay: '1', resultType: undefined });
  beginWatching(first as never);
  beginWatching(second as never);
  expect(asked).toHaveLength(1);
  await answer(0, ready(['NQ']));
  expect(first.get()).toEqual({ state: 'ready', reply: ['NQ'] });
  expect(second.get()).toBe(first.get());
});

test('another query is another live answer', () => {
  const { answers, asked } = world();
  beginWatching(answers.to(overseaOptions, { isPlay: '1' }) as never);
  beginWatching(answers.to(overseaOptions, { isPlay: '0' }) as never);
  expect(asked.map(({ query }) => query)).toEqual([{ isPlay: '1' }, { isPlay: '0' }]);
});

test('a new watcher sees the old answer at once and the new one when it arrives', async () => {
  const { answers, timers, asked, answer } = world();
  const question = answers.to(myWallets);
  const leave = beginWatching(question as never);
  await answer(0, ready('old'));
  leave();
  await timers.pass(60_000);
  beginWatching(question as never);
  expect(question.get()).toEqual({ state: 'ready', reply: 'old' });
  expect(asked).toHaveLength(2);
  await answer(1, ready('new'));
  expect(question.get()).toEqual({ state: 'ready', reply: 'new' });
});

test('reloads while a request is under way send one more after it', async () => {
  const { answers, asked, answer } = world();
  const question = answers.to(myWallets);
  beginWatching(question as never);
  void question.reload();
  void question.reload();
  expect(asked).toHaveLength(1);
  await answer(0, ready('before the news'));
  expect(asked).toHaveLength(2);
  await answer(1, ready('after the news'));
  expect(question.get()).toEqual({ state: 'ready', reply: 'after the news' });
  expect(asked).toHaveLength(2);
});

test('a failure does not remove an old answer', async () => {
  const { answers, answer } = world();
  const question = answers.to(myWallets);
  beginWatching(question as never);
  await answer(0, ready('old'));
  void question.reload();
  await answer(1, refused('TRY_AGAIN'));
  expect(question.get()).toEqual({ state: 'ready', reply: 'old' });
});

test('a refusal is shown with its code and requested again by a tap', async () => {
  const { answers, answer } = world();
  const question = answers.to(myWallets);
  beginWatching(question as never);
  await answer(0, refused('FORBIDDEN'));
  expect(question.get()).toEqual({ state: 'failed', message: 'text of FORBIDDEN', code: 'FORBIDDEN' });
  void question.reload();
  expect(question.get()).toEqual({ state: 'loading' });
  await answer(1, ready('here'));
  expect(question.get()).toEqual({ state: 'ready', reply: 'here' });
});

test('eight seconds without an answer is a failure, and a late answer is still used', async () => {
  const { answers, timers, answer } = world();
  const question = answers.to(myWallets);
  beginWatching(question as never);
  await timers.pass(PATIENCE_MS - 1);
  expect(question.get().state).toBe('loading');
  await timers.pass(1);
  expect(question.get()).toEqual({ state: 'failed', message: 'try again', code: 'TRY_AGAIN' });
  await answer(0, ready('late'));
  expect(question.get()).toEqual({ state: 'ready', reply: 'late' });
});

test('after eight seconds a reload sends a new request, and a late refusal of the first one is ignored', async () => {
  const { answers, timers, asked, answer } = world();
  const question = answers.to(myWallets);
  beginWatching(question as never);
  await timers.pass(PATIENCE_MS);
  void question.reload();
  expect(asked).toHaveLength(2);
  await answer(0, refused('TRY_AGAIN'));
  expect(question.get().state).toBe('loading');
  await answer(1, ready('second'));
  expect(question.get()).toEqual({ state: 'ready', reply: 'second' });
});

test('after a lost connection watched answers are requested again, and the rest when they are watched', async () => {
  const { answers, asked, answer } = world();
  const seen = answers.to(myWallets);
  const unseen = answers.to(overseaOptions, { isPlay: '1' });
  beginWatching(seen as never);
  beginWatching(unseen as never)();
  await answer(0, ready(1));
  await answer(1, ready(2));
  answers.refetch();
  expect(asked.map(({ path }) => path).slice(2)).toEqual([myWallets.path]);
  beginWatching(unseen as never);
  expect(asked.map(({ path }) => path).slice(3)).toEqual([overseaOptions.path]);
});

test('no answer of one member is shown to the next, not even one that was under way', async () => {
  const { answers, asked, answer } = world();
  const question = answers.to(myWallets);
  beginWatching(question as never);
  await answer(0, ready('mine'));
  void question.reload();
  answers.forget();
  expect(question.get()).toEqual({ state: 'loading' });
  expect(asked).toHaveLength(3);
  await answer(1, ready('mine again'));
  expect(question.get()).toEqual({ state: 'loading' });
  await answer(2, ready('yours'));
  expect(question.get()).toEqual({ state: 'ready', reply: 'yours' });
});

test('the cache is bounded: answers without a watcher are removed first', async () => {
  const { answers, asked, answer } = world();
  const watched = answers.to(overseaOptions, { stockPrefix: 'kept' });
  beginWatching(watched as never);
  await answer(0, ready('kept'));
  for (let index = 0; index < 300; index++) answers.to(overseaOptions, { stockPrefix: String(index) });
  expect(answers.to(overseaOptions, { stockPrefix: 'kept' })).toBe(watched);
  expect(asked).toHaveLength(1);
  const first = answers.to(overseaOptions, { stockPrefix: '0' });
  expect(first.get()).toEqual({ state: 'loading' });
});

const points = { queue: { point: (_: unknown, push: { data: { point: string } }) => push.data.point } };
const livePoints = (answers: ReturnType<typeof world>['answers']) =>
  answers.to(myWallets, {}, points as never) as unknown as Live<never>;

test('a push changes the answer without a request, and not after the last watcher left', async () => {
  const { answers, asked, answer, push, listeners } = world();
  const question = livePoints(answers);
  const leave = beginWatching(question);
  await answer(0, ready('100'));
  push('200');
  expect(question.get().reply).toBe('200');
  expect(asked).toHaveLength(1);
  leave();
  expect(listeners.size).toBe(0);
});

test('a new watcher of a followed answer requests it at once: pushes were missed meanwhile', async () => {
  const { answers, asked, answer } = world();
  const question = livePoints(answers);
  const leave = beginWatching(question);
  await answer(0, ready('100'));
  leave();
  beginWatching(question);
  expect(asked).toHaveLength(2);
});

test('an answer that was requested before a push does not undo it', async () => {
  const { answers, answer, push } = world();
  const question = livePoints(answers);
  beginWatching(question);
  push('200');
  await answer(0, ready('100'));
  expect(question.get().reply).toBe('200');
});

test('the reconnect, its queue and the wake of the page cause one read', async () => {
  const { answers, asked, answer, connection, listeners } = world();
  beginWatching(livePoints(answers));
  await answer(0, ready('100'));
  connection.set({ kind: 'connected' });
  for (const listener of listeners) listener.onResync?.();
  answers.refetch();
  expect(asked).toHaveLength(2);
});

test('the first connection reads again: earlier pushes were not received', async () => {
  const { answers, asked, timers, answer, connection } = world();
  beginWatching(livePoints(answers));
  await timers.pass(0);
  connection.set({ kind: 'connected' });
  await answer(0, ready('100'));
  expect(asked).toHaveLength(2);
});

test('a push without enough data causes a read', async () => {
  const { answers, asked, answer, push } = world();
  const patches = { queue: { point: () => undefined } };
  const question = answers.to(myWallets, {}, patches as never) as unknown as Live<never>;
  beginWatching(question);
  await answer(0, ready('100'));
  push('200');
  expect(question.get().reply).toBe('100');
  expect(asked).toHaveLength(2);
  await answer(1, ready('200'));
  expect(question.get().reply).toBe('200');
});

test('a thousand pushes without enough data cause one read at once and one for the rest of the second', async () => {
  const { answers, asked, timers, answer, push } = world();
  const patches = { queue: { point: () => undefined }, apartMs: 1_000 };
  const question = answers.to(myWallets, {}, patches as never) as unknown as Live<never>;
  const leave = beginWatching(question);
  await answer(0, ready('100'));
  for (let place = 0; place < 1_000; place++) {
    push(String(place));
    if (place === 500) await answer(1, ready('at once'));
  }
  expect(asked).toHaveLength(2);
  await timers.pass(999);
  expect(asked).toHaveLength(2);
  await timers.pass(1);
  expect(asked).toHaveLength(3);
  await answer(2, ready('all'));
  await timers.pass(60_000);
  expect(asked).toHaveLength(3);
  expect(question.get().reply).toBe('all');
  push('one more');
  expect(asked).toHaveLength(4);
  push('and another');
  leave();
  await timers.pass(60_000);
  expect(asked).toHaveLength(4);
});

test('a read that waits for its time is not sent when another one has supplied what was missing', async () => {
  const { answers, asked, timers, answer, push } = world();
  const patches = { queue: { point: () => undefined }, apartMs: 1_000 };
  const question = answers.to(myWallets, {}, patches as never) as unknown as Live<never>;
  beginWatching(question);
  await answer(0, ready('100'));
  push('200');
  await answer(1, ready('200'));
  push('300');
  void question.reload();
  await answer(2, ready('300'));
  await timers.pass(60_000);
  expect(asked).toHaveLength(3);
});
