import { amount } from '@maru/engine/amount';
import { DAY_MS, later } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { formOf, newcomer, PASSWORD, SITE, useWorld } from '../account/testing.ts';
import { testDatabases } from '../db/testing.ts';
import { proofOf, provenMember } from './testing.ts';

describe.each(testDatabases)('closing an account on $name', ({ open }) => {
  const world = useWorld(open);
  const close = (token: string, password = PASSWORD) =>
    world.post('/api/account/close', { password, agreed: true }, { token });

  test('ends every sign-in, and the account answers like an unknown one from then on', async () => {
    const member = await provenMember(world);
    expect((await close(member.token, 'not the password')).body.code).toBe('CURRENT_PASSWORD_MISMATCH');
    expect((await close(member.token)).status).toBe(200);
    expect((await world.get('/api/me', { token: member.token })).status).toBe(401);
    const refreshed = await world.post('/api/login', { refreshToken: member.refreshToken });
    expect(refreshed.body.code).toBe('ACCOUNT_BLOCKED');
    const { username, phone } = member;
    const signIn = (name: string) => world.post('/api/login', { username: name, password: PASSWORD });
    const closed = await signIn(username);
    const unknown = await signIn('nobody-at-all');
    expect({ status: closed.status, code: closed.body.code }).toEqual({
      status: unknown.status,
      code: unknown.body.code,
    });
    // The username stays taken; the person may come back with the same number.
    expect((await world.get(`/api/user/check_username?username=${username}`)).body.code).toBe(
      'USERNAME_TAKEN',
    );
    world.time.now = later(world.time.now, DAY_MS);
    const phoneProof = await proofOf(world, 'phone', { certificateValue: phone });
    expect((await world.post('/api/player', { ...formOf(), phone, phoneProof })).status).toBe(200);
  });

  test('is refused while money is held, changes nothing then, and is accepted afterwards', async () => {
    const { id, token } = await newcomer(world);
    const hold = { wallet: 'BINARY', amount: amount('1000'), purpose: 'test' };
    const held = await world.submit({ kind: 'HOLD_FUNDS', site: SITE, player: id, ...hold });
    expect(await close(token)).toMatchObject({ status: 409, body: { code: 'CLOSE_WHILE_OPEN' } });
    expect((await world.get('/api/me', { token })).status).toBe(200);
    const holdId = held.ok ? held.event.id : 0;
    await world.submit({ kind: 'RELEASE_FUNDS', site: SITE, player: id, hold: holdId });
    expect((await close(token)).status).toBe(200);
  });

  test('cannot be undone by staff', async () => {
    const { id, token } = await newcomer(world);
    const staff = await newcomer(world, { role: 'STAFF' });
    expect((await close(token)).status).toBe(200);
    const unblocked = await world.accounts.unblock({
      staff: { site: SITE, player: staff.id },
      ...{ player: id, now: world.time.now, reason: '확인함', confirmedBy: 99 },
    });
    expect(unblocked).toEqual({ ok: false, refusal: 'ACCOUNT_NOT_FOUND' });
  });

  describe('that a stop of the process interrupted', () => {
    /** As the process leaves it that stops after it has noted the closing. */
    async function interrupted() {
      const { id, token } = await newcomer(world);
      await world.query('update player set closing_key = $2 where id = $1', [id, 'interrupted']);
      const command = { kind: 'BLOCK_ACCOUNT', site: SITE, player: id } as const;
      const key = { key: 'close interrupted', fingerprint: 'close' };
      return { id, token, command, close: () => world.submit({ ...command, unlessOpen: true, key }) };
    }
    const row = async (id: number) =>
      (
        await world.query<{ isClosed: boolean; isClosing: boolean }>(
          `select closed_at is not null as "isClosed", closing_key is not null as "isClosing" from player where id = $1`,
          [id],
        )
      )[0];

    test('is finished by the next one, once, and moves no money', async () => {
      const { id, token, close: decided } = await interrupted();
      const closed = await decided();
      expect(closed).toMatchObject({ ok: true, event: { kind: 'ACCOUNT_BLOCKED', transfers: [] } });
      await world.accounts.finishBegun();
      expect(await row(id)).toMatchObject({ isClosed: true });
      expect((await world.get('/api/me', { token })).status).toBe(401);
      await world.accounts.finishBegun();
      expect(await row(id)).toMatchObject({ isClosed: true });
    });

    test('before the desk decided is forgotten: the account is as it was', async () => {
      const { id, token } = await interrupted();
      await world.accounts.finishBegun();
      expect(await row(id)).toEqual({ isClosed: false, isClosing: false });
      expect((await world.get('/api/me', { token })).status).toBe(200);
      expect((await close(token)).status).toBe(200);
    });

    test('is no closing when staff blocked the account first', async () => {
      const { id, command } = await interrupted();
      expect((await world.submit(command)).ok).toBe(true);
      await world.accounts.finishBegun();
      expect(await row(id)).toEqual({ isClosed: false, isClosing: false });
    });
  });

  test('asked for twice at once closes it once', async () => {
    const { id, token } = await newcomer(world);
    const answers = await Promise.all([close(token), close(token)]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const [row] = await world.query<{ closed: Date | null }>(
      'select closed_at as closed from player where id = $1',
      [id],
    );
    expect(row?.closed).not.toBeNull();
  });

  test('erases what is personal after thirty days and leaves the number and the username', async () => {
    const { id, token, username } = await newcomer(world);
    await world.query(
      `insert into message (site_id, player_id, kind, title_ko, title_en, body_ko, body_en, created_ms)
       values ($1, $2, 'SECURITY', '', '', '203.0.113.7', '', 0)`,
      [SITE, id],
    );
    await world.query(
      `insert into api_key (id, site_id, player_id, session_version, name, scopes, addresses, sealed_secret,
                            created_ms, expires_ms)
       values ('mk_0', $1, $2, 1, '집', 'READ', '203.0.113.7', '', 0, 1)`,
      [SITE, id],
    );
    expect((await close(token)).status).toBe(200);
    const row = async () =>
      (
        await world.query<Record<string, unknown>>(
          'select username, name, phone, email, nick from player where id = $1',
          [id],
        )
      )[0];
    world.time.now = later(world.time.now, 29 * DAY_MS);
    await world.accounts.forgetOld();
    expect(await row()).toMatchObject({ name: '홍길동' });
    world.time.now = later(world.time.now, 2 * DAY_MS);
    await world.accounts.forgetOld();
    expect(await row()).toEqual({ username, name: '', phone: null, email: null, nick: `closed${id}` });
    for (const table of ['message', 'api_key'])
      expect(await world.query(`select id from ${table} where player_id = $1`, [id])).toEqual([]);
  });

  test('is refused without the agreement, to guests and to staff', async () => {
    const { token } = await newcomer(world);
    for (const agreed of [undefined, false, 'true'])
      expect((await world.post('/api/account/close', { password: PASSWORD, agreed }, { token })).status).toBe(
        400,
      );
    const body = { password: PASSWORD, agreed: true };
    expect((await world.post('/api/account/close', body)).status).toBe(401);
    const staff = await newcomer(world, { role: 'STAFF' });
    expect((await close(staff.token)).status).toBe(403);
  });
});
