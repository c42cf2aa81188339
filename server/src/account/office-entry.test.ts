// The door of the office: who enters, what a sign-in is good for, and when it ends.
import { playerId } from '@maru/engine/purse';
import { MINUTE_MS, millis, SECOND_MS } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { silentLog } from '../log/log.ts';
import { codeAt, STEP_MS } from '../security/code-testing.ts';
import { createSoftKey } from '../security/testing.ts';
import { createStandings, type Standings } from '../staff/standings.ts';
import { newcomer, OTHER_SITE, PASSWORD, SITE, type Signed, signInAs, useWorld } from './testing.ts';

const HOST = 'maru.example';
const ORIGIN = `https://${HOST}`;

describe.each(testDatabases)('the office on $name', ({ open }) => {
  const world = useWorld(open);
  const pass = (ms: number) => {
    world.time.now = millis(world.time.now + ms);
  };
  const enter = (username: string, more: object = {}) =>
    world.post('/api/office/login', { username, password: PASSWORD, ...more });
  const codeOf = ({ factor }: Signed, steps = 0) => codeAt(factor?.secret ?? '', world.time.now, steps);
  const head = (staff?: { role: 'HEAD' | 'OPERATOR' | 'SUPPORT' | 'AUDITOR'; level: number }) =>
    newcomer(world, { role: 'STAFF', ...(staff === undefined ? {} : { staff }) });
  /** Any call that takes a right and no second look. */
  const look = async (token: string, site = SITE, headers: Record<string, string> = {}) => {
    const body = { playerId: 99_999_999, siteInfoId: site, reason: '확인' };
    return (await world.post('/api/office/player/end_sessions', body, { token, headers })).body.code;
  };
  const PASSED = 'ACCOUNT_NOT_FOUND';

  async function bare(): Promise<Signed> {
    const member = await newcomer(world);
    await world.query(`update player set role = 'STAFF' where id = $1`, [member.id]);
    await world.query(
      `insert into staff_account (player_id, site_id, role, level, created_ms) values ($1, $2, 'HEAD', 2, 0)`,
      [member.id, SITE],
    );
    return member;
  }

  test('lets nobody in who is a member, and the app nobody who is staff; both look like a wrong password', async () => {
    const [member, staff] = [await newcomer(world), await head()];
    const wrong = await enter(member.username, { password: 'not the password' });
    const right = await enter(member.username);
    expect(right).toEqual(wrong);
    expect([right.status, right.body.code]).toEqual([401, 'WRONG_CREDENTIALS']);
    const app = (password: string) => world.post('/api/login', { username: staff.username, password });
    expect(await app(PASSWORD)).toEqual(await app('not the password'));
    const elsewhere = [
      await world.post('/api/login', { refreshToken: staff.refreshToken }),
      await world.post('/api/office/login', { refreshToken: member.refreshToken }),
    ];
    for (const answer of elsewhere) expect([answer.status, answer.body.code]).toEqual([401, 'TOKEN_EXPIRED']);
    expect((await world.get('/api/me', { token: member.token })).status).toBe(200);
    // Staff without an account of the office are nobody there.
    await world.query('delete from staff_account where player_id = $1', [staff.id]);
    expect((await enter(staff.username)).body.code).toBe('WRONG_CREDENTIALS');
  });

  test('says who one is: role, level, rights and the sites to act on', async () => {
    const support = await head({ role: 'SUPPORT', level: 4 });
    const { body } = await world.get('/api/office/me', { token: support.token });
    expect(body).toMatchObject({
      ...{ id: support.id, username: support.username, role: 'SUPPORT', level: 4, totp: true, passkeys: 0 },
      site: { id: SITE, code: 'one', name: 'One' },
      mustChangePassword: false,
      stepUpUntilMillis: world.time.now + 10 * MINUTE_MS,
    });
    expect(body.sites.map(({ id }) => id)).toEqual([SITE]);
    expect(body.rights).toContain('SUPPORT_ANSWER');
    expect(body.rights).not.toContain('CASHIER_DECIDE');
    const platform = await head({ role: 'HEAD', level: 1 });
    const all = await world.get('/api/office/me', { token: platform.token });
    expect(all.body.sites.map(({ id }) => id)).toEqual([SITE, OTHER_SITE]);
  });

  test('refuses everything but the set-up to a sign-in without a second factor, and opens with the first code', async () => {
    const { username } = await bare();
    const { accessToken: token, me } = (await enter(username)).body;
    expect([me.totp, me.stepUpUntilMillis]).toEqual([false, null]);
    expect(await look(token)).toBe('SECOND_FACTOR_SETUP_NEEDED');
    expect((await world.post('/api/office/step_up', { code: '000000' }, { token })).body.code).toBe(
      'SECOND_FACTOR_SETUP_NEEDED',
    );
    const begun = await world.post('/api/office/security/totp/begin', { password: PASSWORD }, { token });
    const code = codeAt(begun.body.secret, world.time.now);
    expect((await world.post('/api/office/security/totp/confirm', { code }, { token })).status).toBe(200);
    expect(await look(token)).toBe(PASSED);
    // Without the last factor the same sign-in is worth nothing again.
    pass(STEP_MS);
    const proof = { password: PASSWORD, code: codeAt(begun.body.secret, world.time.now) };
    expect((await world.post('/api/office/security/totp/end', proof, { token })).status).toBe(200);
    expect(await look(token)).toBe('SECOND_FACTOR_SETUP_NEEDED');
  });

  test('takes the code at every later sign-in, or a recovery code once', async () => {
    const staff = await head();
    expect((await enter(staff.username)).body.code).toBe('SECOND_FACTOR_NEEDED');
    expect((await enter(staff.username, { code: '000000' })).body.code).toBe('SECOND_FACTOR_WRONG');
    // The code of the set-up was used.
    expect((await enter(staff.username, { code: codeOf(staff) })).body.code).toBe('SECOND_FACTOR_WRONG');
    const entered = await enter(staff.username, { code: codeOf(staff, 1) });
    expect(await look(entered.body.accessToken)).toBe(PASSED);
    const code = staff.factor?.codes[0];
    expect((await enter(staff.username, { code })).status).toBe(200);
    expect((await enter(staff.username, { code })).body.code).toBe('SECOND_FACTOR_WRONG');
  });

  test('asks for the second factor again ten minutes later where money or rules change, and use does not extend it', async () => {
    const staff = await head();
    const { token } = staff;
    const member = await newcomer(world);
    const change = async () =>
      (
        await world.post(
          '/api/office/security/unlock',
          { playerId: member.id, reason: '본인 확인' },
          { token },
        )
      ).body.code;
    expect(await change()).toBe('ACCOUNT_NOT_LOCKED');
    pass(6 * MINUTE_MS);
    expect(await change()).toBe('ACCOUNT_NOT_LOCKED');
    pass(4 * MINUTE_MS);
    expect(await change()).toBe('STEP_UP_NEEDED');
    expect(await look(token)).toBe(PASSED);
    const stepUp = (body: object, by = token) => world.post('/api/office/step_up', body, { token: by });
    expect((await stepUp({ code: '000000' })).body.code).toBe('SECOND_FACTOR_WRONG');
    expect(await change()).toBe('STEP_UP_NEEDED');
    const code = codeOf(staff);
    const renewed = await stepUp({ code });
    expect(renewed.body.stepUpUntilMillis).toBe(world.time.now + 10 * MINUTE_MS);
    expect((await stepUp({ code })).body.code).toBe('SECOND_FACTOR_WRONG');
    expect(await change()).toBe('ACCOUNT_NOT_LOCKED');
    for (const body of [{}, { code, credential: {} }, { code: 7 }]) {
      expect((await stepUp(body)).status).toBe(400);
    }
    expect((await stepUp({ code }, member.token)).status).toBe(403);
  });

  test('ends a sign-in after a quarter of an hour without a call of a person, also for its refresh token', async () => {
    const [busy, resting] = [await head(), await head()];
    pass(14 * MINUTE_MS);
    expect(await look(busy.token)).toBe(PASSED);
    // A page that reads by itself, and a refresh, keep nobody signed in.
    expect(await look(resting.token, SITE, { 'maru-background': '1' })).toBe(PASSED);
    const fresh = await world.post('/api/office/login', { refreshToken: resting.refreshToken });
    expect(fresh.status).toBe(200);
    pass(MINUTE_MS + SECOND_MS);
    expect(await look(resting.token)).toBe('TOKEN_EXPIRED');
    expect((await world.get('/api/office/me', { token: fresh.body.accessToken })).status).toBe(401);
    const again = await world.post('/api/office/login', { refreshToken: fresh.body.refreshToken });
    expect([again.status, again.body.code]).toEqual([401, 'TOKEN_EXPIRED']);
    const kept = await world.post('/api/office/login', { refreshToken: busy.refreshToken });
    expect(await look(kept.body.accessToken)).toBe(PASSED);
  });

  test('knows after a restart when the second factor was given, and who has left the desk', async () => {
    const staff = await head();
    const given = world.time.now;
    const [session] = await world.query<{ id: string }>(
      'select id from refresh_family where player_id = $1',
      [staff.id],
    );
    const signIn = { player: playerId(staff.id), family: session?.id ?? '' };
    const afterRestart = () => createStandings({ database: world.store.database, log: silentLog });
    const find = (of: Standings, isByPerson = false) => of.find(signIn, { isByPerson, now: world.time.now });
    pass(9 * MINUTE_MS);
    expect(await find(afterRestart())).toMatchObject({ role: 'HEAD', factorAt: given });
    pass(6 * MINUTE_MS);
    // The look of a page was no call of a person: a quarter of an hour has passed since the sign-in.
    expect(await find(afterRestart(), true)).toBe('IDLE');
    expect(await find(afterRestart(), true)).not.toMatchObject({ role: 'HEAD' });
  });

  test('lets a role do what its rights say, and those of the platform act on every site', async () => {
    const operator = await head({ role: 'OPERATOR', level: 3 });
    const auditor = await head({ role: 'AUDITOR', level: 4 });
    expect(await look(operator.token)).toBe(PASSED);
    expect(await look(auditor.token)).toBe('FORBIDDEN');
    const platform = await head({ role: 'HEAD', level: 1 });
    const owner = await head();
    const far = await newcomer(world, { site: OTHER_SITE });
    const end = async (token: string, siteInfoId?: number) =>
      (
        await world.post(
          '/api/office/player/end_sessions',
          { playerId: far.id, siteInfoId, reason: '확인' },
          { token },
        )
      ).status;
    expect(await end(owner.token, OTHER_SITE)).toBe(403);
    expect(await end(platform.token)).toBe(404);
    expect(await end(platform.token, 99)).toBe(403);
    expect(await end(platform.token, OTHER_SITE)).toBe(200);
    const acts = await world.query('select site_id, staff_id from staff_change where subject = $1', [
      `player ${far.id}`,
    ]);
    expect(acts).toEqual([{ site_id: OTHER_SITE, staff_id: platform.id }]);
    // One's own account is where it is.
    const me = await world.get(`/api/office/me?siteInfoId=${OTHER_SITE}`, { token: platform.token });
    expect(me.body.site.id).toBe(SITE);
  });

  test('ends with the account, and a first password must be changed in time', async () => {
    const staff = await head();
    await world.query('update staff_account set password_until_ms = $2 where player_id = $1', [
      staff.id,
      world.time.now + MINUTE_MS,
    ]);
    const entered = await enter(staff.username, { code: codeOf(staff, 1) });
    const token = entered.body.accessToken;
    expect(entered.body.me.mustChangePassword).toBe(true);
    expect(await look(token)).toBe('PASSWORD_CHANGE_NEEDED');
    pass(STEP_MS);
    const change = {
      id: staff.id,
      currentPassword: PASSWORD,
      password: 'nobody else knows',
      code: codeOf(staff, 1),
    };
    const changed = await world.post('/api/office/change_password', change, { token });
    expect(await look(changed.body.accessToken)).toBe(PASSED);

    const late = await head();
    await world.query('update staff_account set password_until_ms = $2 where player_id = $1', [
      late.id,
      world.time.now,
    ]);
    expect((await enter(late.username, { code: codeOf(late, 1) })).body.code).toBe('WRONG_CREDENTIALS');
  });

  test('takes a passkey instead of a code, and then no password without it', async () => {
    const { username, id } = await bare();
    const at = (token?: string) => ({ headers: { host: HOST }, ...(token === undefined ? {} : { token }) });
    const challenge = async () =>
      String((await world.post('/api/office/login/passkey/begin', {}, at())).body.options['challenge']);
    const { accessToken: token } = (await enter(username)).body;
    const key = createSoftKey(HOST);
    const begun = await world.post('/api/office/security/passkey/begin', { password: PASSWORD }, at(token));
    const made = key.register({ challenge: String(begun.body.options['challenge']), origin: ORIGIN });
    const body = { name: '노트북', credential: made };
    expect((await world.post('/api/office/security/passkey/add', body, at(token))).status).toBe(200);
    expect(await look(token)).toBe(PASSED);
    // Whoever has only the password would otherwise set up a factor of their own.
    expect((await enter(username)).body.code).toBe('PASSKEY_NEEDED');
    const sign = async () => key.signIn({ challenge: await challenge(), origin: ORIGIN });
    const app = await world.post('/api/login/passkey', { credential: await sign() }, at());
    expect(app.body.code).toBe('PASSKEY_REFUSED');
    const entered = await world.post('/api/office/login/passkey', { credential: await sign() }, at());
    expect(entered.body.me.id).toBe(id);
    pass(11 * MINUTE_MS);
    const again = { credential: await sign() };
    const own = at(entered.body.accessToken);
    const colleague = await head();
    expect((await world.post('/api/office/step_up', again, at(colleague.token))).body.code).toBe(
      'PASSKEY_REFUSED',
    );
    expect((await world.post('/api/office/step_up', again, own)).status).toBe(200);
    expect((await world.post('/api/office/step_up', again, own)).body.code).toBe('PASSKEY_REFUSED');
    const removal = { id: key.id, password: PASSWORD };
    expect((await world.post('/api/office/security/passkey/remove', removal, own)).status).toBe(200);
    expect(await look(entered.body.accessToken)).toBe('SECOND_FACTOR_SETUP_NEEDED');
  });

  test('shows staff their own sign-ins and ends them', async () => {
    const staff = await head();
    const entered = await enter(staff.username, { code: codeOf(staff, 1) });
    const { token } = staff;
    const open = await world.get('/api/office/security/sessions', { token });
    expect(open.body.content).toHaveLength(2);
    const history = await world.get('/api/office/security/history', { token });
    expect(history.body.content[0]).toMatchObject({ outcome: 'SIGNED_IN', method: 'PASSWORD_CODE' });
    expect((await world.post('/api/office/security/sessions/end_others', {}, { token })).body.ended).toBe(1);
    expect(await look(entered.body.accessToken)).toBe('TOKEN_EXPIRED');
    const member = await newcomer(world);
    expect((await world.get('/api/office/security/sessions', { token: member.token })).status).toBe(403);
    expect((await signInAs(world, member.username)).id).toBe(member.id);
  });
});
