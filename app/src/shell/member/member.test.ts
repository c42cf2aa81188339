import { manualTimers } from '@maru/client/manual-timers';
import { me, myWallets, refillPractice, signIn, signOut } from '@maru/contract/account/calls';
import { playerQueues } from '@maru/contract/realtime';
import { siteByCode } from '@maru/contract/site';
import { describe, expect, test } from 'vitest';
import { type ServerDouble, serverDouble, site, storedTokens, trader } from '../../server-double.ts';

const GONE = '접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.';

async function openAs(
  who: 'guest' | 'member',
  { prepare, isMobile = true }: { prepare?: (server: ServerDouble) => void; isMobile?: boolean } = {},
) {
  const timers = manualTimers();
  const server = serverDouble({ timers, isMobile, storage: who === 'member' ? storedTokens() : new Map() });
  prepare?.(server);
  const { platform } = server;
  const left: string[] = [];
  platform.onLeft(() => void left.push('/'));
  platform.open();
  await timers.pass(10);
  const states: string[] = [];
  platform.auth.watch(() => states.push(platform.auth.get().kind));
  /** Lets a call's answer arrive. */
  async function finish<Value>(doing: Promise<Value>): Promise<Value> {
    await timers.pass(5_000);
    return doing;
  }
  return { timers, server, platform, left, states, finish };
}

const credentials = { username: 'trader', password: 'correct horse' };
const point = (seq: number, type: string, value: string, gameWaitPoint = '0') => ({
  type: 'POINT',
  seq,
  at: 1,
  data: { type, currency: 'KRW', point: value, gameWaitPoint },
});
const message = (seq: number, kind: string, unread: number) => ({
  type: 'MESSAGE',
  seq,
  at: 1,
  data: { kind, unread },
});
const forceLogout = { type: 'FORCE_LOGOUT', seq: 3, at: 1, data: { message: GONE } };

describe('signing in', () => {
  test('goes from pending to success, keeps the tokens with their expiry, and reconnects as the member', async () => {
    const { server, platform, states, finish, timers } = await openAs('guest');
    expect(await finish(platform.signIn(credentials))).toEqual({ ok: true });
    expect(states).toEqual(['pending', 'success']);
    expect(platform.member.get()).toEqual(trader);
    expect(server.storage.get('maru.accessToken')).toBe('access');
    expect(server.storage.get('maru.refreshToken')).toBe('refresh');
    expect(Number(server.storage.get('maru.expiresAt'))).toBeGreaterThan(timers.now());
    expect(server.connections()).toHaveLength(1);
    expect(server.connections()[0]?.frames[0]?.headers).toMatchObject({ Authorization: 'Bearer access' });
    expect(platform.wallets.get()).toMatchObject({ state: 'ready' });
  });

  test('sends which device and which site it is', async () => {
    const { server, platform, finish } = await openAs('guest');
    await finish(platform.signIn(credentials));
    expect(server.asked.find(({ path }) => path === signIn.path)?.body).toEqual({
      ...credentials,
      deviceKey: server.storage.get('maru.deviceKey'),
      siteInfoId: 1,
    });
  });

  test('with a wrong password fails with the server’s message, and the guest’s connection stays', async () => {
    const { server, platform, states, finish } = await openAs('guest');
    const outcome = await finish(platform.signIn({ ...credentials, password: 'wrong' }));
    expect(outcome).toMatchObject({ ok: false, code: 'WRONG_CREDENTIALS' });
    expect(states).toEqual(['pending', 'fail']);
    expect(platform.connection.get()).toEqual({ kind: 'connected' });
    expect(server.reloads()).toBe(0);
  });

  test.each([
    ['a blocked account', { user: { ...trader, status: 'DENY' } }, /^계정이 이용이 불가능합니다/],
    [
      'a blocked device',
      { user: { ...trader, etcJson: { blockDevice: 'M' } } },
      /^모바일 디바이스 접속이 불가합니다\.$/,
    ],
    [
      'a device that the server names',
      { user: trader, deviceRule: { code: 'DEVICE_BLOCKED', message: '모바일 디바이스 접속이 불가합니다.' } },
      /^모바일 디바이스 접속이 불가합니다\.$/,
    ],
  ])('from %s keeps no token', async (_, fields, expected) => {
    const { server, platform, finish } = await openAs('guest', {
      prepare: (each) =>
        each.answer(signIn, () => ({
          reply: { accessToken: 'a', refreshToken: 'r', expiresIn: 900, ...fields },
        })),
    });
    const outcome = await finish(platform.signIn(credentials));
    expect(outcome).toMatchObject({ ok: false, message: expect.stringMatching(expected) });
    expect(server.storage.has('maru.accessToken')).toBe(false);
    expect(platform.member.get()).toBeUndefined();
  });

  test('in another tab signs in this one too', async () => {
    const { platform, finish } = await openAs('guest');
    platform.session.signIn({ accessToken: 'access', refreshToken: 'refresh', expiresIn: 900 });
    expect(platform.auth.get()).toEqual({ kind: 'pending' });
    await finish(Promise.resolve());
    expect(platform.member.get()).toEqual(trader);
    expect(platform.wallets.get()).toMatchObject({ state: 'ready' });
  });
});

describe('logging out', () => {
  test('resets the counts, disconnects, clears the session, goes to / and reloads', async () => {
    const { server, platform, left, states, finish } = await openAs('member');
    server.push(playerQueues.message, message(1, 'CONTACT', 4));
    expect(platform.unread.get()).toEqual({ CONTACT: 4 });
    await finish(platform.leave());
    expect(server.asked.some(({ path }) => path === signOut.path)).toBe(true);
    expect(states).toEqual(['logout']);
    expect(platform.unread.get()).toEqual({});
    expect(platform.connection.get()).toEqual({ kind: 'closed' });
    expect(server.connections()).toEqual([]);
    expect(platform.member.get()).toBeUndefined();
    expect(platform.wallets.get()).toEqual({ state: 'loading' });
    expect([...server.storage.keys()].filter((key) => /Token|expires|visit/.test(key))).toEqual([]);
    expect(left).toEqual(['/']);
    expect(server.reloads()).toBe(1);
  });

  test('works on a server that does not answer', async () => {
    const { server, platform, left, finish } = await openAs('member');
    server.answer(signOut, () => new Promise(() => {}));
    await finish(platform.leave());
    expect(server.storage.has('maru.accessToken')).toBe(false);
    expect(left).toEqual(['/']);
  });

  test('is no forced logout, although the server ends the session of this and every other tab', async () => {
    const { server, platform, states, finish } = await openAs('member');
    server.answer(signOut, () => {
      server.push(playerQueues.force_logout, forceLogout);
      return { reply: {} };
    });
    const leaving = platform.leave();
    server.answer(refillPractice, () => ({ refusal: 'SESSION_ENDED' }));
    void platform.call(refillPractice, { body: { walletType: 'BINARY', point: '1000000' } });
    await finish(leaving);
    expect(states).toEqual(['logout']);
    expect(platform.announcements.get()).toEqual([]);
    expect(server.reloads()).toBe(1);
  });

  test('deletes the tokens at once, and reloads when the server has been called', async () => {
    const { server, platform, timers } = await openAs('member');
    let answerSignOut = () => {};
    server.answer(
      signOut,
      () =>
        new Promise((resolve) => {
          answerSignOut = () => resolve({ reply: {} });
        }),
    );
    const leaving = platform.leave();
    await timers.pass(10);
    expect(server.storage.has('maru.accessToken')).toBe(false);
    expect(server.asked.at(-1)).toMatchObject({
      path: signOut.path,
      headers: { authorization: 'Bearer access' },
    });
    expect(server.reloads()).toBe(0);
    answerSignOut();
    await leaving;
    expect(server.reloads()).toBe(1);
  });

  test('reloads only after the navigation to / has ended', async () => {
    const { server, platform, timers } = await openAs('member');
    let arrive = () => {};
    platform.onLeft(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    );
    const leaving = platform.leave();
    await timers.pass(5_000);
    expect(server.reloads()).toBe(0);
    arrive();
    await leaving;
    expect(server.reloads()).toBe(1);
  });

  test('in another tab logs out here', async () => {
    const { server, platform, left, timers } = await openAs('member');
    platform.session.signOut();
    await timers.pass(10);
    expect(platform.member.get()).toBeUndefined();
    expect(left).toEqual(['/']);
    expect(server.reloads()).toBe(1);
  });
});

describe('a forced logout', () => {
  test('logs out, shows why, and reloads when that was acknowledged', async () => {
    const { server, platform, left, timers } = await openAs('member');
    server.push(playerQueues.force_logout, forceLogout);
    // The server closes the connection right after it.
    for (const connection of server.connections()) connection.cut(4401);
    await timers.pass(60_000);
    expect(platform.auth.get()).toEqual({ kind: 'fail', message: GONE });
    expect(platform.connection.get()).toEqual({ kind: 'closed' });
    expect([...server.storage.keys()].filter((key) => /Token/.test(key))).toEqual([]);
    expect(left).toEqual(['/']);
    expect(platform.announcements.get()).toEqual([{ message: GONE, confirm: 'reload' }]);
    expect(server.reloads()).toBe(0);
    platform.acknowledge();
    await timers.pass(1);
    expect(server.reloads()).toBe(1);
  });

  test('that a refused call reports ends the session in the same way', async () => {
    const { server, platform, finish } = await openAs('member');
    server.answer(refillPractice, () => ({ refusal: 'SESSION_ENDED' }));
    await finish(platform.call(refillPractice, { body: { walletType: 'BINARY', point: '1000000' } }));
    expect(platform.announcements.get()).toEqual([{ message: GONE, confirm: 'reload' }]);
    expect(platform.member.get()).toBeUndefined();
  });

  test('is not received by a guest, who subscribes to no queue of a player', async () => {
    const { server } = await openAs('guest');
    const followed = server.connections()[0]?.frames.map(({ headers }) => headers['destination']) ?? [];
    expect(
      followed.filter((each) => each !== undefined && Object.values(playerQueues).includes(each as never)),
    ).toEqual([]);
  });
});

test('a message on the error queue is an announcement that only closes, shown once for the same text', async () => {
  const { server, platform } = await openAs('guest');
  const error = (text: string) => ({ type: 'ERROR', at: 1, data: { status: 422, code: 'X', message: text } });
  server.push('/user/queue/error', error('주문이 거부되었습니다.'));
  server.push('/user/queue/error', error('주문이 거부되었습니다.'));
  server.push('/user/queue/error', error('장이 닫혀 있습니다.'));
  expect(platform.announcements.get()).toEqual([
    { message: '주문이 거부되었습니다.', confirm: 'dismiss' },
    { message: '장이 닫혀 있습니다.', confirm: 'dismiss' },
  ]);
  platform.acknowledge();
  platform.acknowledge();
  expect(platform.announcements.get()).toEqual([]);
  expect(server.reloads()).toBe(0);
});

test('unread messages are counted for each kind separately', async () => {
  const { server, platform } = await openAs('member');
  server.push(playerQueues.message, message(1, 'CONTACT', 2));
  server.push(playerQueues.message, message(2, 'MESSAGE', 7));
  server.push(playerQueues.message, message(3, 'CONTACT', 0));
  expect(platform.unread.get()).toEqual({ CONTACT: 0, MESSAGE: 7 });
});

describe('wallets', () => {
  test('take point and gameWaitPoint from pushes', async () => {
    const { server, platform } = await openAs('member');
    server.push(playerQueues.point, point(1, 'BINARY', '9500000', '500000'));
    expect(platform.wallets.get()).toMatchObject({
      reply: { BINARY: { point: '9500000', gameWaitPoint: '500000' }, FUTURES: { point: '9999.5' } },
    });
  });

  test('keep what a push says nothing about', async () => {
    const { server, platform } = await openAs('member');
    const held = point(1, 'BINARY', '9500000');
    server.push(playerQueues.point, { ...held, data: { ...held.data, withdrawHold: '500000' } });
    server.push(playerQueues.point, point(2, 'BINARY', '9400000', '100000'));
    expect(platform.wallets.get()).toMatchObject({
      reply: { BINARY: { point: '9400000', gameWaitPoint: '100000', withdrawHold: '500000' } },
    });
  });

  test('a push that arrives before an older snapshot is not overwritten by it', async () => {
    const { server, platform, timers } = await openAs('member');
    server.answer(myWallets, () => {
      server.push(playerQueues.point, point(9, 'BINARY', '777'));
      return {
        reply: { BINARY: { type: 'BINARY', currency: 'KRW', point: '10000000', gameWaitPoint: '0' } },
      };
    });
    server.push(playerQueues.point, { type: 'RESYNC' });
    await timers.pass(10);
    expect(platform.wallets.get()).toMatchObject({ reply: { BINARY: { point: '777' } } });
  });

  test('are fetched again when the connection is back', async () => {
    const { server, platform, timers } = await openAs('member');
    server.goAway();
    server.answer(myWallets, () => ({
      reply: { BINARY: { type: 'BINARY', currency: 'KRW', point: '4321', gameWaitPoint: '0' } },
    }));
    server.comeBack();
    await timers.pass(1_000);
    expect(platform.wallets.get()).toMatchObject({ reply: { BINARY: { point: '4321' } } });
  });

  test.each([
    ['BINARY,FUTURES,USDT', '101111', ['BINARY', 'FUTURES', 'USDT']],
    ['FUTURES,USDT', '101111', ['FUTURES', 'USDT']],
    ['BINARY,FUTURES,USDT', '101011', ['BINARY', 'USDT']],
    ['USDT', '000000', ['USDT']],
  ])('of a site that uses %s with type %s are %s', async (usedCoins, type, shown) => {
    const { server, platform } = await openAs('member', {
      prepare(each) {
        each.answer(siteByCode, () => ({ reply: { ...site, usedCoins, type } }));
        each.answer(myWallets, () => ({
          reply: Object.fromEntries(
            ['BINARY', 'FUTURES', 'USDT'].map((wallet) => [
              wallet,
              { type: wallet, currency: 'KRW', point: '1', gameWaitPoint: '0' },
            ]),
          ),
        }));
      },
    });
    const typesShown = () => {
      const state = platform.wallets.get();
      return state.state === 'ready' ? Object.keys(state.reply) : state;
    };
    expect(typesShown()).toEqual(shown);
    server.push(playerQueues.point, point(1, 'BINARY', '5'));
    expect(typesShown()).toEqual(shown);
  });
});

test('a new nick is shown after the profile was fetched again', async () => {
  const { server, platform, finish } = await openAs('member');
  server.answer(me, () => ({ reply: { ...trader, nick: '새이름' } }));
  await finish(platform.refreshMember());
  expect(platform.member.get()?.nick).toBe('새이름');
});
