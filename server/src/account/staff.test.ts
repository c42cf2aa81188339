import type { PlayerId } from '@maru/engine/purse';
import { beforeAll, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { openAuthenticator } from './authenticator.ts';
import {
  MOBILE,
  newcomer,
  OTHER_SITE,
  PASSWORD,
  SITE,
  type Signed,
  signInAs,
  testSecrets,
  useWorld,
} from './testing.ts';

describe.each(testDatabases)('on $name', ({ open }) => {
  const world = useWorld(open);
  let staff: Signed;
  beforeAll(async () => {
    staff = await newcomer(world, { role: 'STAFF' });
  });

  const act = (what: string, playerId: number, more: Record<string, unknown> = {}) =>
    world.post(
      `/api/office/player/${what}`,
      { playerId, reason: '확인 필요', ...more },
      { token: staff.token },
    );
  /** As it is done when a second person approves it. */
  const unblock = (player: PlayerId) =>
    world.accounts.unblock({
      staff: { site: SITE, player: staff.id },
      ...{ player, now: world.time.now, reason: '확인함', confirmedBy: 99 },
    });
  const refill = (token: string, headers: Record<string, string> = {}) =>
    world.post('/api/practice/refill', { walletType: 'BINARY', point: '5000' }, { token, headers });

  test('a blocked member is signed out and notified at once, and after the block has to sign in again', async () => {
    const who = await newcomer(world);
    world.loggedOut.length = 0;
    expect((await act('block', who.id)).body).toEqual({ playerId: who.id, status: 'DENY' });
    expect(world.loggedOut).toEqual([{ player: who.id }]);
    expect((await world.get('/api/me', { token: who.token })).status).toBe(401);
    expect((await refill(who.token)).status).toBe(401);
    const refreshed = await world.post('/api/login', { refreshToken: who.refreshToken });
    expect([refreshed.status, refreshed.body.code]).toEqual([403, 'ACCOUNT_BLOCKED']);
    expect((await act('block', who.id)).body.code).toBe('ALREADY_PROCESSED');

    expect(await unblock(who.id)).toEqual({ ok: true });
    expect(await unblock(who.id)).toEqual({ ok: false, refusal: 'ALREADY_PROCESSED' });
    expect((await world.get('/api/me', { token: who.token })).status).toBe(401);
    expect((await world.post('/api/login', { refreshToken: who.refreshToken })).status).toBe(401);
    const again = await signInAs(world, who.username);
    expect((await world.get('/api/me', { token: again.token })).body.status).toBe('ACTIVE');
  });

  test('all sign-ins of a member can be ended without a block', async () => {
    const who = await newcomer(world);
    const elsewhere = await signInAs(world, who.username);
    expect((await act('end_sessions', who.id)).body).toEqual({ playerId: who.id });
    for (const { token, refreshToken } of [who, elsewhere]) {
      expect((await world.get('/api/me', { token })).body.code).toBe('TOKEN_EXPIRED');
      expect((await world.post('/api/login', { refreshToken })).status).toBe(401);
    }
    await signInAs(world, who.username);
  });

  test('a member of another site is a member that does not exist', async () => {
    const far = await newcomer(world, { site: OTHER_SITE });
    for (const what of ['block', 'end_sessions']) {
      const [foreign, missing] = [await act(what, far.id), await act(what, 99_999_999)];
      expect(foreign).toEqual(missing);
      expect([foreign.status, foreign.body.code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    }
    expect((await world.get('/api/me', { token: far.token })).status).toBe(200);
  });

  test('a member of staff cannot block themselves', async () => {
    expect((await act('block', staff.id)).body.code).toBe('FORBIDDEN');
    expect((await act('end_sessions', staff.id)).body.code).toBe('FORBIDDEN');
  });

  test('no member of staff can block another one, by any call', async () => {
    const colleague = await newcomer(world, { role: 'STAFF' });
    for (const [what, more] of [
      ['block', {}],
      ['end_sessions', {}],
      ['block_device', { blockDevice: 'M' }],
    ] as const) {
      const answer = await act(what, colleague.id, more);
      expect([answer.status, answer.body.code]).toEqual([403, 'STAFF_PROTECTED']);
    }
    expect((await world.get('/api/office/me', { token: colleague.token })).status).toBe(200);
    expect(
      await world.query('select id from staff_change where subject = $1', [`player ${colleague.id}`]),
    ).toEqual([]);
  });

  test.each([0, -1, 1.5, '1 or 1=1', '１', null, [1]])('%j is no player id', async (playerId) => {
    const answer = await act('block', playerId as number);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_REQUEST']);
  });

  test('every act is recorded with the member of staff who did it', async () => {
    const who = await newcomer(world);
    await act('block', who.id);
    await unblock(who.id);
    await act('end_sessions', who.id);
    const rows = await world.query(
      'select staff_id, action from staff_change where subject = $1 order by id',
      [`player ${who.id}`],
    );
    expect(rows).toEqual(
      ['BLOCK', 'UNBLOCK', 'END_SESSIONS'].map((action) => ({ staff_id: staff.id, action })),
    );
  });

  test('a blocked phone may sign in and is shown the rule, but its money calls are refused', async () => {
    const who = await newcomer(world);
    const set = await act('block_device', who.id, { blockDevice: 'M' });
    expect(set.body).toEqual({ playerId: who.id, blockDevice: 'M' });

    const body = { username: who.username, password: PASSWORD };
    const phone = await world.post('/api/login', body, { headers: MOBILE });
    expect(phone.status).toBe(200);
    expect(phone.body.deviceRule).toEqual({
      code: 'DEVICE_BLOCKED',
      message: '모바일 디바이스 접속이 불가합니다.',
    });
    expect(phone.body.user.etcJson).toEqual({ blockDevice: 'M' });
    const refused = await refill(phone.body.accessToken, MOBILE);
    expect([refused.status, refused.body.code]).toEqual([403, 'DEVICE_BLOCKED']);
    // The rule is about the device, not about the token.
    expect((await refill(phone.body.accessToken)).status).toBe(200);

    const desktop = await world.post('/api/login', body);
    expect(desktop.body).not.toHaveProperty('deviceRule');
    await act('block_device', who.id, { blockDevice: '' });
    expect((await refill(phone.body.accessToken, MOBILE)).status).toBe(200);
  });

  test('a restarted authenticator loads which sign-ins have ended and which phones are blocked', async () => {
    const [gone, blocked] = [await newcomer(world), await newcomer(world)];
    await world.post('/api/logout', {}, { token: gone.token });
    await act('block_device', blocked.id, { blockDevice: 'M' });
    const authenticator = await openAuthenticator({
      database: world.store.database,
      secrets: testSecrets,
      sessions: {
        find: async () => ({ version: 1, blocked: false, asOf: 1 }),
        known: () => ({ version: 1, blocked: false, asOf: 1 }),
      },
      standings: { find: async () => undefined },
      clock: () => world.time.now,
    });
    expect(await authenticator.authenticate(gone.token)).toBe('EXPIRED');
    const principal = await authenticator.authenticate(blocked.token);
    expect(principal).toMatchObject({ player: blocked.id });
    if (typeof principal !== 'object') return;
    expect(authenticator.mayUse(principal, 'MOBILE')).toBe(false);
    expect(authenticator.mayUse(principal, 'DESKTOP')).toBe(true);
  });
});
