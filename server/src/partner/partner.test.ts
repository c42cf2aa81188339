// Partners: asked for from above, approved by a second person, and shown to whoever stands above them in the tree.
import { DAY_MS, koreanDate, MINUTE_MS, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, newcomer, OTHER_SITE, SITE, type Signed, useWorld } from '../account/testing.ts';
import { testDatabases } from '../db/testing.ts';
import { openTestHttp } from '../http/testing.ts';
import { createStaffRequests } from '../staff/requests.ts';
import { partnerRoutes } from './feature.ts';
import { insertPlace, OFFICE_LEVEL, type Place } from './store.ts';

const rates = (turnover: string, fee: string) => [
  { product: 'binary', base: 'TURNOVER', rate: turnover },
  { product: 'futures', base: 'FEE', rate: fee },
];

describe.each(testDatabases)('a partner on $name', ({ open }) => {
  const world = useWorld(open);
  let http: Awaited<ReturnType<typeof openTestHttp>>;
  let [first, second]: Signed[] = [];
  let names = 0;
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
    const parts = { database, requests, hashPassword, renewStaff, secret: 'of first passwords' };
    http = await openTestHttp({
      routes: [...partnerRoutes(parts), ...requests.routes],
      authenticate: world.accounts.authenticator.authenticate,
      hasSite: (id) => id === SITE || id === OTHER_SITE,
      clock: () => world.time.now,
    });
    [first, second] = [await newcomer(world, { role: 'STAFF' }), await newcomer(world, { role: 'STAFF' })];
  });
  afterAll(() => http.close());

  async function ask(path: string, by: Signed | undefined, payload?: object) {
    const answer = await http.inject({
      ...{ method: payload === undefined ? 'GET' : 'POST', url: path },
      ...(payload === undefined ? {} : { payload }),
      headers: by === undefined ? {} : { authorization: `Bearer ${by.token}` },
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of several calls.
    return { status: answer.statusCode, body: answer.json<any>() };
  }
  const create = (by: Signed | undefined, more: object = {}) => {
    names += 1;
    const person = { username: `partner${names}`, name: '새 파트너', nick: `파트너${names}` };
    const rest = { code: `CODE${names}`, rates: rates('0.01', '0.4'), reason: '새로 맺었습니다' };
    return ask('/api/partner', by, { ...person, ...rest, ...more });
  };
  const approve = (staffRequestId: number, by = second!) =>
    ask('/api/office/request/approve', by, { staffRequestId });
  const change = (by: Signed, partnerId: number, more: object) =>
    ask('/api/office/partner/change', by, { partnerId, reason: '다시 정했습니다', ...more });
  const read = (by: Signed, id: number) => ask(`/api/partner?id=${id}`, by);
  const list = async (by: Signed, query = ''): Promise<readonly number[]> =>
    // biome-ignore lint/suspicious/noExplicitAny: rows of the list.
    (await ask(`/api/partner/list?${query}`, by)).body.content.map(({ id }: any) => id);
  const half = (by: Signed, partnerId: number) =>
    ask('/api/office/partner/first_password', by, { partnerId });

  async function made(by: Signed, more: object = {}): Promise<number> {
    const asked = await create(by, more);
    expect(asked.body).toMatchObject({ waiting: expect.any(Number) });
    expect((await approve(asked.body.waiting)).body.outcome).toBe('DONE');
    const [id] = await list(first!, 'size=1');
    return id!;
  }

  /** Signed in at the office, with a place in the tree. */
  async function seated(parent?: Place, site = SITE): Promise<Signed & { readonly place: Place }> {
    const signed = await newcomer(world, {
      site,
      role: 'STAFF',
      staff: { role: 'PARTNER', level: OFFICE_LEVEL },
    });
    const place = await world.store.database.transaction((tx) =>
      insertPlace(tx, { site, id: signed.id, parent, now: world.time.now }),
    );
    return { ...signed, place };
  }

  test.each([0, 1])('is not half made when only %i passwords can be hashed', async (free) => {
    const asked = await create(first!);
    places = free;
    const busy = await approve(asked.body.waiting);
    places = Number.POSITIVE_INFINITY;
    if (busy.status !== 200) {
      expect(busy.body.code).toBe('TRY_AGAIN');
      expect(await world.query('select 1 from player where username = $1', [`partner${names}`])).toEqual([]);
      expect((await approve(asked.body.waiting)).body.outcome).toBe('DONE');
    }
    const [id] = await list(first!, 'size=1');
    const [one, two] = [await half(first!, id!), await half(second!, id!)];
    const who = { username: `partner${names}`, password: `${one.body.text}-${two.body.text}` };
    expect((await world.post('/api/office/login', who)).body.me).toMatchObject({ id, role: 'PARTNER' });
  });

  test('is made by two, who each see half of the first password, and enters the office, then the app', async () => {
    const asked = await create(first!, { username: 'headoffice', code: 'HEAD01' });
    expect((await create(first!, { username: 'headoffice' })).body.code).toBe('ALREADY_PROCESSED');
    expect((await approve(asked.body.waiting, first!)).body.code).toBe('SECOND_PERSON_NEEDED');
    expect((await approve(asked.body.waiting)).body.outcome).toBe('DONE');
    const [id] = await list(first!, 'level=1&size=1');
    expect((await read(first!, id!)).body).toMatchObject({
      ...{ username: 'headoffice', code: 'HEAD01', level: 1, parentId: null, status: 'ACTIVE' },
      ...{ isNew: true, half: 'FIRST', members: 0, membersBelow: 0, children: 0 },
    });
    const [one, two] = [await half(first!, id!), await half(second!, id!)];
    expect((await half(first!, id!)).body.code).toBe('ALREADY_PROCESSED');
    const who = { username: 'headoffice', password: `${one.body.text}-${two.body.text}` };
    // The app opens only when nobody else knows the password.
    expect((await world.post('/api/login', who)).body.code).toBe('WRONG_CREDENTIALS');
    const entered = await world.post('/api/office/login', who);
    expect(entered.body.me).toMatchObject({ role: 'PARTNER', level: 5, mustChangePassword: true });
    expect(entered.body.me.rights).toEqual(['SELF', 'PARTNER_READ', 'PARTNER_EDIT']);
    const fresh = { ...first!, token: entered.body.accessToken as string };
    expect((await ask('/api/partner/list', fresh)).body.code).toBe('PASSWORD_CHANGE_NEEDED');
    const password = 'known to the partner alone';
    const changed = await world.post(
      '/api/office/change_password',
      { id, currentPassword: who.password, password },
      { token: fresh.token },
    );
    expect(changed.status).toBe(200);
    const again = await world.post('/api/office/login', { username: 'headoffice', password });
    const factorless = { ...first!, token: again.body.accessToken as string };
    expect((await ask('/api/partner/list', factorless)).body.code).toBe('SECOND_FACTOR_SETUP_NEEDED');
    const inApp = await world.post('/api/login', { username: 'headoffice', password });
    expect(inApp.body.user.role).toBe('PARTNER');
    // What was signed in to the app opens nothing of the office, and the other way round.
    expect((await ask('/api/partner/list', { ...first!, token: inApp.body.accessToken })).status).toBe(403);
    expect((await world.get('/api/me', { token: again.body.accessToken })).status).toBe(403);
    const written = await world.query<{ action: string; confirmed_by: number | null }>(
      `select action, confirmed_by from staff_change where area = 'PARTNER' and subject = $1 order by id`,
      [`partner ${id}`],
    );
    expect(written).toEqual([
      { action: 'CREATE', confirmed_by: second!.id },
      { action: 'REVEAL', confirmed_by: null },
      { action: 'REVEAL', confirmed_by: null },
    ]);
  });

  test('sees and asks for what is below itself alone', async () => {
    const head = await seated();
    const branch = await seated(head.place);
    const cousin = await seated(head.place);
    const shop = await seated(branch.place);
    const elsewhere = await seated();
    const faraway = await seated(undefined, OTHER_SITE);
    expect(await list(head)).toEqual([shop.id, cousin.id, branch.id, head.id]);
    expect(await list(head, `parentId=${head.id}`)).toEqual([cousin.id, branch.id]);
    expect(await list(head, 'level=3')).toEqual([shop.id]);
    expect(await list(head, `before=${cousin.id}&size=1`)).toEqual([branch.id]);
    expect(await list(branch)).toEqual([shop.id, branch.id]);
    expect(await list(branch, `parentId=${head.id}`)).toEqual([branch.id]);
    expect(await list(branch, 'level=1')).toEqual([]);
    expect(await list(faraway)).toEqual([faraway.id]);
    for (const { id } of [head, cousin, elsewhere, faraway, first!]) {
      expect((await read(branch, id)).body.code).toBe('ACCOUNT_NOT_FOUND');
      expect((await ask(`/api/office/partner/members?partnerId=${id}`, branch)).body.code).toBe(
        'ACCOUNT_NOT_FOUND',
      );
      expect((await change(branch, id, { isReset: true })).body.code).toBe('ACCOUNT_NOT_FOUND');
      expect((await half(branch, id)).body.code).toBe('ACCOUNT_NOT_FOUND');
      expect((await create(branch, { parentId: id, rates: [] })).body.code).toBe('ACCOUNT_NOT_FOUND');
    }
    expect((await change(branch, branch.id, { isReset: true })).body.code).toBe('STAFF_LEVEL');
    expect((await create(branch, { rates: [] })).body.code).toBe('STAFF_LEVEL');
    // A partner asks, staff approve; neither partners nor a role without the right do.
    const asked = await create(branch, { parentId: shop.id, rates: [] });
    expect((await approve(asked.body.waiting, head)).status).toBe(403);
    const operator = await newcomer(world, { role: 'STAFF', staff: { role: 'OPERATOR', level: 3 } });
    expect((await approve(asked.body.waiting, operator)).body.code).toBe('FORBIDDEN');
    expect((await approve(asked.body.waiting)).body.outcome).toBe('DONE');
    const [lowest] = await list(branch, 'level=4');
    expect((await create(branch, { parentId: lowest, rates: [] })).body.code).toBe('PARTNER_LEVEL');
    expect((await half(branch, lowest!)).body.half).toBe('FIRST');
    // Everything else of the office is closed to partners.
    const requests = await ask('/api/office/request/list', head);
    expect([requests.status, requests.body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await create(operator)).body.code).toBe('FORBIDDEN');
    expect((await ask('/api/partner/list', undefined)).status).toBe(401);
    expect((await ask('/api/partner/list', await newcomer(world))).status).toBe(403);
    expect((await ask(`/api/partner/list?siteInfoId=${OTHER_SITE}`, head)).body.code).toBe('FORBIDDEN');
  });

  test('is listed by pages, and after a partner', async () => {
    const head = await made(first!);
    const below = [
      await made(first!, { parentId: head }),
      await made(first!, { parentId: head }),
    ].toReversed();
    const pages = async (query: string) => {
      const { content, ...rest } = (await ask(`/api/partner/list?parentId=${head}&${query}`, first!)).body;
      // biome-ignore lint/suspicious/noExplicitAny: rows of the list.
      return { ids: content.map(({ id }: any) => id), ...rest };
    };
    const all = { size: 1, totalElements: 2, totalPages: 2 };
    expect(await pages('size=1')).toEqual({ ids: [below[0]], page: 0, ...all });
    expect(await pages('size=1&page=1')).toEqual({ ids: [below[1]], page: 1, ...all });
    expect(await pages('size=1&page=2&statusStrs=ACTIVE')).toEqual({ ids: [], page: 2, ...all });
    const after = { page: 0, size: 20, totalElements: 1, totalPages: 1 };
    expect(await pages(`before=${below[0]}`)).toEqual({ ids: [below[1]], ...after });
    expect((await pages('statusStrs=DENY')).totalElements).toBe(0);
  });

  test('never earns more than the partner above, today or after a change that waits', async () => {
    const head = await made(first!, { rates: rates('0.01', '0.4') });
    for (const wrong of [
      rates('0.011', '0.4'),
      rates('0.01', '0.41'),
      [{ product: 'oversea', base: 'FEE', rate: '0.1' }],
    ])
      expect((await create(first!, { parentId: head, rates: wrong })).body.code).toBe('PARTNER_RATE');
    for (const wrong of [
      [...rates('0', '0'), ...rates('0', '0')],
      rates('-0.1', '0'),
      rates('0', '1.00000001'),
      [{ product: 'binary', base: 'FEE', rate: '0' }],
      [{ product: 'cashier', base: 'FEE', rate: '0' }],
    ])
      expect((await create(first!, { rates: wrong })).body.code).toBe('PARTNER_RATE');
    const branch = await made(first!, { parentId: head, rates: rates('0.008', '0.4') });
    // Below a child, and above the parent.
    expect((await change(first!, head, { rates: rates('0.007', '0.4') })).body.code).toBe('PARTNER_RATE');
    expect((await change(first!, branch, { rates: rates('0.02', '0.4') })).body.code).toBe('PARTNER_RATE');
    const lowered = await change(first!, branch, { rates: rates('0.005', '0.2') });
    const raised = await create(first!, { parentId: branch, rates: rates('0.008', '0.4') });
    expect((await approve(lowered.body.waiting)).body.outcome).toBe('DONE');
    // It was allowed when it was asked for.
    expect((await approve(raised.body.waiting)).body.code).toBe('PARTNER_RATE');
    const shown = async () => (await read(first!, branch)).body.rates;
    expect(await shown()).toContainEqual({
      product: 'binary',
      base: 'TURNOVER',
      rate: '0.008',
      next: '0.005',
    });
    expect(await shown()).toContainEqual({ product: 'oversea', base: 'FEE', rate: '0', next: null });
    world.time.now = millis((koreanDate(world.time.now) + 1) * DAY_MS - 9 * 60 * MINUTE_MS);
    [first, second] = [await newcomer(world, { role: 'STAFF' }), await newcomer(world, { role: 'STAFF' })];
    expect(await shown()).toContainEqual({ product: 'binary', base: 'TURNOVER', rate: '0.005', next: null });
    const stored = await world.query<{ level: number; path: string }>(
      'select level, path from partner where player_id = $1',
      [branch],
    );
    expect(stored).toEqual([{ level: 2, path: `/${head}/${branch}/` }]);
  });

  test('has the members who signed up with its code, and names of its own', async () => {
    const head = await made(first!);
    const branch = await made(first!, { parentId: head, code: 'BRANCH7' });
    const joined = await world.post('/api/player', formOf({ partnerId: 'BRANCH7' }));
    expect(joined.status).toBe(200);
    expect((await read(first!, branch)).body).toMatchObject({ members: 1, membersBelow: 1, children: 0 });
    expect((await read(first!, head)).body).toMatchObject({ members: 0, membersBelow: 1, children: 1 });
    const members = (await ask(`/api/office/partner/members?partnerId=${branch}`, first!)).body.content;
    expect(members).toEqual([{ id: joined.body.id, nick: joined.body.nick, joinedMillis: world.time.now }]);
    expect((await create(first!, { code: 'BRANCH7' })).body.code).toBe('PARTNER_CODE_TAKEN');
    expect((await create(first!, { username: joined.body.username })).body.code).toBe('USERNAME_TAKEN');
    expect((await create(first!, { nick: joined.body.nick })).body.code).toBe('NICK_TAKEN');
    expect((await create(first!, { nick: '운영자' })).body.code).toBe('NICK_RESERVED');
    expect((await create(first!, { username: 'no' })).body.code).toBe('USERNAME_INVALID');
  });

  test('that is reset loses its second factor and its sign-ins', async () => {
    const target = await seated();
    const asked = await change(first!, target.id, { isReset: true });
    expect((await approve(asked.body.waiting)).body.outcome).toBe('DONE');
    expect((await ask('/api/partner/list', target)).body.code).toBe('TOKEN_EXPIRED');
    const [one, two] = [await half(first!, target.id), await half(second!, target.id)];
    const who = { username: target.username, password: `${one.body.text}-${two.body.text}` };
    const entered = await world.post('/api/office/login', who);
    expect(entered.body.me).toMatchObject({ totp: false, mustChangePassword: true });
    for (const more of [{}, { rates: [], isReset: true }, { rates: rates('2', '0') }])
      expect((await change(first!, target.id, more)).body.code).toBe('PARTNER_RATE');
  });
});
