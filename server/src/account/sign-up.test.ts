import { MINUTE_MS, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import {
  formOf,
  newcomer,
  OTHER_SITE,
  openWorld,
  PASSWORD,
  SITE,
  signInAs,
  useWorld,
  type World,
} from './testing.ts';

describe.each(testDatabases)('on $name', ({ open }) => {
  const world = useWorld(open);

  test('a new member can sign in and has the practice money of the site', async () => {
    const form = formOf();
    const made = await world.post('/api/player', form);
    expect(made.status).toBe(200);
    expect(made.body).toEqual({ id: expect.any(Number), username: form.username, nick: form.nick });
    const { token } = await signInAs(world, form.username);
    expect((await world.get('/api/wallet/my', { token })).body).toEqual({
      BINARY: { type: 'BINARY', currency: 'KRW', point: '10000000', gameWaitPoint: '0' },
      FUTURES: { type: 'FUTURES', currency: 'USDT', point: '10000', gameWaitPoint: '0' },
      BTC: { type: 'BTC', currency: 'BTC', point: '0', gameWaitPoint: '0' },
    });
  });

  // Every row also breaks a later rule where it can: the earlier reason must win.
  describe('the form is refused, in this order', () => {
    test.each([
      [400, 'USERNAME_INVALID', { username: 'ADMIN', password: 'short' }],
      [400, 'USERNAME_INVALID', { username: '한글아이디' }],
      [400, 'USERNAME_INVALID', { username: 'ab' }],
      [400, 'USERNAME_INVALID', { username: 'a'.repeat(300) }],
      [400, 'USERNAME_INVALID', { username: 'with space' }],
      [400, 'PASSWORD_LENGTH', { password: '1234567', name: '' }],
      [400, 'PASSWORD_LENGTH', { password: 'x'.repeat(129) }],
      [400, 'ENTER_NAME', { name: ' ', nick: '' }],
      [400, 'NAME_INVALID', { name: '<b>kim</b>', nick: '' }],
      [400, 'ENTER_NICK', { nick: '', phone: '' }],
      [400, 'NICK_INVALID', { nick: 'ab\u202Ecd', phone: '' }],
      [400, 'ENTER_PHONE', { phone: '', email: '' }],
      [400, 'PHONE_INVALID', { phone: '02-1-1', email: '' }],
      [400, 'ENTER_EMAIL', { email: '', nick: '관리자' }],
      [400, 'EMAIL_INVALID', { email: 'a@b.kr\r\nBcc: c@d.kr', nick: '관리자' }],
      [422, 'USERNAME_EQUALS_NICK', { username: 'samename', nick: 'SameName', password: 'password123' }],
      [422, 'NICK_RESERVED', { nick: 'Adm1n', password: 'password123' }],
      [422, 'PASSWORD_TOO_COMMON', { password: 'Password123', partnerId: 'nobody' }],
      [422, 'PASSWORD_TOO_COMMON', { username: 'mylongname', password: 'MyLongName' }],
      [422, 'PASSWORD_TOO_COMMON', { password: '가나다라마바사아'.replace(/./g, '가') }],
      [422, 'PARTNER_NOT_FOUND', { partnerId: 'nobody' }],
      [400, 'INVALID_REQUEST', { partnerId: '1 OR 1=1' }],
      [400, 'INVALID_REQUEST', { etcJson: `{"joinPath":"${'x'.repeat(5_000)}"}` }],
      [400, 'INVALID_REQUEST', { etcJson: '{' }],
      [400, 'INVALID_REQUEST', { bankInfo: { accountNumber: "'; drop table player" } }],
      [400, 'INVALID_REQUEST', { address: { address1: 'a\0b' } }],
      [400, 'INVALID_REQUEST', { address: 'x'.repeat(10_000) }],
      [400, 'INVALID_REQUEST', { username: 7 }],
      [400, 'INVALID_REQUEST', { siteInfoId: 99 }],
      [400, 'INVALID_REQUEST', { siteInfoId: 'one' }],
    ])('%i %s %j', async (status, code, changes) => {
      const before = await world.query('select count(*) as n from player');
      const answer = await world.post('/api/player', formOf(changes));
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.body.message).toMatch(/[가-힣]/);
      expect(await world.query('select count(*) as n from player')).toEqual(before);
    });
  });

  test('a password of 64 characters, of spaces and of emoji is accepted as it is', async () => {
    for (const password of ['x9 '.repeat(20), '  leading and trailing  ', '😀😁😂🤣😃😄😅😆']) {
      const form = formOf({ password });
      expect((await world.post('/api/player', form)).status).toBe(200);
      await signInAs(world, form.username, { password });
      const trimmed = await world.post('/api/login', { username: form.username, password: `${password} ` });
      expect(trimmed.body.code).toBe('WRONG_CREDENTIALS');
    }
  });

  describe('of fifty at once exactly one gets', () => {
    test.each([
      ['the username', 'USERNAME_TAKEN', { username: 'wanted-name' }],
      ['the nickname, however it is written', 'NICK_TAKEN', { nick: 'Moonshot' }],
    ])('%s', async (_what, code, same) => {
      const spellings: Record<string, readonly string[]> = {
        nick: ['Moonshot', 'MOONSHOT', 'M0onsh0t', 'rnoonshot'],
      };
      const forms = Array.from({ length: 50 }, (_, index) => {
        const [[field, value]] = Object.entries(same) as [[string, string]];
        const ways = spellings[field] ?? [value];
        return formOf({ [field]: ways[index % ways.length] });
      });
      const said = await Promise.all(forms.map((form) => world.post('/api/player', form)));
      expect(said.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(said.filter(({ body }) => body.code === code)).toHaveLength(49);
      expect(said.filter(({ status }) => status === 422)).toHaveLength(49);
    });
  });

  test('no answer discloses whether a phone number is known', async () => {
    const known = formOf({ phone: '010-7777-7777' });
    expect((await world.post('/api/player', known)).status).toBe(200);
    const answers = [];
    for (const phone of ['010-7777-7777', '01077777777', '+82 10 7777 7777', '010-7777-7778']) {
      const form = formOf({ phone });
      const made = await world.post('/api/player', form);
      const { token } = await signInAs(world, form.username);
      const { body: me } = await world.get('/api/me', { token });
      answers.push({ status: made.status, keys: Object.keys(made.body), phone: me.phone, state: me.status });
    }
    const [first] = answers;
    for (const answer of answers) expect({ ...answer, phone: '' }).toEqual({ ...first, phone: '' });
    expect(answers.map(({ phone }) => phone.slice(-1))).toEqual(['7', '7', '7', '8']);
  });

  test('a sign-up cannot set fields that only the house may set', async () => {
    const form = formOf({
      id: 1,
      money: '99999999',
      level: 9,
      role: 'STAFF',
      status: 'ADMIN',
      wallet: { BINARY: { point: '1' } },
      blockDevice: '',
      partner_id: 1,
      sessionVersion: 5,
      passwordHash: 'x',
      etcJson: { blockDevice: 'M', status: 'ADMIN', language: 'en', money: '5' },
      bankInfo: { bankId: 1, accountNumber: '110-123-456789', level: 9 },
      address: { zipCode: '04524', address1: '서울', isStaff: true },
    });
    const made = await world.post('/api/player', form);
    const [row] = await world.query<Record<string, unknown>>(
      'select role, status, partner_id, block_device, etc, bank, address from player where id = $1',
      [made.body.id],
    );
    expect(row).toEqual({
      role: 'PLAYER',
      status: 'ACTIVE',
      partner_id: null,
      block_device: '',
      etc: { language: 'en' },
      bank: { bankId: 1, accountNumber: '110-123-456789' },
      address: { zipCode: '04524', address1: '서울' },
    });
    const { token } = await signInAs(world, form.username);
    const me = (await world.get('/api/me', { token })).body;
    expect(me).toMatchObject({
      role: 'PLAYER',
      status: 'ACTIVE',
      money: '10000000',
      etcJson: { language: 'en' },
    });
  });

  test('a partner is named by a code of the same site only, and a player is no partner', async () => {
    const [own, foreign, ordinary] = [
      await newcomer(world),
      await newcomer(world, { site: OTHER_SITE }),
      await newcomer(world),
    ];
    const makePartner = (id: number, code: string) =>
      world.query(`update player set role = 'PARTNER', partner_code = $2 where id = $1`, [id, code]);
    await makePartner(own.id, 'OWN-1');
    await makePartner(foreign.id, 'FAR-1');

    expect((await world.get('/api/partner/verify?partnerPk=OWN-1')).status).toBe(200);
    for (const code of ['FAR-1', String(ordinary.id), String(own.id), 'own-1']) {
      expect((await world.get(`/api/partner/verify?partnerPk=${code}`)).body.code).toBe('PARTNER_NOT_FOUND');
      const answer = await world.post('/api/player', formOf({ partnerId: code }));
      expect([answer.status, answer.body.code]).toEqual([422, 'PARTNER_NOT_FOUND']);
    }
    const made = await world.post('/api/player', formOf({ partnerId: 'OWN-1' }));
    const rows = await world.query('select partner_id from player where id = $1', [made.body.id]);
    expect(rows).toEqual([{ partner_id: own.id }]);
  });

  test('a blocked partner refers nobody until it is unblocked', async () => {
    const [partner, staff] = [await newcomer(world), await newcomer(world, { role: 'STAFF' })];
    await world.query(`update player set role = 'PARTNER', partner_code = 'SHUT-1' where id = $1`, [
      partner.id,
    ]);
    const verify = () => world.get('/api/partner/verify?partnerPk=SHUT-1');
    expect((await verify()).status).toBe(200);

    const block = { playerId: partner.id, reason: '확인' };
    expect((await world.post('/api/office/player/block', block, { token: staff.token })).status).toBe(200);
    const unknown = await world.get('/api/partner/verify?partnerPk=SHUT-2');
    expect((await verify()).body).toEqual(unknown.body);
    const form = formOf({ partnerId: 'SHUT-1' });
    const refused = await world.post('/api/player', form);
    expect([refused.status, refused.body.code]).toEqual([422, 'PARTNER_NOT_FOUND']);
    expect(await world.query('select id from player where username = $1', [form.username])).toEqual([]);

    const approved = { player: partner.id, now: world.time.now, reason: '확인함', confirmedBy: 99 };
    await world.accounts.unblock({ staff: { site: SITE, player: staff.id }, ...approved });
    expect((await verify()).status).toBe(200);
    expect((await world.post('/api/player', form)).status).toBe(200);
    const referred = await world.query('select partner_id from player where username = $1', [form.username]);
    expect(referred).toEqual([{ partner_id: partner.id }]);
  });

  test('the database itself refuses a partner of another site', async () => {
    const [one, far] = [await newcomer(world), await newcomer(world, { site: OTHER_SITE })];
    await expect(
      world.query('update player set partner_id = $2 where id = $1', [one.id, far.id]),
    ).rejects.toMatchObject({ constraint: 'a_partner_is_of_the_same_site' });
  });

  test('the same username on another site is another person', async () => {
    const here = await newcomer(world);
    const there = formOf({ username: here.username, siteInfoId: OTHER_SITE, password: 'another password' });
    expect((await world.post('/api/player', there)).status).toBe(200);
    const crossed = await world.post('/api/login', {
      username: here.username,
      password: PASSWORD,
      siteInfoId: OTHER_SITE,
    });
    expect(crossed.body.code).toBe('WRONG_CREDENTIALS');
  });

  test('a name can be checked before sign-up', async () => {
    const { username } = await newcomer(world);
    const ask = (path: string) => world.get(path);
    expect((await ask('/api/user/check_username?username=quite-free')).body).toEqual({
      username: 'quite-free',
      available: true,
    });
    expect((await ask(`/api/user/check_username?username=${username}`)).body.code).toBe('USERNAME_TAKEN');
    expect((await ask('/api/user/check_username?username=NO')).body.code).toBe('USERNAME_INVALID');
    expect((await ask(`/api/user/check_nick?nick=${encodeURIComponent('새별명')}`)).status).toBe(200);
    expect((await ask('/api/user/check_nick?nick=0perator')).body.code).toBe('NICK_RESERVED');
  });

  test('an account whose opening was interrupted opens at the first sign-in', async () => {
    const form = formOf();
    await world.post('/api/player', form);
    // The same profile under an id without an account at the desk.
    await world.query(
      `insert into player (site_id, username, password_hash, name, nick, folded_nick, role, created_at, password_changed_at)
       select site_id, 'half-open', password_hash, name, '반쪽', '반쪽', role, created_at, created_at
         from player where site_id = $1 and username = $2`,
      [SITE, form.username],
    );
    const { token } = await signInAs(world, 'half-open');
    expect((await world.get('/api/wallet/my', { token })).body.BINARY?.point).toBe('10000000');
    expect((await world.get('/api/me', { token })).body.money).toBe('10000000');
  });
});

describe.each(testDatabases)('one address, on $name', ({ open }) => {
  const world = useWorld(open, {});

  let addresses = 0;
  const somewhere = () => {
    addresses += 1;
    return `203.0.113.${addresses}`;
  };
  const signUpFrom = (ip: string, changes: Record<string, unknown> = {}, headers = {}) =>
    world.post('/api/player', formOf(changes), { ip, headers });

  test('creates three accounts an hour, also with many requests at once', async () => {
    const ip = somewhere();
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUpFrom(ip)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body).toEqual({
      status: 429,
      code: 'TOO_MANY_SIGN_UPS',
      message: '같은 네트워크에서 가입이 너무 많습니다. 나중에 다시 시도해 주세요.',
    });
    expect(refused[0]?.retryAfter).toBe('3600');
    expect((await signUpFrom(somewhere())).status).toBe(200);
    const english = await signUpFrom(ip, {}, { 'accept-language': 'en' });
    expect(english.body.message).toBe('Too many sign-ups from this network. Please try again later.');
    world.time.now = millis(world.time.now + 60 * MINUTE_MS);
    expect((await signUpFrom(ip)).status).toBe(200);
  });

  test('is not counted for refused sign-ups', async () => {
    const ip = somewhere();
    expect((await signUpFrom(ip, { username: 'a-name-once' })).status).toBe(200);
    for (const changes of [{ username: 'a-name-once' }, { phone: '1' }, { password: 'short' }]) {
      expect((await signUpFrom(ip, changes)).status).not.toBe(429);
    }
    // Two at once choose one name: the later one is refused after it was counted, and is subtracted again.
    const twins = await Promise.all([1, 2].map(() => signUpFrom(ip, { username: 'twin-name' })));
    expect(twins.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await signUpFrom(ip)).status).toBe(200);
    expect((await signUpFrom(ip)).status).toBe(429);
  });

  test('is counted by its /64, in the tables, so that a restart keeps the count', async () => {
    const made = [];
    for (const end of [1, 2, 3]) made.push(await signUpFrom(`2001:db8::${end}`));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await world.query('select made from sign_up_address where address = $1', ['2001:db8:0:0']);
    expect(rows).toEqual([{ made: 3 }]);
    expect((await signUpFrom('2001:db8::4')).body.code).toBe('TOO_MANY_SIGN_UPS');
    expect((await signUpFrom('2001:db8:1::4')).status).toBe(200);
  });

  test('is no longer counted when its hour is over', async () => {
    await world.accounts.forgetOld();
    expect(await world.query('select address from sign_up_address')).not.toEqual([]);
    world.time.now = millis(world.time.now + 61 * MINUTE_MS);
    await world.accounts.forgetOld();
    expect(await world.query('select address from sign_up_address')).toEqual([]);
  });
});

describe.each(testDatabases)(
  'with the usual rate limits and a journal that has seen 1,000 players, on $name',
  ({ open }) => {
    let database: TestDatabase;
    let world: World;
    beforeAll(async () => {
      database = await open();
      world = await openWorld(database, { highestPlayer: 1_000 });
    });
    afterAll(async () => {
      await world.close();
      await database.drop();
    });

    test('an id that the journal has seen is never given to another person', async () => {
      expect((await world.post('/api/player', formOf())).body.id).toBe(1_001);
    });

    test('one address may check ten names a minute, and not more', async () => {
      const answers = [];
      for (let index = 0; index < 30; index += 1) {
        answers.push(
          await world.get(`/api/user/check_username?username=name-${index}`, { ip: '203.0.113.9' }),
        );
      }
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
      const other = await world.get('/api/user/check_username?username=free', { ip: '203.0.113.10' });
      expect(other.status).toBe(200);
    });
  },
);
