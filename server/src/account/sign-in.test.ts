import { MINUTE_MS, millis } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { newcomer, openWorld, PASSWORD, SITE, signInAs, useWorld } from './testing.ts';

const KEY = 'device-key-of-the-owner-0001';

describe.each(testDatabases)('on $name', ({ open }) => {
  const world = useWorld(open);

  let addresses = 0;
  /** Another address each time, so that failures of one test do not affect another. */
  const somewhere = () => {
    addresses += 1;
    return `198.51.100.${addresses}`;
  };
  const logIn = (body: unknown, ip = somewhere()) => world.post('/api/login', body, { ip });

  test('the answer is a pair of tokens and the member', async () => {
    const { username } = await newcomer(world);
    const answer = await logIn({ username, password: PASSWORD, siteInfoId: SITE });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      expiresIn: 900,
      user: { username, status: 'ACTIVE', role: 'PLAYER', isTourOver: false },
    });
    expect(answer.body.refreshToken).toMatch(/^[\w-]{43}$/);
    expect(Object.keys(answer.body).sort()).toEqual(['accessToken', 'expiresIn', 'refreshToken', 'user']);
    expect(Object.keys(answer.body.user).sort()).toEqual(
      [
        'email',
        'etcJson',
        'id',
        'isTourOver',
        'money',
        'name',
        'nick',
        'phone',
        'role',
        'status',
        'username',
        'wallet',
      ].sort(),
    );
  });

  test('no token or password is stored in the tables', async () => {
    const { refreshToken, username } = await newcomer(world);
    const rows = await world.query<{ text: string }>(
      `select t::text as text from refresh_token t
       union all select f::text from refresh_family f
       union all select p::text from player p where username = $1`,
      [username],
    );
    for (const { text } of rows) {
      expect(text).not.toContain(refreshToken);
      expect(text).not.toContain(PASSWORD);
    }
  });

  test('an unknown name and a wrong password get the same answer', async () => {
    const { username } = await newcomer(world);
    const ip = somewhere();
    const wrong = await logIn({ username, password: 'not the password' }, ip);
    const unknown = await logIn({ username: 'nobody-here', password: 'not the password' }, ip);
    expect(wrong).toEqual(unknown);
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      status: 401,
      code: 'WRONG_CREDENTIALS',
      message: '아이디 또는 비밀번호가 일치하지 않습니다.',
    });
  });

  test.each(['ADMIN', ' player1', 'player1 ', 'аdmin', 'x'.repeat(300), "' or 1=1 --"])(
    'the name %j belongs to nobody',
    async (username) => {
      const answer = await logIn({ username, password: PASSWORD });
      expect([answer.status, answer.body.code]).toEqual([401, 'WRONG_CREDENTIALS']);
    },
  );

  test.each([
    {},
    { username: 'someone' },
    { password: PASSWORD },
    { username: 'someone', password: 'x'.repeat(1_000) },
    { username: 'someone', password: PASSWORD, refreshToken: 'x'.repeat(43) },
    { username: 'x'.repeat(5_000), password: PASSWORD },
    { username: ['someone'], password: PASSWORD },
    { username: 'someone', password: null },
    { refreshToken: 7 },
    { username: 'a\0bcd', password: PASSWORD },
    { refreshToken: `${'x'.repeat(42)}\0` },
    { username: 'someone', password: PASSWORD, deviceKey: 'short' },
  ])('a malformed sign-in is refused before any work: %j', async (body) => {
    const answer = await logIn(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_REQUEST']);
  });

  test('the state of an account is disclosed only to a caller with the right password', async () => {
    const waiting = await newcomer(world);
    await world.query(`update player set status = 'WAITING' where id = $1`, [waiting.id]);
    const tryWith = async (password: string) =>
      (await logIn({ username: waiting.username, password })).body.code;
    expect(await tryWith('not the password')).toBe('WRONG_CREDENTIALS');
    expect(await tryWith(PASSWORD)).toBe('WAITING_FOR_APPROVAL');

    const staff = await newcomer(world, { role: 'STAFF' });
    const blocked = await newcomer(world);
    await world.post(
      '/api/office/player/block',
      { playerId: blocked.id, reason: '확인' },
      { token: staff.token },
    );
    const blockedWith = async (password: string) => logIn({ username: blocked.username, password });
    expect((await blockedWith('not the password')).body.code).toBe('WRONG_CREDENTIALS');
    expect(await blockedWith(PASSWORD)).toMatchObject({
      status: 403,
      body: {
        code: 'ACCOUNT_BLOCKED',
        message: '계정이 이용이 불가능합니다. 자세한 사항은 관리자에게 문의해주시기 바랍니다.',
      },
    });
  });

  test('the passwords of seven guesses are checked, also when they come at once from forty addresses', async () => {
    const { username } = await newcomer(world);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => logIn({ username, password: 'a wrong guess' })),
    );
    expect(answers.filter(({ body }) => body.code === 'WRONG_CREDENTIALS')).toHaveLength(7);
    const late = answers.filter(({ body }) => body.code === 'TOO_MANY_REQUESTS');
    expect(late).toHaveLength(33);
    // The wait in the answer is exact: an address that has not guessed may try again after it.
    expect(late[0]?.retryAfter).toBe('1');
    expect((await logIn({ username, password: PASSWORD })).status).toBe(429);
    world.time.now = millis(world.time.now + 1_000);
    expect((await logIn({ username, password: PASSWORD })).status).toBe(200);
  });

  test('a stranger has six guesses, and the owner still gets in from a new device', async () => {
    const { username } = await newcomer(world);
    const stranger = somewhere();
    const guesses = [];
    for (let index = 0; index < 8; index += 1)
      guesses.push(await logIn({ username, password: 'a wrong guess' }, stranger));
    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    expect(guesses.at(-1)?.retryAfter).toBe('900');
    // Also behind the address of the stranger: the device key tells them apart.
    const owner = { username, password: PASSWORD, deviceKey: 'a-new-device-of-the-owner' };
    expect((await logIn(owner, stranger)).status).toBe(200);
  });

  test('names that do not exist are locked in the same way', async () => {
    const answers = [];
    for (let index = 0; index < 8; index += 1)
      answers.push(await logIn({ username: 'no-such-one', password: PASSWORD }));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 401, 429]);
    expect(answers.at(-1)?.retryAfter).toBe('1');
  });

  test('strangers cannot lock the owner out of a known device', async () => {
    const { username } = await newcomer(world);
    const owner = { username, password: PASSWORD, deviceKey: KEY };
    expect((await logIn(owner)).status).toBe(200);
    for (let index = 0; index < 8; index += 1) await logIn({ username, password: 'a wrong guess' });
    expect((await logIn({ username, password: PASSWORD })).status).toBe(429);
    for (let index = 0; index < 8; index += 1) expect((await logIn(owner)).status).toBe(200);
    // A stolen device has its own five guesses.
    const guesses = [];
    for (let index = 0; index < 6; index += 1)
      guesses.push(await logIn({ ...owner, password: 'a wrong guess' }));
    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('the right password clears the count', async () => {
    const { username } = await newcomer(world);
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 4; index += 1) await logIn({ username, password: 'a wrong guess' });
      expect((await logIn({ username, password: PASSWORD })).status).toBe(200);
    }
  });

  test('an address has twenty failures a minute; successful sign-ins are not counted', async () => {
    const people = [await newcomer(world), await newcomer(world)];
    const ip = somewhere();
    for (let index = 0; index < 30; index += 1) {
      const { username } = people[index % 2]!;
      expect((await logIn({ username, password: PASSWORD }, ip)).status).toBe(200);
    }
    for (let index = 0; index < 20; index += 1) {
      expect((await logIn({ username: `guess-${index}`, password: PASSWORD }, ip)).status).toBe(401);
    }
    const answer = await logIn({ username: 'guess-21', password: PASSWORD }, ip);
    expect([answer.status, answer.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect((await logIn({ username: people[0]!.username, password: PASSWORD })).status).toBe(200);
    world.time.now = millis(world.time.now + MINUTE_MS);
    expect((await logIn({ username: people[0]!.username, password: PASSWORD }, ip)).status).toBe(200);
  });

  test('failures behind an address do not block known devices behind it', async () => {
    const [keyed, plain] = [await newcomer(world), await newcomer(world)];
    const ip = somewhere();
    const withKey = { username: keyed.username, password: PASSWORD, deviceKey: KEY };
    const withoutKey = { username: plain.username, password: PASSWORD };
    expect((await logIn(withKey)).status).toBe(200);
    expect((await logIn(withoutKey, ip)).status).toBe(200);
    for (let index = 0; index < 25; index += 1)
      await logIn({ username: `guess-${index}`, password: PASSWORD }, ip);
    expect((await logIn({ username: keyed.username, password: PASSWORD }, ip)).status).toBe(429);
    expect((await logIn({ ...withKey, username: 'no-such-one' }, ip)).status).toBe(429);
    expect((await logIn(withKey, ip)).status).toBe(200);
    expect((await logIn(withoutKey, ip)).status).toBe(200);
  });

  test('a hash of a lower cost is replaced at the next sign-in', async () => {
    const { username, id } = await newcomer(world);
    const old = '$argon2id$v=19$m=64,t=1,p=1$';
    const { hashSync } = await import('@node-rs/argon2');
    await world.query('update player set password_hash = $2 where id = $1', [
      id,
      hashSync(PASSWORD, { memoryCost: 64, timeCost: 1, parallelism: 1 }),
    ]);
    const header = async () =>
      (
        await world.query<{ password_hash: string }>('select password_hash from player where id = $1', [id])
      )[0]!.password_hash;
    expect((await header()).startsWith(old)).toBe(true);
    await signInAs(world, username);
    expect((await header()).startsWith('$argon2id$v=19$m=256,t=1,p=1$')).toBe(true);
    await signInAs(world, username);
  });

  test('every sign-in and every wrong guess has a row in the audit table', async () => {
    const { username, id } = await newcomer(world);
    await logIn({ username, password: 'a wrong guess' });
    const rows = await world.query<{ outcome: string; player_id: number }>(
      'select outcome, player_id from sign_in_audit where username = $1 order by id',
      [username],
    );
    expect(rows).toEqual([
      { outcome: 'SIGNED_IN', player_id: id },
      { outcome: 'WRONG_CREDENTIALS', player_id: id },
    ]);
  });

  test('old sessions, attempts and audit rows are deleted in time, and nothing younger', async () => {
    const { username, refreshToken } = await newcomer(world);
    await logIn({ username, password: 'a wrong guess' });
    await world.accounts.forgetOld();
    expect((await logIn({ refreshToken })).status).toBe(200);
    world.time.now = millis(world.time.now + 400 * 24 * 60 * MINUTE_MS);
    await world.accounts.forgetOld();
    for (const table of ['refresh_family', 'refresh_token', 'login_failure', 'sign_in_audit']) {
      expect(await world.query(`select * from ${table}`)).toEqual([]);
    }
  });
});

test('the owner signs in on a known device while 300 addresses guess', async () => {
  const [embedded] = testDatabases;
  const database = await embedded!.open();
  // Checks slow enough that guesses have to queue.
  const world = await openWorld(database, {
    paces: 'OFF',
    passwordCost: { memoryKib: 8_192, passes: 2, lanes: 1 },
  });
  try {
    const { username } = await newcomer(world);
    const owner = { username, password: PASSWORD, deviceKey: KEY };
    expect((await world.post('/api/login', owner)).status).toBe(200);
    const guesses: Promise<{ readonly body: { readonly code?: string } }>[] = [];
    for (let address = 0; address < 300; address += 1) {
      const ip = `10.7.${address >> 8}.${address & 255}`;
      for (const name of ['a', 'b']) {
        const guess = { username: `guess-${address}-${name}`, password: PASSWORD };
        guesses.push(world.post('/api/login', guess, { ip }));
      }
    }
    await Promise.race(guesses);
    for (let round = 0; round < 5; round += 1) {
      expect((await world.post('/api/login', owner, { ip: '10.8.0.1' })).status).toBe(200);
    }
    const codes = (await Promise.all(guesses)).map(({ body }) => body.code);
    // The queue was full, and no guess signed in.
    expect(codes).toContain('TRY_AGAIN');
    expect(new Set(codes)).toEqual(new Set(['TRY_AGAIN', 'WRONG_CREDENTIALS']));
  } finally {
    await world.close();
    await database.drop();
  }
});

test('while the desk cannot answer, a sign-in gets TRY_AGAIN and no refresh token is used up', async () => {
  const [embedded] = testDatabases;
  const database = await embedded!.open();
  const world = await openWorld(database);
  try {
    const { username, refreshToken } = await newcomer(world);
    await world.stopDesk();
    expect((await world.post('/api/login', { username, password: PASSWORD })).body.code).toBe('TRY_AGAIN');
    expect((await world.post('/api/login', { refreshToken })).body.code).toBe('TRY_AGAIN');
    expect(await world.query('select print from refresh_token where used_at is not null')).toEqual([]);
  } finally {
    await world.close();
    await database.drop();
  }
});
