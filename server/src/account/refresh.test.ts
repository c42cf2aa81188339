import { DAY_MS, millis, SECOND_MS } from '@maru/engine/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { newcomer, OTHER_SITE, PASSWORD, SITE, type Signed, useWorld } from './testing.ts';

describe.each(testDatabases)('on $name', ({ open }) => {
  const world = useWorld(open);
  let someone: Signed;
  beforeEach(async () => {
    someone = await newcomer(world);
    world.loggedOut.length = 0;
  });

  const HOME = '127.0.0.1';
  const refresh = (refreshToken: unknown, ip = HOME, more: Record<string, unknown> = {}) =>
    world.post('/api/login', { refreshToken, siteInfoId: SITE, ...more }, { ip });
  const pass = (ms: number) => {
    world.time.now = millis(world.time.now + ms);
  };
  const isAlive = async (token: string) => (await world.get('/api/me', { token })).status === 200;
  const liveTokens = () =>
    world.query<{ n: number }>(
      `select count(*)::int as n
         from refresh_token token join refresh_family family on family.id = token.family_id
        where family.player_id = $1 and family.ended_at is null and token.used_at is null`,
      [someone.id],
    );

  test('a refresh token is exchanged for the next pair, and exactly one stays valid', async () => {
    let token = someone.refreshToken;
    for (let turn = 0; turn < 4; turn += 1) {
      pass(60 * SECOND_MS);
      const answer = await refresh(token);
      expect(answer.status).toBe(200);
      expect(answer.body.refreshToken).not.toBe(token);
      expect(answer.body.user.username).toBe(someone.username);
      expect(await isAlive(answer.body.accessToken)).toBe(true);
      expect(await liveTokens()).toEqual([{ n: 1 }]);
      token = answer.body.refreshToken;
    }
  });

  test('twenty at once from one device get one and the same pair', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(someone.refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(({ body }) => `${body.accessToken} ${body.refreshToken}`)).size).toBe(1);
    expect(await liveTokens()).toEqual([{ n: 1 }]);
    expect(world.loggedOut).toEqual([]);
  });

  test('a lost reply is repeated within ten seconds, the same pair to the same device', async () => {
    const first = await refresh(someone.refreshToken);
    pass(9_999);
    const again = await refresh(someone.refreshToken);
    expect(again.body.refreshToken).toBe(first.body.refreshToken);
    expect(again.body.accessToken).toBe(first.body.accessToken);
    expect(again.body.expiresIn).toBeLessThan(first.body.expiresIn);
  });

  // A is the owner's first token, B its successor, C the one after. Each row ends with a token used a second time.
  describe('using a token a second time ends the whole sign-in', () => {
    interface Step {
      readonly use: 'A' | 'B' | 'C';
      readonly ip?: string;
      readonly after?: number;
    }
    const THIEF = '192.0.2.66';
    const orders: readonly (readonly [string, readonly Step[]])[] = [
      ['the owner first, then the thief', [{ use: 'A' }, { use: 'A', ip: THIEF }]],
      ['the thief first, then the owner', [{ use: 'A', ip: THIEF }, { use: 'A' }]],
      ['the thief long after', [{ use: 'A' }, { use: 'A', ip: THIEF, after: 3_600_000 }]],
      ['the owner again, but too late', [{ use: 'A' }, { use: 'A', after: 10_000 }]],
      ['the grandfather token', [{ use: 'A' }, { use: 'B' }, { use: 'A' }]],
      ['the successor by the thief', [{ use: 'A' }, { use: 'B' }, { use: 'B', ip: THIEF }]],
      ['after three turns', [{ use: 'A' }, { use: 'B' }, { use: 'C' }, { use: 'B', after: 20_000 }]],
    ];
    test.each(orders)('%s', async (_name, steps) => {
      const tokens: Record<string, string> = { A: someone.refreshToken };
      const access = [someone.token];
      for (const [index, { use, ip, after = 0 }] of steps.entries()) {
        pass(after);
        const answer = await refresh(tokens[use], ip);
        if (index < steps.length - 1) {
          expect(answer.status).toBe(200);
          tokens[use === 'A' ? 'B' : use === 'B' ? 'C' : 'D'] = answer.body.refreshToken;
          access.push(answer.body.accessToken);
        } else {
          expect([answer.status, answer.body.code]).toEqual([401, 'TOKEN_EXPIRED']);
        }
      }
      expect(await liveTokens()).toEqual([{ n: 0 }]);
      for (const token of Object.values(tokens)) expect((await refresh(token)).status).toBe(401);
      for (const token of access) expect(await isAlive(token)).toBe(false);
      expect(world.loggedOut).toEqual([{ player: someone.id, family: expect.any(String) }]);
      const audit = await world.query(
        `select outcome from sign_in_audit where player_id = $1 and outcome = 'REFRESH_REUSED'`,
        [someone.id],
      );
      expect(audit).toHaveLength(1);
    });
  });

  test('another sign-in of the same member stays valid when one is ended', async () => {
    const other = await world.post('/api/login', { username: someone.username, password: PASSWORD });
    await refresh(someone.refreshToken);
    await refresh(someone.refreshToken, '192.0.2.66');
    expect(await isAlive(someone.token)).toBe(false);
    expect(await isAlive(other.body.accessToken)).toBe(true);
    expect((await refresh(other.body.refreshToken)).status).toBe(200);
  });

  test('a token expires after seven days without use, and a sign-in after thirty days', async () => {
    pass(7 * DAY_MS - 1);
    let answer = await refresh(someone.refreshToken);
    expect(answer.status).toBe(200);
    pass(7 * DAY_MS);
    expect((await refresh(answer.body.refreshToken)).body.code).toBe('TOKEN_EXPIRED');

    someone = await newcomer(world);
    let token = someone.refreshToken;
    for (let week = 0; week < 5; week += 1) {
      pass(6 * DAY_MS - 1);
      answer = await refresh(token);
      expect(answer.status).toBe(200);
      token = answer.body.refreshToken;
    }
    pass(5);
    expect((await refresh(token)).body.code).toBe('TOKEN_EXPIRED');
  });

  test.each([
    ['nothing', null],
    ['an empty text', ''],
    ['a guess', 'x'.repeat(43)],
    ['a long text', 'x'.repeat(4_000)],
  ])('%s is no refresh token', async (_what, token) => {
    const answer = await refresh(token);
    expect([answer.status, answer.body.code]).toEqual([401, 'TOKEN_EXPIRED']);
  });

  test('an access token is no refresh token, and the other way round', async () => {
    expect((await refresh(someone.token)).body.code).toBe('TOKEN_EXPIRED');
    expect((await world.get('/api/me', { token: someone.refreshToken })).status).toBe(401);
  });

  test('a token of one site does not exist on another, and stays valid after the attempt', async () => {
    const answer = await refresh(someone.refreshToken, HOME, { siteInfoId: OTHER_SITE });
    expect([answer.status, answer.body.code]).toEqual([401, 'TOKEN_EXPIRED']);
    expect((await refresh(someone.refreshToken)).status).toBe(200);
  });

  test('with a device key a token works from that device only, whatever its address', async () => {
    const deviceKey = 'the-key-of-this-very-phone';
    const answer = await world.post('/api/login', {
      username: someone.username,
      password: PASSWORD,
      deviceKey,
    });
    const token = answer.body.refreshToken;
    expect((await refresh(token)).status).toBe(401);
    expect((await refresh(token, HOME, { deviceKey: 'the-key-of-another-phone' })).status).toBe(401);
    const moved = await refresh(token, '192.0.2.80', { deviceKey });
    expect(moved.status).toBe(200);
    const repeated = await refresh(token, '192.0.2.81', { deviceKey });
    expect(repeated.body.refreshToken).toBe(moved.body.refreshToken);
  });

  test('a thousand refresh tokens are all different', async () => {
    const { beginSession } = await import('./tokens.ts');
    const { randomBytes } = await import('node:crypto');
    const tokens = await world.store.database.transaction(async (tx) => {
      const made = [];
      const device = { id: 'd', key: undefined, class: 'DESKTOP' as const, ip: HOME, name: '' };
      for (let index = 0; index < 1_000; index += 1) {
        const whose = { site: SITE, player: someone.id, sessionVersion: 1 };
        const begin = { ...whose, device, isNewDevice: false, now: world.time.now };
        made.push((await beginSession(tx, randomBytes, begin)).refreshToken);
      }
      return made;
    });
    expect(new Set(tokens).size).toBe(1_000);
  });
});
