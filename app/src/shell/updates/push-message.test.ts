import { expect, test } from 'vitest';
import { openPush, type PushScope, pathOf, readPush, showPush } from './push-message.ts';

const message = {
  id: 'alert 1 1',
  category: 'PRICE',
  at: 5,
  path: '/future/BTCUSDT',
  title: '비트코인 도달',
  body: '내가 정한 가격 알림',
};

function scopeWith(visible: readonly string[]) {
  const shown: unknown[] = [];
  const opened: string[] = [];
  const scope: PushScope = {
    pages: async () =>
      visible.map((visibilityState) => ({
        visibilityState,
        navigate: async (to) => opened.push(`navigate ${to}`),
        focus: async () => opened.push('focus'),
      })),
    open: async (path) => opened.push(`open ${path}`),
    show: async (title, options) => void shown.push({ title, ...options }),
  };
  return { scope, shown, opened };
}

test('a push is shown while no page is on the screen, and not while one is', async () => {
  const hidden = scopeWith(['hidden']);
  await showPush(JSON.stringify(message), hidden.scope);
  expect(hidden.shown).toMatchObject([
    { title: message.title, body: message.body, tag: message.id, data: { path: message.path } },
  ]);
  const seen = scopeWith(['hidden', 'visible']);
  await showPush(JSON.stringify(message), seen.scope);
  expect(seen.shown).toEqual([]);
});

test.each([undefined, '', '{', 'null', '[]', '{"title":5}', '{"title":""}'])(
  '%s is no push',
  async (text) => {
    const { scope, shown } = scopeWith([]);
    await showPush(text, scope);
    expect(shown).toEqual([]);
  },
);

test.each(['https://evil.example', '//evil.example', 'javascript:alert(1)', '/a?b', 5, undefined])(
  'the path %s opens the centre instead',
  (path) => {
    expect(pathOf(path)).toBe('/more/notifications');
    expect(readPush(JSON.stringify({ ...message, path }))?.path).toBe('/more/notifications');
  },
);

test('a tap opens the page in the app that is open, or in a new window', async () => {
  const open = scopeWith(['hidden']);
  await openPush({ path: '/future/BTCUSDT' }, open.scope);
  expect(open.opened).toEqual(['navigate /future/BTCUSDT', 'focus']);
  const closed = scopeWith([]);
  await openPush(null, closed.scope);
  expect(closed.opened).toEqual(['open /more/notifications']);
});
