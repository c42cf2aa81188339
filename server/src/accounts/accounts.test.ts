// Accounts of staff: made and changed by two people from above, and entered by neither of them.
import { HOUR_MS, MINUTE_MS, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newcomer, OTHER_SITE, PASSWORD, SITE, type Signed, useWorld } from '../account/testing.ts';
import { testDatabases } from '../db/testing.ts';
import { openTestHttp } from '../http/testing.ts';
import { codeAt } from '../security/code-testing.ts';
import { createStaffRequests } from '../staff/requests.ts';
import { accountsRoutes } from './feature.ts';

describe.each(testDatabases)('an account of staff on $name', ({ open }) => {
  const world = useWorld(open);
  let http: Awaited<ReturnType<typeof openTestHttp>>;
  let [first, second]: Signed[] = [];
  /** So many passwords are hashed before there is no place for another one. */
  let places = Number.POSITIVE_INFINITY;

  beforeAll(async () => {
    const { database } = world.store;
    const requests = createStaffRequests(database);
    const { renewStaff } = world.accounts;
    const hashPassword = async (password: string) => {
      places -= 1;
      return places < 0 ? undefined : world.accounts.hashPassword(password);
    };
    const secret = 'a secret of first passwords';
    http = await openTestHttp({
      routes: [
        ...accountsRoutes({ database, requests, hashPassword, renewStaff, secret }),
        ...requests.routes,
      ],
      authenticate: world.accounts.authenticator.authenticate,
      hasSite: (id) => id === SITE || id === OTHER_SITE,
      clock: () => world.time.now,
    });
  });
  afterAll(() => http.close());

  const staff = (role: 'HEAD' | 'OPERATOR' | 'SUPPORT' | 'AUDITOR', level: number) =>
    newcomer(world, { role: 'STAFF', staff: { role, level } });

  async function ask(method: 'GET' | 'POST', path: string, by: Signed | undefined, payload?: object) {
    const answer = await http.inject({
      ...{ method, url: path, ...(payload === undefined ? {} : { payload }) },
      headers: by === undefined ? {} : { authorization: `Bearer ${by.token}` },
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of several calls.
    return { status: answer.statusCode, body: answer.json<any>() };
  }
  let names = 0;
  const create = (by: Signed, role: string, more: object = {}) => {
    names += 1;
    return ask('POST', '/api/admin', by, {
      ...{ username: `colleague${names}`, name: '새동료', role, reason: '새로 왔습니다', ...more },
    });
  };
  const approve = (staffRequestId: number, by: Signed) =>
    ask('POST', '/api/office/request/approve', by, { staffRequestId });
  const change = (by: Signed, id: number, more: object) =>
    ask('POST', '/api/office/accounts/change', by, { id, reason: '바꿉니다', ...more });
  const half = (by: Signed, id: number) => ask('POST', '/api/office/accounts/first_password', by, { id });
  const newest = async (by: Signed) => (await ask('GET', '/api/admin/list?size=1', by)).body.content[0];
  const enter = (username: string, password: string, more: object = {}) =>
    world.post('/api/office/login', { username, password, ...more });

  beforeAll(async () => {
    [first, second] = [await staff('HEAD', 1), await staff('HEAD', 1)];
  });

  test('is made by two, who each see half of its first password once, and its owner alone enters', async () => {
    const asked = await create(first!, 'OPERATOR');
    expect(asked.status).toBe(200);
    expect((await approve(asked.body.waiting, first!)).body.code).toBe('SECOND_PERSON_NEEDED');
    expect((await approve(asked.body.waiting, second!)).body.outcome).toBe('DONE');
    const made = await newest(first!);
    expect(made).toMatchObject({
      role: 'OPERATOR',
      level: 3,
      parentId: first!.id,
      isNew: true,
      half: 'FIRST',
    });
    const third = await staff('HEAD', 1);
    expect((await half(third, made.id)).body.code).toBe('ALREADY_PROCESSED');
    const [one, two] = [await half(first!, made.id), await half(second!, made.id)];
    expect([one.body.half, two.body.half]).toEqual(['FIRST', 'SECOND']);
    expect((await half(first!, made.id)).body.code).toBe('ALREADY_PROCESSED');
    for (const text of [one.body.text, two.body.text, `${two.body.text}-${one.body.text}`])
      expect((await enter(made.username, text)).body.code).toBe('WRONG_CREDENTIALS');
    const password = `${one.body.text}-${two.body.text}`;
    const entered = await enter(made.username, password);
    expect(entered.body.me).toMatchObject({ mustChangePassword: true, totp: false });
    const looked = await ask('GET', '/api/admin/list', { ...first!, token: entered.body.accessToken });
    expect(looked.body.code).toBe('PASSWORD_CHANGE_NEEDED');
    // Neither half is in the tables.
    const stored = await world.query<{ text: string }>(
      `select account::text as text from staff_account account union all select body from staff_request
       union all select change::text from staff_change change`,
    );
    for (const { text } of stored) {
      expect(text).not.toContain(one.body.text);
      expect(text).not.toContain(two.body.text);
    }
    const changes = await world.query<{ confirmed_by: number }>(
      `select confirmed_by from staff_change where area = 'ACCOUNTS' and action = 'CREATE' and subject = $1`,
      [`staff ${made.id}`],
    );
    expect(changes).toEqual([{ confirmed_by: second!.id }]);
  });

  test.each([0, 1])('is not half made when only %i passwords can be hashed', async (free) => {
    const asked = await create(first!, 'OPERATOR');
    places = free;
    const busy = await approve(asked.body.waiting, second!);
    places = Number.POSITIVE_INFINITY;
    if (busy.status !== 200) {
      expect(busy.body.code).toBe('TRY_AGAIN');
      expect((await newest(first!)).username).not.toBe(`colleague${names}`);
      expect((await approve(asked.body.waiting, second!)).body.outcome).toBe('DONE');
    }
    const made = await newest(first!);
    const password = async () =>
      `${(await half(first!, made.id)).body.text}-${(await half(second!, made.id)).body.text}`;
    expect((await enter(`colleague${names}`, await password())).body.me.id).toBe(made.id);
    const reset = await change(first!, made.id, { isReset: true });
    places = 0;
    expect((await approve(reset.body.waiting, second!)).body.code).toBe('TRY_AGAIN');
    places = Number.POSITIVE_INFINITY;
    expect((await approve(reset.body.waiting, second!)).body.outcome).toBe('DONE');
    expect((await enter(`colleague${names}`, await password())).body.me.mustChangePassword).toBe(true);
  });

  test('is listed by pages, and after an account', async () => {
    const list = async (query: string) => (await ask('GET', `/api/admin/list?${query}`, first!)).body;
    for (let count = 0; count < 3; count += 1) await staff('SUPPORT', 4);
    const all = await list('level=4&size=100');
    expect(all).toMatchObject({ page: 0, size: 100, totalElements: all.content.length, totalPages: 1 });
    const [one, two, three] = all.content;
    const pages = { size: 1, totalElements: all.totalElements, totalPages: all.totalElements };
    expect(await list('level=4&size=1&page=1')).toEqual({ content: [two], page: 1, ...pages });
    expect(await list('level=4&size=1&page=1000')).toEqual({ content: [], page: 1000, ...pages });
    const after = await list(`level=4&size=1&page=1&before=${one.id}`);
    expect(after).toMatchObject({ content: [three], totalElements: all.totalElements - 1 });
  });

  test('opens nothing with a first password that is three days old', async () => {
    const asked = await create(first!, 'SUPPORT');
    await approve(asked.body.waiting, second!);
    const made = await newest(first!);
    const password = `${(await half(first!, made.id)).body.text}-${(await half(second!, made.id)).body.text}`;
    world.time.now = millis(world.time.now + 72 * HOUR_MS);
    expect((await enter(made.username, password)).body.code).toBe('WRONG_CREDENTIALS');
    [first, second] = [await staff('HEAD', 1), await staff('HEAD', 1)];
  });

  test('is made and changed only from above in its line', async () => {
    const owner = await staff('HEAD', 2);
    expect((await create(owner, 'HEAD')).body.code).toBe('STAFF_LEVEL');
    expect((await create(await staff('OPERATOR', 3), 'SUPPORT')).body.code).toBe('FORBIDDEN');
    expect((await create(owner, 'OPERATOR', { username: 'no' })).body.code).toBe('USERNAME_INVALID');
    expect((await create(owner, 'OPERATOR', { username: owner.username })).body.code).toBe('USERNAME_TAKEN');
    // Of another line, one's own, and one's equals.
    const elsewhere = await staff('OPERATOR', 3);
    for (const { id } of [elsewhere, owner, first!])
      expect((await change(owner, id, { isDisabled: true })).body.code).toBe('STAFF_LEVEL');
    expect((await change(first!, second!.id, { isDisabled: true })).body.code).toBe('STAFF_LEVEL');
    const away = await newcomer(world, { role: 'STAFF', site: OTHER_SITE });
    expect((await change(owner, away.id, { isDisabled: true })).body.code).toBe('ACCOUNT_NOT_FOUND');
    expect((await ask('GET', `/api/admin?id=${away.id}`, owner)).body.code).toBe('ACCOUNT_NOT_FOUND');
    const member = await newcomer(world);
    expect((await ask('GET', `/api/admin?id=${member.id}`, owner)).body.code).toBe('ACCOUNT_NOT_FOUND');
    for (const by of [undefined, member])
      expect((await ask('GET', '/api/admin/list', by)).status).toBe(by === undefined ? 401 : 403);
    // Below somebody of one's own line, who is above the new account.
    const helper = await create(owner, 'OPERATOR');
    expect((await approve(helper.body.waiting, first!)).body.outcome).toBe('DONE');
    const { id: parentId } = await newest(owner);
    expect((await create(owner, 'OPERATOR', { parentId })).body.code).toBe('STAFF_LEVEL');
    expect((await create(owner, 'SUPPORT', { parentId: elsewhere.id })).body.code).toBe('STAFF_LEVEL');
    expect((await create(owner, 'SUPPORT', { parentId: away.id })).body.code).toBe('ACCOUNT_NOT_FOUND');
    const under = await create(owner, 'SUPPORT', { parentId });
    expect((await approve(under.body.waiting, first!)).body.outcome).toBe('DONE');
    expect(await newest(owner)).toMatchObject({ role: 'SUPPORT', parentId });
    // Who approves must be above as well.
    const asked = await create(first!, 'HEAD');
    expect((await approve(asked.body.waiting, owner)).body.code).toBe('FORBIDDEN');
  });

  test('that gets another role, is closed or reset signs in anew, or not at all', async () => {
    const target = await staff('OPERATOR', 3);
    const decide = async (more: object) => {
      const asked = await change(first!, target.id, more);
      expect(asked.status).toBe(200);
      expect((await approve(asked.body.waiting, second!)).status).toBe(200);
      world.time.now = millis(world.time.now + MINUTE_MS);
    };
    await decide({ role: 'AUDITOR' });
    expect((await ask('GET', '/api/admin/list', target)).body.code).toBe('TOKEN_EXPIRED');
    const code = () => codeAt(target.factor?.secret ?? '', world.time.now);
    const again = await enter(target.username, PASSWORD, { code: code() });
    expect(again.body.me).toMatchObject({ role: 'AUDITOR', level: 4 });
    await decide({ isDisabled: true });
    expect((await ask('GET', '/api/admin/list', { ...target, token: again.body.accessToken })).status).toBe(
      401,
    );
    expect((await enter(target.username, PASSWORD, { code: code() })).body.code).toBe('WRONG_CREDENTIALS');
    await decide({ isDisabled: false, isReset: true });
    expect((await enter(target.username, PASSWORD, { code: code() })).body.code).toBe('WRONG_CREDENTIALS');
    const password = `${(await half(first!, target.id)).body.text}-${(await half(second!, target.id)).body.text}`;
    expect((await enter(target.username, password)).body.me).toMatchObject({
      totp: false,
      mustChangePassword: true,
    });
  });
});
