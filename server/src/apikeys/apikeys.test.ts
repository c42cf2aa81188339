import { DAY_MS, later } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { OWNER, PARTNER, person, STAFF, STRANGER } from '../http/testing.ts';
import { ADDRESS, CODE, type KeyWorld, openKeyWorld, PASSWORD } from './testing.ts';

describe.each(testDatabases)('API keys on $name', ({ open }) => {
  let store: TestDatabase;
  let world: KeyWorld;
  beforeAll(async () => {
    store = await open();
    world = await openKeyWorld(store);
  });
  afterAll(async () => {
    await world.close();
    await store.drop();
  });

  const list = async (by = OWNER) => (await world.asks().get('/api/api_key/list', by)).body.content;

  test('a key is made with its secret once, and listed without it', async () => {
    const made = await world.make(OWNER, { name: '  집 서버 봇 ' });
    expect(made.status).toBe(200);
    expect(made.key).toMatch(/^mk_[A-Za-z0-9]{16}$/);
    expect(made.secret).toMatch(/^sk_[0-9a-f]{40}$/);
    const [listed] = await list();
    const { secret, status: _, ...rest } = made;
    expect(listed).toEqual(rest);
    expect(listed).toMatchObject({
      name: '집 서버 봇',
      scopes: ['READ', 'TRADE'],
      addresses: [ADDRESS],
      lastUsed: null,
    });
    expect(listed!.expiresAt).toBe(later(world.time.now, 90 * DAY_MS));
    const rows = await store.database.transaction((tx) => tx.query('select * from api_key'));
    expect(JSON.stringify(rows)).not.toContain(secret.slice(3));
    const letters = await store.database.transaction((tx) =>
      tx.query('select kind, title_en, body_ko, link from message where player_id = $1', [OWNER.id]),
    );
    expect(letters).toEqual([
      {
        kind: 'SECURITY',
        title_en: 'A new API key was made',
        body_ko: expect.stringContaining('‘집 서버 봇’ 키 · 거래할 수 있습니다.'),
        link: '/more/api-keys',
      },
    ]);
    await world.asks().post('/api/api_key/delete', { key: made.key }, OWNER);
  });

  test.each([
    [{ name: '   ' }, 'API_KEY_NAME_INVALID'],
    [{ name: 'x'.repeat(21) }, 'API_KEY_NAME_INVALID'],
    [{ name: 'a\u202eb' }, 'API_KEY_NAME_INVALID'],
    [{ scopes: [] }, 'API_KEY_NEEDS_SCOPE'],
    [{ scopes: ['WITHDRAW'] }, 'INVALID_REQUEST'],
    [{ addresses: [] }, 'API_KEY_NEEDS_ADDRESS'],
    [{ addresses: ['300.1.1.1'] }, 'API_KEY_ADDRESS_INVALID'],
    [{ addresses: ['0.0.0.0/0'] }, 'API_KEY_ADDRESS_INVALID'],
    [{ addresses: ['::/0'] }, 'API_KEY_ADDRESS_INVALID'],
    [{ addresses: ['::ffff:10.0.0.1'] }, 'API_KEY_ADDRESS_INVALID'],
    [{ addresses: Array.from({ length: 11 }, (_, at) => `10.0.0.${at}`) }, 'API_KEY_ADDRESS_INVALID'],
    [{ days: 366 }, 'INVALID_REQUEST'],
    [{ days: 0 }, 'INVALID_REQUEST'],
    [{ password: 'wrong password' }, 'CURRENT_PASSWORD_MISMATCH'],
  ])('%j makes none: %s', async (changes, code) => {
    const made = await world.make(OWNER, changes);
    expect([made.status >= 400 && made.status < 500, made.code]).toEqual([true, code]);
    expect(await list()).toEqual([]);
  });

  test('a key that only reads may have every address, and addresses are stored in one form', async () => {
    const anywhere = await world.make(PARTNER, { scopes: ['READ', 'READ'], addresses: [] });
    expect([anywhere.scopes, anywhere.addresses]).toEqual([['READ'], []]);
    const some = await world.make(PARTNER, {
      addresses: [' 10.1.0.0/16', '2001:DB8:0::1', '2001:db8::1', '2001:db8::/32'],
    });
    expect(some.addresses).toEqual(['10.1.0.0/16', '2001:db8::1', '2001:db8::/32']);
  });

  test('no member has more than five, also not by asking at once; one that has expired makes room', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => world.make(STRANGER)));
    expect(made.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(5);
    expect(made.find(({ status }) => status !== 200)?.code).toBe('TOO_MANY_API_KEYS');
    const before = world.time.now;
    world.time.now = later(before, 91 * DAY_MS);
    expect((await world.make(STRANGER)).status).toBe(200);
    expect(await list(STRANGER)).toHaveLength(1);
    world.time.now = before;
  });

  test('its owner alone renames it, changes its addresses and deletes it', async () => {
    const { key } = await world.make(OWNER);
    const changes = [
      ['/api/api_key/rename', { key, name: '다른 이름' }],
      ['/api/api_key/addresses', { key, addresses: ['198.51.100.7'], password: PASSWORD }],
      ['/api/api_key/delete', { key }],
    ] as const;
    for (const [path, body] of changes) {
      expect((await world.asks().post(path, body)).body.code).toBe('LOGIN_REQUIRED');
      expect((await world.asks().post(path, body, STRANGER)).body.code).toBe('NOT_FOUND');
      expect((await world.asks().post(path, body, STAFF)).body.code).toBe('FORBIDDEN');
      const elsewhere = await world.asks().post(path, { ...body, siteInfoId: 2 }, OWNER);
      expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect(await list(STRANGER)).not.toContainEqual(expect.objectContaining({ key }));
    expect((await world.asks().get('/api/api_key/list')).status).toBe(401);
    expect((await world.asks().get('/api/api_key/list', STAFF)).status).toBe(403);
    expect((await world.make(STAFF)).status).toBe(403);

    const wrong = { key, addresses: ['198.51.100.7'], password: 'wrong password' };
    expect((await world.asks().post('/api/api_key/addresses', wrong, OWNER)).body.code).toBe(
      'CURRENT_PASSWORD_MISMATCH',
    );
    const none = { key, addresses: [], password: PASSWORD };
    expect((await world.asks().post('/api/api_key/addresses', none, OWNER)).body.code).toBe(
      'API_KEY_NEEDS_ADDRESS',
    );
    expect((await list())[0]).toMatchObject({ name: '봇', addresses: [ADDRESS] });
    for (const [path, body] of changes.slice(0, 2)) {
      expect((await world.asks().post(path, body, OWNER)).status).toBe(200);
    }
    expect((await list())[0]).toMatchObject({ name: '다른 이름', addresses: ['198.51.100.7'] });
    const deleted = await world.asks().post('/api/api_key/delete', { key }, OWNER);
    expect(deleted.body.content).toEqual([]);
    expect(world.rechecked).toContain(OWNER.id);
    expect((await world.asks().post('/api/api_key/delete', { key }, OWNER)).body.code).toBe('NOT_FOUND');
  });

  test('rights take the second factor; another name and the end of a key do not', async () => {
    world.withCode.add(OWNER.id);
    expect((await world.make(OWNER)).code).toBe('SECOND_FACTOR_NEEDED');
    expect(await list()).toEqual([]);
    const { key } = await world.make(OWNER, { code: CODE });
    const addresses = { key, addresses: ['198.51.100.7'], password: PASSWORD };
    const change = (body: object) => world.asks().post('/api/api_key/addresses', body, OWNER);
    expect((await change(addresses)).body.code).toBe('SECOND_FACTOR_NEEDED');
    expect((await list())[0]).toMatchObject({ addresses: [ADDRESS] });
    expect((await change({ ...addresses, code: CODE })).status).toBe(200);
    expect((await world.asks().post('/api/api_key/rename', { key, name: '이름' }, OWNER)).status).toBe(200);
    expect((await world.asks().post('/api/api_key/delete', { key }, OWNER)).status).toBe(200);
    world.withCode.delete(OWNER.id);
  });

  test('of a member who does not exist none is made', async () => {
    expect((await world.make(person(99, 'PLAYER'))).status).toBe(409);
  });
});
