import { DAY_MS, later } from '@maru/engine/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFreshEmbedded, type TestDatabase } from '../db/testing.ts';
import { OWNER, STRANGER } from '../http/testing.ts';
import { createReplays } from './replays.ts';
import { createSeal } from './seal.ts';
import { ADDRESS, connectToken, type KeyWorld, openKeyWorld, PASSWORD, type SignedWith } from './testing.ts';

const LOOK = '/api/sample/look';
const TRADE = '/api/sample/trade';

let store: TestDatabase;
let world: KeyWorld;
let mine: SignedWith;
beforeAll(async () => {
  store = await openFreshEmbedded();
  world = await openKeyWorld(store);
});
afterAll(async () => {
  await world.close();
  await store.drop();
});
beforeEach(async () => {
  for (const each of (await world.asks().get('/api/api_key/list', OWNER)).body.content) {
    await world.asks().post('/api/api_key/delete', { key: each.key }, OWNER);
  }
  world.ended.clear();
  world.time.now = later(world.time.now, 100_000);
  const { key, secret } = await world.make(OWNER);
  mine = { key, secret };
});

const look = (changes = {}) => world.send('GET', LOOK, { ...mine, ...changes });
const trade = (changes = {}) => world.send('POST', TRADE, { ...mine, body: { qty: 1 }, ...changes });

describe('a signed request', () => {
  test('is the member’s own, for reading and for trading', async () => {
    expect((await look()).body).toEqual({ player: OWNER.id, site: 1 });
    expect((await world.send('GET', `${LOOK}?text=a%20b&siteInfoId=1`, mine)).status).toBe(200);
    const before = world.ordered;
    expect((await trade()).status).toBe(200);
    expect(world.ordered).toBe(before + 1);
  });

  test.each([
    ['an unknown key', { key: 'mk_AAAAAAAAAAAAAAAA' }],
    ['another secret', { secret: `sk_${'0'.repeat(40)}` }],
    ['another body', { sentBody: { qty: 100 } }],
    ['an empty body', { sentBody: {} }],
    ['another query', { sentPath: `${TRADE}?x=1` }],
    ['another path', { sentPath: '/api/sample/change' }],
    ['another time', { headers: { 'maru-time': '1763000100001' }, at: 1_763_000_100_000 }],
    ['a malformed key', { headers: { 'maru-key': 'mk_' } }],
    ['a malformed signature', { headers: { 'maru-sign': 'FF' } }],
    ['a window that is too long', { window: 60_001 }],
    ['no window at all', { window: 0 }],
  ])('with %s is refused alike and changes nothing', async (_, changes) => {
    const before = world.ordered;
    const at =
      'at' in changes ? { at: world.time.now, headers: { 'maru-time': String(world.time.now + 1) } } : {};
    const answer = await trade({ ...changes, ...at });
    expect([answer.status, answer.code]).toEqual([401, 'SIGNATURE_WRONG']);
    expect(world.ordered).toBe(before);
  });

  test('of another key of the same member does not count for this one', async () => {
    const other = await world.make(OWNER);
    expect((await look({ secret: other.secret })).code).toBe('SIGNATURE_WRONG');
  });

  test('counts within its window only: five seconds, or as long as is signed', async () => {
    const { now } = world.time;
    expect((await look({ at: now - 5_000 })).status).toBe(200);
    expect((await look({ at: now - 5_001 })).code).toBe('SIGNATURE_TIME');
    expect((await look({ at: now + 1_000 })).status).toBe(200);
    expect((await look({ at: now + 1_001 })).code).toBe('SIGNATURE_TIME');
    expect((await look({ at: now - 60_000, window: 60_000 })).status).toBe(200);
    expect((await look({ at: now - 101, window: 100 })).code).toBe('SIGNATURE_TIME');
    // The window is signed: nobody can make it longer.
    const longer = await look({ at: now - 6_000, headers: { 'maru-time': `${now - 6_000};60000` } });
    expect(longer.code).toBe('SIGNATURE_WRONG');
  });

  test('that changes something counts once, also under another idempotency key', async () => {
    const before = world.ordered;
    expect((await trade()).status).toBe(200);
    expect((await trade()).code).toBe('SIGNATURE_USED');
    expect((await trade({ headers: { 'idempotency-key': 'another-key' } })).code).toBe('SIGNATURE_USED');
    world.time.now = later(world.time.now, 4_999);
    expect((await trade({ at: world.time.now - 4_999 })).code).toBe('SIGNATURE_USED');
    expect(world.ordered).toBe(before + 1);
    expect((await trade()).status).toBe(200);
  });

  test('from before a restart does not count again after it', async () => {
    const at = world.time.now;
    expect((await trade({ at })).status).toBe(200);
    world.time.now = later(at, 1_000);
    await world.restart();
    expect((await trade({ at })).code).toBe('SIGNATURE_TIME');
    expect((await look({ at })).status).toBe(200);
    expect((await trade()).status).toBe(200);
  });

  test('counts from the addresses of the key only', async () => {
    expect((await look({ address: '203.0.113.25' })).code).toBe('API_KEY_ADDRESS');
    const wide = await world.make(OWNER, { addresses: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = async (address: string) => (await look({ ...wide, address })).status;
    expect(await from('203.0.113.99')).toBe(200);
    expect(await from('2001:db8:1::2')).toBe(200);
    expect(await from('203.0.114.1')).toBe(403);
    expect(await from('2001:db9::1')).toBe(403);
    const body = { key: mine.key, addresses: ['198.51.100.7'], password: PASSWORD };
    await world.asks().post('/api/api_key/addresses', body, OWNER);
    expect((await look()).code).toBe('API_KEY_ADDRESS');
    expect((await look({ address: '198.51.100.7' })).status).toBe(200);
  });

  test('does what its scopes allow, and nothing that no scope names', async () => {
    const reader = await world.make(OWNER, { scopes: ['READ'] });
    const trader = await world.make(OWNER, { scopes: ['TRADE'] });
    expect((await look(reader)).status).toBe(200);
    expect((await trade(reader)).code).toBe('API_KEY_SCOPE');
    expect((await look(trader)).code).toBe('API_KEY_SCOPE');
    expect((await trade(trader)).status).toBe(200);
    for (const path of ['/api/sample/withdraw', '/api/api_key/create', '/api/api_key/delete']) {
      expect((await world.send('POST', path, { ...mine, body: {} })).code).toBe('API_KEY_SCOPE');
    }
    expect((await world.send('GET', '/api/api_key/list', mine)).code).toBe('API_KEY_SCOPE');
    // What everybody may read needs no signature, and a wrong one does no harm.
    expect((await world.send('GET', '/api/sample/open', { ...mine, secret: 'x' })).status).toBe(200);
  });

  test('does not count when the key has expired, was deleted, or its member’s sign-ins have ended', async () => {
    world.ended.add(OWNER.id);
    expect((await look()).code).toBe('API_KEY_ENDED');
    world.ended.clear();
    const short = await world.make(OWNER, { days: 1 });
    world.time.now = later(world.time.now, DAY_MS - 1);
    expect((await look(short)).status).toBe(200);
    world.time.now = later(world.time.now, 1);
    expect((await look(short)).code).toBe('API_KEY_ENDED');
    expect((await look()).status).toBe(200);
    await world.asks().post('/api/api_key/delete', { key: mine.key }, OWNER);
    expect((await look()).code).toBe('SIGNATURE_WRONG');
  });

  test('together with a token is refused: it would not be clear who asks', async () => {
    const answer = await look({ headers: { authorization: `Bearer ${STRANGER.id}.PLAYER` } });
    expect([answer.status, answer.code]).toEqual([400, 'INVALID_REQUEST']);
  });

  test('shows when and from where the key was last used, at once and after a restart', async () => {
    const lastUsed = async () =>
      (await world.asks().get('/api/api_key/list', OWNER)).body.content[0].lastUsed;
    expect(await lastUsed()).toBeNull();
    await look();
    const used = { at: world.time.now, address: ADDRESS };
    expect(await lastUsed()).toEqual(used);
    await world.lastUses.save();
    await world.restart();
    expect(await lastUsed()).toEqual(used);
    await look({ secret: 'wrong' });
    expect(await lastUsed()).toEqual(used);
  });
});

describe('a signed connection', () => {
  const connect = (token: string, address = ADDRESS) => world.signing.connect(token, address);

  test('is the member’s own while the key lasts', async () => {
    const principal = await connect(connectToken(mine, world.time.now));
    expect(principal).toMatchObject({ player: OWNER.id, site: 1, role: 'PLAYER', session: 1 });
    expect(world.signing.isValid(principal!)).toBe(true);
    await world.asks().post('/api/api_key/delete', { key: mine.key }, OWNER);
    expect(world.signing.isValid(principal!)).toBe(false);
  });

  test('ends when the addresses of its key change', async () => {
    const principal = await connect(connectToken(mine, world.time.now));
    const change = { key: mine.key, addresses: ['198.51.100.7'], password: PASSWORD };
    expect((await world.asks().post('/api/api_key/addresses', change, OWNER)).status).toBe(200);
    expect(world.signing.isValid(principal!)).toBe(false);
    expect(world.rechecked.at(-1)).toBe(OWNER.id);
    world.time.now = later(world.time.now, 1);
    expect(await connect(connectToken(mine, world.time.now))).toBeUndefined();
    const again = await connect(connectToken(mine, world.time.now + 1), '198.51.100.7');
    expect(world.signing.isValid(again!)).toBe(true);
  });

  test('is refused when it is late, early, repeated, from elsewhere, forged, or the key may not read', async () => {
    const { now } = world.time;
    const trader = await world.make(OWNER, { scopes: ['TRADE'] });
    expect(await connect(connectToken(mine, now - 5_001))).toBeUndefined();
    expect(await connect(connectToken(mine, now + 1_001))).toBeUndefined();
    expect(await connect(connectToken(mine, now), '10.0.0.1')).toBeUndefined();
    expect(await connect(connectToken({ ...mine, secret: 'x' }, now))).toBeUndefined();
    expect(await connect(connectToken(trader, now))).toBeUndefined();
    expect(await connect(connectToken(mine, now))).toBeDefined();
    expect(await connect(connectToken(mine, now))).toBeUndefined();
    // Any other token is left to those who know it.
    expect(connect('some.other.token')).toBeUndefined();
  });
});

test('signatures are remembered as long as they matter, and no more of them than fit', () => {
  const replays = createReplays(2);
  const at = world.time.now;
  expect(replays.note('a', later(at, 5_000), at)).toBe('NOTED');
  expect(replays.note('b', later(at, 60_000), at)).toBe('NOTED');
  expect(replays.note('a', later(at, 5_000), at)).toBe('USED');
  expect(replays.note('c', later(at, 70_000), at)).toBe('FULL');
  expect(replays.note('c', later(at, 70_000), later(at, 10_001))).toBe('NOTED');
  expect(replays.note('b', later(at, 60_000), later(at, 10_001))).toBe('USED');
});

test('a sealed secret opens for its own key and installation only', () => {
  const random = (bytes: number) => new Uint8Array(bytes).fill(7);
  const of = { id: 'mk_A', site: 1, player: 2 } as never;
  const seal = createSeal('one', random);
  const sealed = seal.seal('sk_secret', of);
  expect(seal.open(sealed, of)).toBe('sk_secret');
  expect(seal.open(sealed, { id: 'mk_B', site: 1, player: 2 } as never)).toBeUndefined();
  expect(createSeal('two', random).open(sealed, of)).toBeUndefined();
  expect(seal.open('', of)).toBeUndefined();
});

describe('the allowance of a key', () => {
  let paced: KeyWorld;
  let fresh: TestDatabase;
  beforeAll(async () => {
    fresh = await openFreshEmbedded();
    paced = await openKeyWorld(fresh, { paces: 'USUAL' });
  });
  afterAll(async () => {
    await paced.close();
    await fresh.drop();
  });

  test('is its own, bounded for all keys of a member together, and a stranger cannot use it up', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => paced.make(OWNER)));
    // Somebody who knows the name of a key but not its secret.
    for (let at = 0; at < 100; at += 1)
      await paced.send('GET', LOOK, { ...keys[0]!, secret: 'x', at: paced.time.now });
    const passed: number[] = [];
    for (const key of keys) {
      let count = 0;
      for (let at = 0; at < 70; at += 1) count += (await paced.send('GET', LOOK, key)).status === 200 ? 1 : 0;
      passed.push(count);
    }
    expect(passed).toEqual([60, 60, 0]);
    // The member's own reads are not touched.
    expect((await paced.asks().get('/api/api_key/list', OWNER)).status).toBe(200);
    const refused = await paced.send('GET', LOOK, keys[2]!);
    expect([refused.status, refused.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  });
});
