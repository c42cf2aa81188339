import { DAY_MS, HOUR_MS, MINUTE_MS, millis } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { newcomer, OTHER_SITE, PASSWORD, SITE, type Signed, useWorld } from '../account/testing.ts';
import { testDatabases } from '../db/testing.ts';
import { codeAt, STEP_MS } from './code-testing.ts';
import { protectedMember as openProtected } from './testing.ts';

const KEY = 'device-key-of-the-owner-0001';

describe.each(testDatabases)('on $name', ({ open }) => {
  const world = useWorld(open);
  let addresses = 0;
  const somewhere = () => {
    addresses += 1;
    return `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`;
  };
  const wait = (ms: number) => {
    world.time.now = millis(world.time.now + ms);
  };
  const logIn = (username: string, body: object = {}, ip = somewhere()) =>
    world.post('/api/login', { username, password: PASSWORD, ...body }, { ip });
  const codeNow = (secret: string, steps = 0) => codeAt(secret, world.time.now, steps);

  const protectedMember = (options?: Parameters<typeof newcomer>[1]) => openProtected(world, options);

  const waitsOf = async ({ id }: Pick<Signed, 'id'>) => {
    const { waits } = await world.store.database.transaction((tx) =>
      world.accounts.protection(tx, { site: SITE, player: id }, DAY_MS),
    );
    return waits.filter(({ until }) => until > world.time.now).map(({ reason }) => reason);
  };

  describe('setting it up', () => {
    test('takes the password and a first code; before that nothing is asked for', async () => {
      const { token, username } = await newcomer(world);
      const begin = (password: string) => world.post('/api/security/totp/begin', { password }, { token });
      expect((await begin('a wrong password')).body.code).toBe('CURRENT_PASSWORD_MISMATCH');
      const { body } = await begin(PASSWORD);
      expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(body.uri).toBe(
        `otpauth://totp/One:${username}?secret=${body.secret}&issuer=One&algorithm=SHA1&digits=6&period=30`,
      );
      expect((await logIn(username)).status).toBe(200);
      const confirm = (code: string) => world.post('/api/security/totp/confirm', { code }, { token });
      expect((await confirm(codeNow(body.secret, 5))).body.code).toBe('SECOND_FACTOR_WRONG');
      const confirmed = await confirm(codeNow(body.secret));
      expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
      expect((await begin(PASSWORD)).body.code).toBe('SECOND_FACTOR_ON');
      expect((await confirm(codeNow(body.secret, 1))).body.code).toBe('SECOND_FACTOR_ON');
      const seen = await world.get('/api/security', { token });
      expect(seen.body).toMatchObject({ recovery: { left: 10, of: 10 }, totp: {}, lockedMillis: null });
    });

    test('is over after ten minutes, and after five wrong codes', async () => {
      const { token } = await newcomer(world);
      const begin = () => world.post('/api/security/totp/begin', { password: PASSWORD }, { token });
      const confirm = async (code: string) =>
        (await world.post('/api/security/totp/confirm', { code }, { token })).body.code;
      expect(await confirm('123456')).toBe('SETUP_EXPIRED');
      const old = (await begin()).body.secret;
      wait(11 * MINUTE_MS);
      expect(await confirm(codeNow(old))).toBe('SETUP_EXPIRED');
      const { secret } = (await begin()).body;
      const wrong = codeNow(secret, 9);
      for (let tries = 0; tries < 5; tries += 1) expect(await confirm(wrong)).toBe('SECOND_FACTOR_WRONG');
      expect(await confirm(codeNow(secret))).toBe('TOO_MANY_REQUESTS');
      wait(1);
      const fresh = (await begin()).body.secret;
      expect(await confirm(codeNow(fresh))).toBeUndefined();
    });

    test('neither the secret nor a recovery code is in the tables', async () => {
      const { id, secret, codes } = await protectedMember();
      const rows = await world.query<{ text: string }>(
        `select f::text as text from second_factor f where player_id = $1
         union all select r::text from recovery_code r where player_id = $1`,
        [id],
      );
      expect(rows).toHaveLength(11);
      for (const { text } of rows) {
        expect(text).not.toContain(secret);
        for (const code of codes) expect(text).not.toContain(code.slice(0, 5));
      }
    });

    test('is for members, and for staff by calls of their own', async () => {
      const staff = await protectedMember({ role: 'STAFF' });
      const enter = (more: object) =>
        world.post('/api/office/login', { username: staff.username, password: PASSWORD, ...more });
      expect((await enter({})).body.code).toBe('SECOND_FACTOR_NEEDED');
      expect((await enter({ code: codeNow(staff.secret) })).status).toBe(200);
      expect((await world.get('/api/security', { token: staff.token })).status).toBe(403);
      expect((await world.get('/api/security')).status).toBe(401);
      const member = await newcomer(world);
      expect((await world.get('/api/office/security', { token: member.token })).status).toBe(403);
    });
  });

  describe('signing in', () => {
    test('takes a code, each once, and says nothing of it to who does not know the password', async () => {
      const { username, secret } = await protectedMember();
      const wrong = await logIn(username, { password: 'not the password', code: codeNow(secret) });
      expect([wrong.status, wrong.body.code]).toEqual([401, 'WRONG_CREDENTIALS']);
      const asked = await logIn(username);
      expect([asked.status, asked.body.code]).toEqual([401, 'SECOND_FACTOR_NEEDED']);
      expect(asked.body.accessToken).toBeUndefined();
      expect((await logIn(username, { code: '000000' })).body.code).toBe('SECOND_FACTOR_WRONG');
      const code = codeNow(secret);
      expect((await logIn(username, { code })).status).toBe(200);
      expect((await logIn(username, { code })).body.code).toBe('SECOND_FACTOR_WRONG');
      // A code of the step before the used one would be as good as a used one.
      expect((await logIn(username, { code: codeNow(secret, -1) })).body.code).toBe('SECOND_FACTOR_WRONG');
    });

    test('of one code that comes four times at once exactly one signs in', async () => {
      const { username, secret } = await protectedMember();
      const ip = somewhere();
      await logIn(username, { code: codeNow(secret, -1), deviceKey: KEY }, ip);
      wait(STEP_MS);
      const body = { code: codeNow(secret), deviceKey: KEY };
      const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(username, body, ip)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    test('the thirtieth wrong code of a day is the last, from whichever devices', async () => {
      const { username, secret } = await protectedMember();
      const home = somewhere();
      await logIn(username, { code: codeNow(secret), deviceKey: KEY }, home);
      wait(STEP_MS);
      await world.query(
        `update second_factor set stranger_failures = 30, stranger_since_ms = $2
          where player_id = (select id from player where username = $1)`,
        [username, world.time.now],
      );
      const over = await logIn(username, { code: codeNow(secret) });
      expect([over.status, Number(over.retryAfter)]).toEqual([429, DAY_MS / 1_000]);
      // Whoever has used up the attempts of strangers keeps no device out that the owner has used before.
      const known = { code: codeNow(secret), deviceKey: KEY };
      expect((await logIn(username, known, home)).status).toBe(200);
      wait(DAY_MS);
      expect((await logIn(username, { code: codeNow(secret) })).status).toBe(200);
    });

    test('wrong codes are counted, and the right one starts over', async () => {
      const { id, username, secret } = await protectedMember();
      const wrong = async () =>
        (
          await world.query<{ wrong: number }>(
            'select stranger_failures as wrong from second_factor where player_id = $1',
            [id],
          )
        )[0]?.wrong;
      for (let tries = 0; tries < 3; tries += 1) await logIn(username, { code: '000000' });
      expect(await wrong()).toBe(3);
      await logIn(username, { code: codeNow(secret) });
      expect(await wrong()).toBe(0);
    });

    test('a recovery code signs in once, however it is typed, and withdrawals wait after it', async () => {
      const { id, username, codes, token } = await protectedMember();
      wait(2 * DAY_MS);
      expect(await waitsOf({ id })).toEqual([]);
      const typed = ` ${codes[0].toLowerCase().replace('-', ' ')}`;
      expect((await logIn(username, { code: typed })).status).toBe(200);
      expect((await logIn(username, { code: codes[0] })).body.code).toBe('SECOND_FACTOR_WRONG');
      expect(await waitsOf({ id })).toEqual(['RECOVERY_CODE']);
      const fresh = await logIn(username, { code: codes[1] });
      const seen = await world.get('/api/security', { token: fresh.body.accessToken });
      expect(seen.body.recovery).toMatchObject({ left: 8, of: 10 });
      expect(token).toBeTruthy();
    });

    test('a recovery code of another member, or of the other site, is worth nothing', async () => {
      const { username } = await protectedMember();
      const other = await protectedMember();
      const away = await protectedMember({ site: OTHER_SITE });
      for (const code of [other.codes[0], away.codes[0]])
        expect((await logIn(username, { code })).body.code).toBe('SECOND_FACTOR_WRONG');
      const elsewhere = await world.post('/api/login', {
        username: away.username,
        password: PASSWORD,
        siteInfoId: OTHER_SITE,
      });
      expect(elsewhere.body.code).toBe('SECOND_FACTOR_NEEDED');
    });

    test('the history tells how, and joins the failures of a day from one place', async () => {
      const { username, secret, codes } = await protectedMember();
      const ip = somewhere();
      for (let tries = 0; tries < 2; tries += 1) await logIn(username, { password: 'not the password' }, ip);
      await logIn(username, { code: codeNow(secret) });
      wait(1);
      const { body } = await logIn(username, { code: codes[3] });
      const history = await world.get('/api/security/history', { token: body.accessToken });
      const lines = history.body.content.map(({ outcome, method, times }) => [outcome, method, times]);
      expect(lines[0]).toEqual(['SIGNED_IN', 'RECOVERY_CODE', 1]);
      expect(lines).toContainEqual(['SIGNED_IN', 'PASSWORD_CODE', 1]);
      expect(lines).toContainEqual(['WRONG_PASSWORD', 'PASSWORD', 2]);
      expect((await world.get('/api/security/history')).status).toBe(401);
    });
  });

  describe('somebody who is signed in', () => {
    test('is asked for a code beside the password; five wrong ones end it for a quarter of an hour', async () => {
      const { id, secret } = await protectedMember();
      const who = { site: SITE, player: id };
      const confirm = async (code?: string, password: string | undefined = PASSWORD) =>
        (await world.accounts.confirmOwner(who, { password, code }))?.refusal;
      expect(await confirm()).toBe('SECOND_FACTOR_NEEDED');
      expect(await confirm(codeNow(secret), 'wrong')).toBe('CURRENT_PASSWORD_MISMATCH');
      expect(await confirm(codeNow(secret))).toBeUndefined();
      wait(STEP_MS);
      const guess = async () => (await world.accounts.confirmOwner(who, { code: '000000' }))?.refusal;
      const tries = await Promise.all(Array.from({ length: 9 }, guess));
      expect(tries.filter((each) => each === 'SECOND_FACTOR_WRONG')).toHaveLength(5);
      expect(await confirm(codeNow(secret))).toBe('TOO_MANY_REQUESTS');
      wait(15 * MINUTE_MS);
      expect(await confirm(codeNow(secret))).toBeUndefined();
    });

    test('may repeat a request with its code, and no other request', async () => {
      const { id, secret, codes } = await protectedMember();
      const confirm = async (code: string, use?: string) =>
        (await world.accounts.confirmOwner({ site: SITE, player: id }, { code, use }))?.refusal;
      const code = codeNow(secret);
      expect(await confirm(code, 'one')).toBeUndefined();
      expect(await confirm(code, 'one')).toBeUndefined();
      expect(await confirm(code, 'two')).toBe('SECOND_FACTOR_WRONG');
      expect(await confirm(code)).toBe('SECOND_FACTOR_WRONG');
      expect(await confirm(codes[2], 'three')).toBeUndefined();
      expect(await confirm(codes[2], 'three')).toBeUndefined();
      expect(await confirm(codes[2], 'four')).toBe('SECOND_FACTOR_WRONG');
    });

    test('turns it off with the password and a code; withdrawals wait', async () => {
      const { id, token, secret, username } = await protectedMember();
      wait(2 * DAY_MS);
      const signed = await logIn(username, { code: codeNow(secret) });
      const now = { token: signed.body.accessToken };
      wait(STEP_MS);
      const end = async (body: object) =>
        (await world.post('/api/security/totp/end', { password: PASSWORD, ...body }, now)).body.code;
      expect(await end({})).toBe('SECOND_FACTOR_NEEDED');
      expect(await end({ code: '000000' })).toBe('SECOND_FACTOR_WRONG');
      expect(await end({ code: codeNow(secret) })).toBeUndefined();
      expect(await waitsOf({ id })).toEqual(['SECOND_FACTOR']);
      expect(await end({ code: codeNow(secret) })).toBe('SECOND_FACTOR_OFF');
      expect((await logIn(username)).status).toBe(200);
      expect(token).toBeTruthy();
    });

    test('new recovery codes end the old ones', async () => {
      const { token, secret, codes, username } = await protectedMember();
      const body = { password: PASSWORD, code: codeNow(secret) };
      const made = await world.post('/api/security/recovery/new', body, { token });
      expect(made.body.recoveryCodes).toHaveLength(10);
      expect((await logIn(username, { code: codes[0] })).body.code).toBe('SECOND_FACTOR_WRONG');
      expect((await logIn(username, { code: made.body.recoveryCodes[0] })).status).toBe(200);
    });
  });

  describe('protection', () => {
    test('a longer time counts at once, a shorter one when the present time has passed', async () => {
      const { id, token } = await newcomer(world);
      const set = (hours: number, password?: string) =>
        world.post('/api/security/protection', { hours, ...(password && { password }) }, { token });
      const waitMs = async () =>
        (
          await world.store.database.transaction((tx) =>
            world.accounts.protection(tx, { site: SITE, player: id }, DAY_MS),
          )
        ).waitMs;
      expect((await set(48)).body).toMatchObject({ hours: 48, next: null });
      expect((await set(12)).body.code).toBe('CURRENT_PASSWORD_MISMATCH');
      const shorter = await set(12, PASSWORD);
      const fromMillis = world.time.now + 48 * HOUR_MS;
      expect(shorter.body).toMatchObject({ hours: 48, next: { hours: 12, fromMillis } });
      wait(48 * HOUR_MS - 1);
      expect(await waitMs()).toBe(48 * HOUR_MS);
      wait(1);
      expect(await waitMs()).toBe(12 * HOUR_MS);
      expect((await set(13)).status).toBe(401);
    });

    test('a lock ends every session and stops withdrawals until password and code, or staff, unlock it', async () => {
      const { id, token, secret, username } = await protectedMember();
      wait(2 * DAY_MS);
      const again = (await logIn(username, { code: codeNow(secret) })).body.accessToken;
      wait(STEP_MS);
      expect((await world.post('/api/security/lock', {}, { token: again })).status).toBe(200);
      expect((await world.get('/api/me', { token: again })).status).toBe(401);
      expect((await world.get('/api/me', { token })).status).toBe(401);
      expect(await waitsOf({ id })).toEqual(['LOCKED']);
      const back = (await logIn(username, { code: codeNow(secret) })).body.accessToken;
      wait(STEP_MS);
      const unlock = async (body: object) =>
        (await world.post('/api/security/unlock', { password: PASSWORD, ...body }, { token: back })).body
          .code;
      expect(await unlock({})).toBe('SECOND_FACTOR_NEEDED');
      expect(await unlock({ code: codeNow(secret) })).toBeUndefined();
      expect(await waitsOf({ id })).toEqual([]);
      expect(await unlock({ code: codeNow(secret) })).toBe('ACCOUNT_NOT_LOCKED');
    });

    test('without a second factor only staff unlock, and none can be set up while it is locked', async () => {
      const { id, token, username } = await newcomer(world);
      await world.post('/api/security/lock', {}, { token });
      const back = { token: (await logIn(username)).body.accessToken };
      const unlocked = await world.post('/api/security/unlock', { password: PASSWORD }, back);
      expect(unlocked.body.code).toBe('UNLOCK_NEEDS_STAFF');
      const begun = await world.post('/api/security/totp/begin', { password: PASSWORD }, back);
      expect(begun.body.code).toBe('ACCOUNT_LOCKED');
      const staff = await newcomer(world, { role: 'STAFF' });
      const away = await newcomer(world, { role: 'STAFF', site: OTHER_SITE });
      const officeUnlock = async (by: string) =>
        (
          await world.post(
            '/api/office/security/unlock',
            { playerId: id, reason: '본인 확인' },
            { token: by },
          )
        ).body.code;
      expect(await officeUnlock(back.token)).toBe('FORBIDDEN');
      expect(await officeUnlock(away.token)).toBe('ACCOUNT_NOT_LOCKED');
      expect(await officeUnlock(staff.token)).toBeUndefined();
      expect(await officeUnlock(staff.token)).toBe('ACCOUNT_NOT_LOCKED');
      expect(await waitsOf({ id })).toEqual([]);
      const changes = await world.query(`select staff_id from staff_change where area = 'SECURITY'`);
      expect(changes).toEqual([{ staff_id: staff.id }]);
    });
  });

  test('a device that was not used before is marked for a day, and the first of all is not', async () => {
    const { username } = await newcomer(world);
    const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Safari/604.1' };
    const body = { username, password: PASSWORD, deviceKey: KEY };
    wait(1);
    const signed = await world.post('/api/login', body, { ip: somewhere(), headers: phone });
    const token = signed.body.accessToken;
    const list = async () =>
      (await world.get('/api/account/sessions', { token })).body.content.map(({ name, isNew, isCurrent }) => [
        name,
        isNew,
        isCurrent,
      ]);
    expect(await list()).toEqual([
      ['iPhone · Safari', true, true],
      ['', false, false],
    ]);
    const ended = await world.post('/api/account/sessions/end_others', {}, { token });
    expect(ended.body.ended).toBe(1);
    expect(await list()).toEqual([['iPhone · Safari', true, true]]);
    expect(world.loggedOut.at(-1)?.exceptFamily).toBeTruthy();
    const letters = await world.query('select title_ko, body_ko from message where player_id = $1', [
      signed.body.user.id,
    ]);
    expect(letters).toHaveLength(1);
    expect(letters[0]).toMatchObject({ title_ko: '새 기기에서 로그인했습니다' });
  });
});
