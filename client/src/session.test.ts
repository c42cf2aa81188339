import { describe, expect, test } from 'vitest';
import type { Refused } from './call.ts';
import { barrierFor, createSession, type TokenPair } from './session.ts';

function memory() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const pair = (name: string): TokenPair => ({
  accessToken: `access-${name}`,
  refreshToken: `refresh-${name}`,
  expiresIn: 900,
});
const refused = (status: number, code: string): Refused => ({
  ok: false,
  status,
  code,
  message: `text of ${code}`,
});

/** Two tabs share a storage and a lock, as in a browser. */
function device() {
  const storage = memory();
  const clock = { now: 1_000_000 };
  const refreshes: string[] = [];
  const server: { answer: () => { ok: true; reply: TokenPair } | Refused } = {
    answer: () => ({ ok: true, reply: pair(`new-${refreshes.length}`) }),
  };
  let queue: Promise<unknown> = Promise.resolve();
  const otherTabs: (() => void)[] = [];
  let keys = 0;
  const tab = () =>
    createSession({
      storage,
      prefix: 'maru.',
      now: () => clock.now,
      newKey: () => `key-of-this-device-${++keys}`,
      refresh: async ({ refreshToken }) => {
        refreshes.push(refreshToken);
        await Promise.resolve();
        return server.answer();
      },
      exclusively: (_, run) => {
        const turn = queue.then(run);
        queue = turn;
        return turn;
      },
      onOtherTab: (listen) => void otherTabs.push(listen),
    });
  return {
    storage,
    clock,
    refreshes,
    server,
    tab,
    notifyOtherTabs: () => otherTabs.forEach((notify) => void notify()),
  };
}

test('a fresh token is used without a request', async () => {
  const { tab, refreshes } = device();
  const session = tab();
  expect(session.state.get()).toEqual({ kind: 'guest' });
  session.signIn(pair('a'));
  expect(await session.accessToken()).toBe('access-a');
  expect(session.state.get()).toEqual({ kind: 'signed-in' });
  expect(refreshes).toEqual([]);
});

test('a page that is opened again restores its session', async () => {
  const { tab } = device();
  tab().signIn(pair('a'));
  const reopened = tab();
  expect(reopened.state.get()).toEqual({ kind: 'signed-in' });
  expect(await reopened.accessToken()).toBe('access-a');
});

test('an expired token is refreshed once, however many calls wait for it', async () => {
  const { tab, clock, refreshes } = device();
  const session = tab();
  session.signIn(pair('a'));
  clock.now += 900_000;
  const tokens = await Promise.all([session.accessToken(), session.accessToken(), session.accessToken()]);
  expect(new Set(tokens)).toEqual(new Set(['access-new-1']));
  expect(refreshes).toEqual(['refresh-a']);
});

test('two tabs never use the same refresh token twice', async () => {
  const { tab, clock, refreshes } = device();
  const first = tab();
  first.signIn(pair('a'));
  const second = tab();
  clock.now += 900_000;
  const tokens = await Promise.all([first.accessToken(), second.accessToken()]);
  expect(tokens).toEqual(['access-new-1', 'access-new-1']);
  expect(refreshes).toEqual(['refresh-a']);
});

test('while a refused token is being renewed no caller gets the old one', async () => {
  const { tab } = device();
  const session = tab();
  session.signIn(pair('a'));
  const renewing = session.renew('access-a');
  expect(await session.accessToken()).toBe('access-new-1');
  expect(await renewing).toBe('access-new-1');
});

test('a token is renewed shortly before it expires', async () => {
  const { tab, clock } = device();
  const session = tab();
  session.signIn(pair('a'));
  clock.now += 895_000;
  expect(await session.accessToken()).toBe('access-new-1');
});

test('a refused refresh token signs out and reports why', async () => {
  const { tab, clock, server, storage } = device();
  const session = tab();
  session.signIn(pair('a'));
  clock.now += 900_000;
  server.answer = () => refused(401, 'SESSION_ENDED');
  expect(await session.accessToken()).toBeUndefined();
  expect(session.state.get()).toEqual({ kind: 'guest', ended: 'text of SESSION_ENDED' });
  expect(storage.items.has('maru.accessToken')).toBe(false);
});

test.each([0, 429, 503])('a transient error (%d) does not sign anybody out', async (status) => {
  const { tab, clock, server } = device();
  const session = tab();
  session.signIn(pair('a'));
  clock.now += 900_000;
  server.answer = () => refused(status, 'TRY_AGAIN');
  expect(await session.accessToken()).toBe('unreachable');
  expect(session.state.get()).toEqual({ kind: 'signed-in' });
});

test('signing out while a refresh is under way stays signed out', async () => {
  const { tab, clock } = device();
  const session = tab();
  session.signIn(pair('a'));
  clock.now += 900_000;
  const token = session.accessToken();
  await Promise.resolve();
  await Promise.resolve();
  session.signOut();
  expect(await token).toBeUndefined();
  expect(session.state.get()).toEqual({ kind: 'guest' });
});

test('signing out in one tab signs out the others', () => {
  const { tab, notifyOtherTabs } = device();
  const first = tab();
  const second = tab();
  first.signIn(pair('a'));
  notifyOtherTabs();
  expect(second.state.get()).toEqual({ kind: 'signed-in' });
  second.signOut();
  notifyOtherTabs();
  expect(first.state.get()).toEqual({ kind: 'guest' });
});

test('another member in another tab is detected here: first signed out, then signed in', () => {
  const { tab, notifyOtherTabs } = device();
  const first = tab();
  first.signIn(pair('a'));
  const second = tab();
  const seen: string[] = [];
  second.state.watch(() => seen.push(second.state.get().kind));
  first.signOut();
  first.signIn(pair('b'));
  notifyOtherTabs();
  expect(seen).toEqual(['guest', 'signed-in']);
});

test('a renewed pair in another tab is still the same member here', async () => {
  const { tab, notifyOtherTabs } = device();
  const first = tab();
  first.signIn(pair('a'));
  const second = tab();
  const seen: string[] = [];
  second.state.watch(() => seen.push(second.state.get().kind));
  await first.renew('access-a');
  first.signIn(pair('after-a-new-password'));
  notifyOtherTabs();
  expect(seen).toEqual([]);
});

test('the refusal of a call of an earlier member does not end the session of the current one', () => {
  const { tab } = device();
  const session = tab();
  session.signIn(pair('a'));
  session.signOut();
  session.signIn(pair('b'));
  session.end(refused(401, 'SESSION_ENDED'), 'access-a');
  expect(session.state.get()).toEqual({ kind: 'signed-in' });
  session.end(refused(401, 'SESSION_ENDED'), 'access-b');
  expect(session.state.get()).toEqual({ kind: 'guest', ended: 'text of SESSION_ENDED' });
});

test('without a refresh token an expired token signs out', async () => {
  const { tab, clock, storage, refreshes } = device();
  const session = tab();
  session.signIn(pair('a'));
  storage.removeItem('maru.refreshToken');
  expect(await session.accessToken()).toBe('access-a');
  clock.now += 900_000;
  expect(await session.accessToken()).toBeUndefined();
  expect(session.state.get()).toEqual({ kind: 'guest' });
  expect(refreshes).toEqual([]);
});

test('the device keeps its key after a sign-out', () => {
  const { tab, storage } = device();
  const session = tab();
  session.signIn(pair('a'));
  const key = session.deviceKey();
  session.signOut();
  expect(storage.items.get('maru.deviceKey')).toBe(key);
  expect(tab().deviceKey()).toBe(key);
});

describe('barrierFor', () => {
  test.each([
    [{ status: 'DENY' }, false, 'ACCOUNT_BLOCKED'],
    [{ status: 'DENY', etcJson: { blockDevice: 'M' } }, true, 'ACCOUNT_BLOCKED'],
    [{ status: 'ACTIVE', etcJson: { blockDevice: 'M' } }, true, 'DEVICE_BLOCKED'],
    [{ status: 'ACTIVE', etcJson: { blockDevice: ['M'] } }, true, 'DEVICE_BLOCKED'],
    [{ status: 'ACTIVE', etcJson: { blockDevice: 'M' } }, false, undefined],
    [{ status: 'ACTIVE', etcJson: {} }, true, undefined],
    [{ status: 'ACTIVE', etcJson: null }, true, undefined],
  ])('%o on a phone (%s): %s', (user, isMobile, barrier) => {
    expect(barrierFor(user, isMobile)).toBe(barrier);
  });
});
