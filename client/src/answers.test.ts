import { myWallets } from '@maru/contract/account/calls';
import { overseaOptions } from '@maru/contract/market';
import { expect, test } from 'vitest';
import { createAnswers } from './answers.ts';
import type { Caller } from './call.ts';
import type { Connection } from './connection.ts';
import { type Live, PATIENCE_MS } from './live.ts';
import { manualTimers } from './manual-timers.ts';
import type { QueueListener, Realtime } from './realtime.ts';
import { createStore } from './store.ts';

type Said = { readonly ok: true; readonly reply: unknown } | { readonly ok: false; readonly code: string };

/** A server that answers when it is told to. */
function world() {
  const timers = manualTimers();
  const asked: { readonly path: string; readonly query: unknown; say(said: Said): void }[] = [];
  const call = ((of: { path: string }, sent: { query: unknown }) =>
    new Promise<unknown>((resolve) =>
      asked.push({
        path: of.path,
        query: sent.query,
        say: (said) => resolve(said.ok ? said : { ...said, status: 500, message: `text of ${said.code}` }),
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
  async function say(index: number, said: Said) {
    asked[index]?.say(said);
    await timers.pass(0);
  }
  return { answers, timers, asked, say, push, connection, listeners };
}

const ready = (reply: unknown): Said => ({ ok: true, reply });
const refused = (code: string): Said => ({ ok: false, code });
const look = (question: Live<never>) => question.watch(() => {});

test('the same question, however its parts are ordered, is asked once', async () => {
  const { answers, asked, say } = world();
  const first = answers.to(overseaOptions, { isPlay: '1', stockPrefix: 'A' });
  const second = answers.to(overseaOptions, { stockPrefix: 'A', isPlay: '1', resultType: undefined });
  look(first as never);
  look(second as never);
  expect(asked).toHaveLength(1);
  await say(0, ready(['NQ']));
  expect(first.get()).toEqual({ state: 'ready', reply: ['NQ'] });
  expect(second.get()).toBe(first.get());
});

test('another query is another question', () => {
  const { answers, asked } = world();
  look(answers.to(overseaOptions, { isPlay: '1' }) as never);
  look(answers.to(overseaOptions, { isPlay: '0' }) as never);
  expect(asked.map(({ query }) => query)).toEqual([{ isPlay: '1' }, { isPlay: '0' }]);
});

test('who comes back sees the old answer at once and the new one when it is there', async () => {
  const { answers, timers, asked, say } = world();
  const question = answers.to(myWallets);
  const leave = look(question as never);
  await say(0, ready('old'));
  leave();
  await timers.pass(60_000);
  look(question as never);
  expect(question.get()).toEqual({ state: 'ready', reply: 'old' });
  expect(asked).toHaveLength(2);
  await say(1, ready('new'));
  expect(question.get()).toEqual({ state: 'ready', reply: 'new' });
});

test('news that come while a question is on its way are asked for once more after it', async () => {
  const { answers, asked, say } = world();
  const question = answers.to(myWallets);
  look(question as never);
  void question.reload();
  void question.reload();
  expect(asked).toHaveLength(1);
  await say(0, ready('before the news'));
  expect(asked).toHaveLength(2);
  await say(1, ready('after the news'));
  expect(question.get()).toEqual({ state: 'ready', reply: 'after the news' });
  expect(asked).toHaveLength(2);
});

test('a failure does not take an old answer away', async () => {
  const { answers, say } = world();
  const question = answers.to(myWallets);
  look(question as never);
  await say(0, ready('old'));
  void question.reload();
  await say(1, refused('TRY_AGAIN'));
  expect(question.get()).toEqual({ state: 'ready', reply: 'old' });
});

test('a refusal is shown with its code and asked again by the thumb', async () => {
  const { answers, say } = world();
  const question = answers.to(myWallets);
  look(question as never);
  await say(0, refused('FORBIDDEN'));
  expect(question.get()).toEqual({ state: 'failed', message: 'text of FORBIDDEN', code: 'FORBIDDEN' });
  void question.reload();
  expect(question.get()).toEqual({ state: 'loading' });
  await say(1, ready('here'));
  expect(question.get()).toEqual({ state: 'ready', reply: 'here' });
});

test('eight seconds without an answer have failed, and a late answer still counts', async () => {
  const { answers, timers, say } = world();
  const question = answers.to(myWallets);
  look(question as never);
  await timers.pass(PATIENCE_MS - 1);
  expect(question.get().state).toBe('loading');
  await timers.pass(1);
  expect(question.get()).toEqual({ state: 'failed', message: 'try again', code: 'TRY_AGAIN' });
  await say(0, ready('late'));
  expect(question.get()).toEqual({ state: 'ready', reply: 'late' });
});

test('after eight seconds the thumb really asks again, and the first refusal comes too late to matter', async () => {
  const { answers, timers, asked, say } = world();
  const question = answers.to(myWallets);
  look(question as never);
  await timers.pass(PATIENCE_MS);
  void question.reload();
  expect(asked).toHaveLength(2);
  await say(0, refused('TRY_AGAIN'));
  expect(question.get().state).toBe('loading');
  await say(1, ready('second'));
  expect(question.get()).toEqual({ state: 'ready', reply: 'second' });
});

test('after a cut what is looked at is asked again, and the rest when somebody looks', async () => {
  const { answers, asked, say } = world();
  const seen = answers.to(myWallets);
  const unseen = answers.to(overseaOptions, { isPlay: '1' });
  look(seen as never);
  look(unseen as never)();
  await say(0, ready(1));
  await say(1, ready(2));
  answers.refetch();
  expect(asked.map(({ path }) => path).slice(2)).toEqual([myWallets.path]);
  look(unseen as never);
  expect(asked.map(({ path }) => path).slice(3)).toEqual([overseaOptions.path]);
});

test('nothing of one member is shown to the next, not even what was on its way', async () => {
  const { answers, asked, say } = world();
  const question = answers.to(myWallets);
  look(question as never);
  await say(0, ready('mine'));
  void question.reload();
  answers.forget();
  expect(question.get()).toEqual({ state: 'loading' });
  expect(asked).toHaveLength(3);
  await say(1, ready('mine again'));
  expect(question.get()).toEqual({ state: 'loading' });
  await say(2, ready('yours'));
  expect(question.get()).toEqual({ state: 'ready', reply: 'yours' });
});

test('the memory is bounded: what nobody looks at goes first', async () => {
  const { answers, asked, say } = world();
  const kept = answers.to(overseaOptions, { stockPrefix: 'kept' });
  look(kept as never);
  await say(0, ready('kept'));
  for (let index = 0; index < 300; index++) answers.to(overseaOptions, { stockPrefix: String(index) });
  expect(answers.to(overseaOptions, { stockPrefix: 'kept' })).toBe(kept);
  expect(asked).toHaveLength(1);
  const first = answers.to(overseaOptions, { stockPrefix: '0' });
  expect(first.get()).toEqual({ state: 'loading' });
});

const points = { queue: { point: (_: unknown, push: { data: { point: string } }) => push.data.point } };
const livePoints = (answers: ReturnType<typeof world>['answers']) =>
  answers.to(myWallets, {}, points as never) as unknown as Live<never>;

test('a push changes the answer without a question, and not after everybody left', async () => {
  const { answers, asked, say, push, listeners } = world();
  const question = livePoints(answers);
  const leave = look(question);
  await say(0, ready('100'));
  push('200');
  expect(question.get().reply).toBe('200');
  expect(asked).toHaveLength(1);
  leave();
  expect(listeners.size).toBe(0);
});

test('who comes back to a followed answer reads it at once: pushes were missed meanwhile', async () => {
  const { answers, asked, say } = world();
  const question = livePoints(answers);
  const leave = look(question);
  await say(0, ready('100'));
  leave();
  look(question);
  expect(asked).toHaveLength(2);
});

test('an answer that was asked for before a push does not undo it', async () => {
  const { answers, say, push } = world();
  const question = livePoints(answers);
  look(question);
  push('200');
  await say(0, ready('100'));
  expect(question.get().reply).toBe('200');
});

test('a connection that is back, its queue and the wake of the page are one read', async () => {
  const { answers, asked, say, connection, listeners } = world();
  look(livePoints(answers));
  await say(0, ready('100'));
  connection.set({ kind: 'connected' });
  for (const listener of listeners) listener.onResync?.();
  answers.refetch();
  expect(asked).toHaveLength(2);
});

test('the first connection reads again: what was pushed before it was not heard', async () => {
  const { answers, asked, timers, say, connection } = world();
  look(livePoints(answers));
  await timers.pass(0);
  connection.set({ kind: 'connected' });
  await say(0, ready('100'));
  expect(asked).toHaveLength(2);
});

test('a push that does not say enough is read again', async () => {
  const { answers, asked, say, push } = world();
  const patches = { queue: { point: () => undefined } };
  const question = answers.to(myWallets, {}, patches as never) as unknown as Live<never>;
  look(question);
  await say(0, ready('100'));
  push('200');
  expect(question.get().reply).toBe('100');
  expect(asked).toHaveLength(2);
  await say(1, ready('200'));
  expect(question.get().reply).toBe('200');
});
