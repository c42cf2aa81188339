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
    const body = { playerId: id };
    const reply = await world.post('/api/office/player/unblock', body, { token: staff.token });
    expect(reply.body.code).toBe('ACCOUNT_NOT_FOUND');
  });

  test('erases what is personal after thirty days and leaves the number and the username', async () => {
    const { id, token, username } = await newcomer(world);
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
