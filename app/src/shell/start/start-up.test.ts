import { manualTimers } from '@maru/client/manual-timers';
import { me, myWallets, signIn } from '@maru/contract/account/calls';
import { refusalText } from '@maru/contract/refusals';
import { siteByCode } from '@maru/contract/site';
import { describe, expect, test } from 'vitest';
import { type ServerDouble, serverDouble, site, storedTokens, trader } from '../../server-double.ts';
import { START_PATIENCE_MS } from './start-up.ts';

const BLOCKED = '계정이 이용이 불가능합니다. 자세한 사항은 관리자에게 문의해주시기 바랍니다.';
const DEVICE = '모바일 디바이스 접속이 불가합니다.';

type Prepare = (server: ServerDouble) => void;

interface Device {
  readonly storage?: Map<string, string>;
  readonly isMobile?: boolean;
  readonly prepare?: Prepare;
}

async function open({ storage = new Map(), isMobile = true, prepare }: Device = {}) {
  const timers = manualTimers();
  const server = serverDouble({ timers, storage, isMobile });
  prepare?.(server);
  const { platform } = server;
  platform.open();
  await timers.pass(5_000);
  return { server, platform, timers };
}

const asks = ({ asked }: ServerDouble, path: string) => asked.filter((each) => each.path === path);
const tokenOf = (server: ServerDouble) => server.storage.get('maru.accessToken');
const connectFrame = (server: ServerDouble) => server.connections()[0]?.frames[0];

/** The server accepts the refresh token and returns this pair; the old access token is refused as expired. */
const renews: Prepare = (server) =>
  server.answer(signIn, ({ refreshToken }) =>
    refreshToken === 'refresh'
      ? { reply: { accessToken: 'newer', refreshToken: 'newer-refresh', expiresIn: 900, user: trader } }
      : { refusal: 'SESSION_ENDED' },
  );

test('the site of this host is fetched, and its settings are stored under the site’s key prefix', async () => {
  const { server, platform } = await open();
  expect(asks(server, siteByCode.path)[0]?.query).not.toHaveProperty('code');
  expect(platform.start.get()).toEqual({ kind: 'ready' });
  expect(platform.site.get()).toMatchObject({ id: 1, coins: ['BINARY', 'FUTURES', 'USDT'] });
  expect(platform.site.get()?.features).toEqual({
    oversea: true,
    p2p: true,
    futures: true,
    powerBall: true,
    binary: true,
  });
  expect(server.storage.get('maru.siteId')).toBe('1');
  expect(server.storage.get('maru.coinInfoJson')).toBe('{}');
});

test('a site that was chosen by its code is fetched by it, and forgotten when there is none', async () => {
  const chosen = await open({ storage: new Map([['maru.site', 'seoul']]) });
  expect(asks(chosen.server, siteByCode.path)[0]?.query).toMatchObject({ code: 'seoul' });
  expect(chosen.platform.start.get()).toEqual({ kind: 'ready' });
  const gone = await open({
    storage: new Map([['maru.site', 'gone']]),
    prepare: (server) =>
      server.answer(siteByCode, () =>
        server.asked.at(-1)?.query['code'] === undefined ? { reply: site } : { refusal: 'SITE_NOT_FOUND' },
      ),
  });
  expect(gone.platform.start.get()).toEqual({ kind: 'ready' });
  expect(gone.server.storage.has('maru.site')).toBe(false);
});

test('a type that cannot be read offers nothing', async () => {
  const { platform } = await open({
    prepare: (server) => server.answer(siteByCode, () => ({ reply: { ...site, type: 'x' } })),
  });
  expect(Object.values(platform.site.get()?.features ?? { any: true })).not.toContain(true);
});

test('without a token the page opens for a guest, and the live connection opens too', async () => {
  const { server, platform } = await open();
  expect(platform.auth.get()).toEqual({ kind: 'logout' });
  expect(platform.member.get()).toBeUndefined();
  expect(platform.connection.get()).toEqual({ kind: 'connected' });
  expect(connectFrame(server)?.headers).not.toHaveProperty('Authorization');
  expect(asks(server, me.path)).toHaveLength(0);
});

test('a stored token fetches the profile and the wallets, signs in and connects as the member', async () => {
  const { server, platform } = await open({ storage: storedTokens() });
  expect(platform.auth.get()).toEqual({ kind: 'success' });
  expect(platform.member.get()).toEqual(trader);
  expect(platform.wallets.get()).toMatchObject({ state: 'ready', reply: { BINARY: { point: '10000000' } } });
  expect(platform.connection.get()).toEqual({ kind: 'connected' });
  expect(connectFrame(server)?.headers).toMatchObject({ Authorization: 'Bearer access' });
});

test('while the session is being restored, the state is pending', () => {
  const { platform } = serverDouble({ storage: storedTokens() });
  platform.open();
  expect(platform.auth.get()).toEqual({ kind: 'pending' });
  expect(platform.start.get()).toEqual({ kind: 'starting' });
});

describe('an account that may not sign in sees why, is signed out, and the alert’s own button reloads', () => {
  const denied: Prepare = (server) =>
    server.answer(me, () => ({ reply: { ...trader, status: 'DENY' as const } }));
  const noPhones =
    (blockDevice: unknown): Prepare =>
    (server) =>
      server.answer(me, () => ({ reply: { ...trader, etcJson: { blockDevice } } }));

  test.each<[string, boolean, Prepare, string | undefined]>([
    ['DENY on a phone', true, denied, BLOCKED],
    ['DENY on a desktop', false, denied, BLOCKED],
    [
      'a block refused by the server itself',
      true,
      (s) => s.answer(me, () => ({ refusal: 'ACCOUNT_BLOCKED' })),
      BLOCKED,
    ],
    ['blockDevice M on a phone', true, noPhones('M'), DEVICE],
    ['blockDevice with M among others on a phone', true, noPhones('P,M'), DEVICE],
    ['blockDevice as a list on a phone', true, noPhones(['M']), DEVICE],
    ['blockDevice M on a desktop', false, noPhones('M'), undefined],
    ['another blockDevice on a phone', true, noPhones('P'), undefined],
  ])('%s', async (_, isMobile, prepare, expected) => {
    const { server, platform } = await open({ storage: storedTokens(), isMobile, prepare });
    expect(platform.start.get()).toEqual({ kind: 'ready' });
    if (expected === undefined) {
      expect(platform.auth.get()).toEqual({ kind: 'success' });
      return;
    }
    expect(platform.auth.get()).toEqual({ kind: 'fail', message: expected });
    expect(platform.member.get()).toBeUndefined();
    expect(tokenOf(server)).toBeUndefined();
    expect(platform.announcements.get()).toEqual([{ message: expected, confirm: 'reload' }]);
    expect(server.reloads()).toBe(0);
    platform.acknowledge();
    await Promise.resolve();
    expect(server.reloads()).toBe(1);
    expect(platform.connection.get()).toEqual({ kind: 'connected' });
  });
});

describe('a stored token that is not accepted', () => {
  test('is renewed once, before the calls, when it has expired', async () => {
    const { server, platform } = await open({ storage: storedTokens(1), prepare: renews });
    expect(platform.auth.get()).toEqual({ kind: 'success' });
    expect(asks(server, signIn.path)).toHaveLength(1);
    expect(asks(server, me.path).map(({ headers }) => headers['authorization'])).toEqual(['Bearer newer']);
    expect(server.storage.get('maru.refreshToken')).toBe('newer-refresh');
  });

  const refusesOld =
    (code: 'TOKEN_EXPIRED' | 'LOGIN_REQUIRED' | 'FORBIDDEN' | 'ACCOUNT_NOT_FOUND'): Prepare =>
    (server) => {
      renews(server);
      server.answer(me, () => (tokenOf(server) === 'newer' ? { reply: trader } : { refusal: code }));
    };

  test.each(['TOKEN_EXPIRED', 'LOGIN_REQUIRED', 'FORBIDDEN', 'ACCOUNT_NOT_FOUND'] as const)(
    'is renewed once when the calls answer %s',
    async (code) => {
      const { server, platform } = await open({ storage: storedTokens(), prepare: refusesOld(code) });
      expect(platform.auth.get()).toEqual({ kind: 'success' });
      expect(asks(server, signIn.path)).toHaveLength(1);
    },
  );

  test.each(['TOKEN_EXPIRED', 'LOGIN_REQUIRED', 'FORBIDDEN'] as const)(
    'signs out when the calls still answer %s after the one renewal',
    async (refusal) => {
      const { server, platform } = await open({
        storage: storedTokens(),
        prepare(each) {
          renews(each);
          each.answer(me, () => ({ refusal }));
        },
      });
      expect(asks(server, signIn.path)).toHaveLength(1);
      expect(platform.auth.get()).toEqual({ kind: 'fail', message: refusalText(refusal, 'ko') });
      expect(tokenOf(server)).toBeUndefined();
      expect(platform.start.get()).toEqual({ kind: 'ready' });
      expect(platform.connection.get()).toEqual({ kind: 'connected' });
    },
  );

  test('signs out when the refresh token is refused, and shows why', async () => {
    const { server, platform } = await open({
      storage: storedTokens(1),
      prepare: (each) => each.answer(signIn, () => ({ refusal: 'SESSION_ENDED' })),
    });
    const message = '접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.';
    expect(platform.auth.get()).toEqual({ kind: 'fail', message });
    expect(platform.announcements.get()).toEqual([{ message, confirm: 'reload' }]);
    expect(tokenOf(server)).toBeUndefined();
  });

  test('signs out when there is no refresh token', async () => {
    const storage = storedTokens(1);
    storage.delete('maru.refreshToken');
    const { server, platform } = await open({ storage });
    expect(platform.auth.get()).toEqual({ kind: 'logout' });
    expect(tokenOf(server)).toBeUndefined();
    expect(asks(server, signIn.path)).toHaveLength(0);
  });
});

describe('a server that cannot be reached', () => {
  test.each<[string, Prepare, object]>([
    ['does not answer', (s) => s.goAway(), { kind: 'unreachable', message: '잠시 후 다시 시도해 주세요.' }],
    [
      'is closed for maintenance',
      (s) => s.answer(siteByCode, () => ({ refusal: 'TRY_AGAIN' })),
      { kind: 'maintenance', message: '잠시 후 다시 시도해 주세요.' },
    ],
    [
      'is closed for members only',
      (s) => s.answer(myWallets, () => ({ refusal: 'TRY_AGAIN' })),
      { kind: 'maintenance', message: '잠시 후 다시 시도해 주세요.' },
    ],
    [
      'is broken',
      (s) => s.answer(me, () => ({ refusal: 'UNEXPECTED' })),
      { kind: 'unreachable', message: '오류가 발생했습니다. 관리자에게 문의해 주세요.' },
    ],
    [
      'does not know the site',
      (s) => s.answer(siteByCode, () => ({ refusal: 'SITE_NOT_FOUND' })),
      { kind: 'unreachable', message: '존재하지 않는 사이트입니다.' },
    ],
  ])('and %s: the page shows it, and the tokens stay', async (_, prepare, state) => {
    const { server, platform } = await open({ storage: storedTokens(), prepare });
    expect(platform.start.get()).toEqual(state);
    expect(tokenOf(server)).toBe('access');
    expect(platform.announcements.get()).toEqual([]);
    expect(platform.connection.get()).toEqual({ kind: 'closed' });
  });

  test('is retried by a tap', async () => {
    const { server, platform, timers } = await open({ storage: storedTokens(), prepare: (s) => s.goAway() });
    server.comeBack();
    platform.retryStart();
    expect(platform.start.get()).toEqual({ kind: 'starting' });
    await timers.pass(10);
    expect(platform.start.get()).toEqual({ kind: 'ready' });
    expect(platform.member.get()).toEqual(trader);
    expect(platform.connection.get()).toEqual({ kind: 'connected' });
  });

  test('is retried when the network is back', async () => {
    const { server, platform, timers } = await open({ prepare: (s) => s.goAway() });
    server.comeBack();
    server.sendPresence('online');
    await timers.pass(10);
    expect(platform.start.get()).toEqual({ kind: 'ready' });
  });

  test('has failed after eight seconds without an answer, and a late answer still opens the page', async () => {
    let answerSite = () => {};
    const { platform, timers } = await open({
      prepare: (server) =>
        server.answer(
          siteByCode,
          () =>
            new Promise((resolve) => {
              answerSite = () => resolve({ reply: site });
            }),
        ),
    });
    // A guest sees the sign-in page before the site has answered.
    expect(platform.start.get()).toEqual({ kind: 'ready' });
    await timers.pass(START_PATIENCE_MS - 5_000);
    expect(platform.start.get()).toEqual({ kind: 'unreachable', message: '잠시 후 다시 시도해 주세요.' });
    answerSite();
    await timers.pass(10);
    expect(platform.start.get()).toEqual({ kind: 'ready' });
  });
});

test('opening twice starts once', async () => {
  const { server, platform, timers } = await open();
  platform.open();
  await timers.pass(1_000);
  expect(asks(server, siteByCode.path)).toHaveLength(1);
});
