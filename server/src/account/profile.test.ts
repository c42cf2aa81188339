import { describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { newcomer, OTHER_SITE, PASSWORD, SITE, type Signed, signInAs, useWorld } from './testing.ts';

const FRESH = 'an entirely new one';

describe.each(testDatabases)('on $name', ({ open }) => {
  const world = useWorld(open);

  const isAlive = async (token: string) => (await world.get('/api/me', { token })).status === 200;
  const change = (who: Signed, body: Record<string, unknown>) =>
    world.post(
      '/api/user/change_password',
      { id: who.id, currentPassword: PASSWORD, password: FRESH, ...body },
      { token: who.token },
    );

  describe('a member’s own calls', () => {
    test.each([
      ['GET', '/api/me'],
      ['GET', '/api/wallet/my'],
      ['GET', '/api/account/events'],
      ['GET', '/api/practice/run'],
      ['GET', '/api/account/sessions'],
      ['POST', '/api/account/sessions/end'],
      ['POST', '/api/logout'],
      ['POST', '/api/user/change_password'],
      ['POST', '/api/player/change_nick'],
      ['POST', '/api/practice/refill'],
      ['POST', '/api/office/player/block'],
      ['POST', '/api/office/player/end_sessions'],
      ['POST', '/api/office/player/block_device'],
      ['GET', '/api/office/me'],
      ['POST', '/api/office/logout'],
      ['POST', '/api/office/change_password'],
    ])('%s %s asks a guest to sign in', async (method, path) => {
      const answer = method === 'GET' ? await world.get(path) : await world.post(path, {});
      expect([answer.status, answer.body.code]).toEqual([401, 'LOGIN_REQUIRED']);
    });

    test('a member cannot use the calls of staff, and staff not those of members', async () => {
      const [member, staff] = [await newcomer(world), await newcomer(world, { role: 'STAFF' })];
      for (const path of ['block', 'end_sessions', 'block_device']) {
        const body = { playerId: staff.id, blockDevice: 'M', reason: '확인' };
        const answer = await world.post(`/api/office/player/${path}`, body, { token: member.token });
        expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
      }
      expect((await world.get('/api/wallet/my', { token: staff.token })).status).toBe(403);
      expect((await world.get('/api/office/me', { token: staff.token })).body.role).toBe('HEAD');
    });

    test('the token decides the site; a parameter that names another is refused', async () => {
      const who = await newcomer(world);
      for (const path of ['/api/me', '/api/wallet/my', '/api/account/events']) {
        expect((await world.get(`${path}?siteInfoId=${SITE}`, { token: who.token })).status).toBe(200);
        const answer = await world.get(`${path}?siteInfoId=${OTHER_SITE}`, { token: who.token });
        expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
      }
    });
  });

  describe('a new password', () => {
    test('ends every sign-in and answers with the only token pair that stays valid', async () => {
      const who = await newcomer(world);
      const elsewhere = await signInAs(world, who.username);
      world.loggedOut.length = 0;
      const answer = await change(who, {});
      expect(answer.status).toBe(200);
      for (const token of [who.token, elsewhere.token]) expect(await isAlive(token)).toBe(false);
      for (const { refreshToken } of [who, elsewhere]) {
        expect((await world.post('/api/login', { refreshToken })).status).toBe(401);
      }
      expect(await isAlive(answer.body.accessToken)).toBe(true);
      const next = await world.post('/api/login', { refreshToken: answer.body.refreshToken });
      expect(next.status).toBe(200);
      expect(world.loggedOut).toEqual([{ player: who.id, exceptFamily: expect.any(String) }]);
      const old = await world.post('/api/login', { username: who.username, password: PASSWORD });
      expect(old.body.code).toBe('WRONG_CREDENTIALS');
      await signInAs(world, who.username, { password: FRESH });
    });

    test.each([
      [403, 'FORBIDDEN', { id: 999_999, password: 'short' }],
      [400, 'PASSWORD_LENGTH', { password: 'short', currentPassword: 'wrong as well' }],
      [422, 'CURRENT_PASSWORD_MISMATCH', { currentPassword: 'wrong as well', password: 'password123' }],
      [422, 'CURRENT_PASSWORD_MISMATCH', { currentPassword: '' }],
      [422, 'PASSWORD_UNCHANGED', { password: PASSWORD }],
      [422, 'PASSWORD_TOO_COMMON', { password: 'password123' }],
      [400, 'INVALID_REQUEST', { id: '1 or 1=1' }],
    ])('is refused with %i %s for %j, and nobody is signed out', async (status, code, body) => {
      const who = await newcomer(world);
      const answer = await change(who, body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(await isAlive(who.token)).toBe(true);
    });

    test('cannot be set twice at once: one wins, and only its password signs in', async () => {
      const who = await newcomer(world);
      const wishes = Array.from({ length: 6 }, (_, index) => `new password ${index}`);
      const answers = await Promise.all(wishes.map((password) => change(who, { password })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, body } of answers) {
        // Refused by the desk, or when the old password was checked, or because the queue is full.
        const losing = ['SESSION_ENDED', 'CURRENT_PASSWORD_MISMATCH', 'TRY_AGAIN'];
        if (status !== 200) expect(losing).toContain(body.code);
      }
      const winner = wishes[answers.findIndex(({ status }) => status === 200)] ?? '';
      await signInAs(world, who.username, { password: winner });
    });

    test('a sign-in with the old one that races with the change does not outlive it', async () => {
      for (let round = 0; round < 5; round += 1) {
        const who = await newcomer(world);
        const [changed, ...raced] = await Promise.all([
          change(who, {}),
          ...Array.from({ length: 4 }, () =>
            world.post('/api/login', { username: who.username, password: PASSWORD }),
          ),
        ]);
        expect(changed?.status).toBe(200);
        for (const { status, body } of raced) {
          if (status === 200) expect(await isAlive(body.accessToken)).toBe(false);
        }
      }
    });
  });

  describe('a new nickname', () => {
    const rename = (who: Signed, body: Record<string, unknown>) =>
      world.post('/api/player/change_nick', { id: who.id, ...body }, { token: who.token });

    test('is shown from then on, and the old one is free', async () => {
      const [who, other] = [await newcomer(world), await newcomer(world)];
      expect((await rename(who, { nick: 'Nightowl' })).body).toEqual({ id: who.id, nick: 'Nightowl' });
      expect((await world.get('/api/me', { token: who.token })).body.nick).toBe('Nightowl');
      expect((await rename(other, { nick: 'N1ght0wl' })).body.code).toBe('NICK_TAKEN');
      expect((await rename(who, { nick: 'nightOWL' })).status).toBe(200);
      expect((await rename(who, { nick: '새벽올빼미' })).status).toBe(200);
      expect((await rename(other, { nick: 'Nightowl' })).status).toBe(200);
    });

    test.each([
      [403, 'FORBIDDEN', { id: 999_999, nick: '' }],
      [400, 'ENTER_NICK', { nick: '' }],
      [400, 'NICK_INVALID', { nick: 'a' }],
      [400, 'NICK_INVALID', { nick: 'ab\u200Bc' }],
      [422, 'NICK_RESERVED', { nick: '운영자' }],
    ])('is refused with %i %s for %j', async (status, code, body) => {
      const answer = await rename(await newcomer(world), body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    });

    test('may not be the username', async () => {
      const who = await newcomer(world);
      expect((await rename(who, { nick: who.username.toUpperCase() })).body.code).toBe(
        'USERNAME_EQUALS_NICK',
      );
    });

    test('goes to exactly one of many who want it at once', async () => {
      const people = [];
      for (let index = 0; index < 8; index += 1) people.push(await newcomer(world));
      const answers = await Promise.all(people.map((who) => rename(who, { nick: 'OnlyOne' })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.code === 'NICK_TAKEN')).toHaveLength(7);
    });
  });

  test('signing out ends this sign-in at once and no other', async () => {
    const who = await newcomer(world);
    const elsewhere = await signInAs(world, who.username);
    expect((await world.post('/api/logout', {}, { token: who.token })).body).toEqual({});
    expect(await isAlive(who.token)).toBe(false);
    expect((await world.post('/api/login', { refreshToken: who.refreshToken })).status).toBe(401);
    expect(await isAlive(elsewhere.token)).toBe(true);
  });

  test('members see where they are signed in, and end any of their own sign-ins', async () => {
    const who = await newcomer(world);
    const elsewhere = await signInAs(world, who.username);
    const sessions = async (token: string) =>
      (await world.get('/api/account/sessions', { token })).body.content;
    const seen = await sessions(who.token);
    expect(seen).toHaveLength(2);
    expect(seen.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const other = seen.find(({ isCurrent }) => !isCurrent)?.id ?? '';

    const stranger = await newcomer(world);
    const end = (token: string, id: string) => world.post('/api/account/sessions/end', { id }, { token });
    const foreign = await end(stranger.token, other);
    expect(foreign).toEqual(await end(stranger.token, 'x'.repeat(22)));
    expect(foreign.status).toBe(404);
    expect(await isAlive(elsewhere.token)).toBe(true);

    expect((await end(who.token, other)).status).toBe(200);
    expect(await isAlive(elsewhere.token)).toBe(false);
    expect((await world.post('/api/login', { refreshToken: elsewhere.refreshToken })).status).toBe(401);
    expect(await sessions(who.token)).toHaveLength(1);
    expect((await end(who.token, other)).status).toBe(404);
    expect((await end(who.token, "' or 1=1 --")).status).toBe(400);
  });
});
