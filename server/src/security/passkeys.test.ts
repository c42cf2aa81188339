import { DAY_MS, MINUTE_MS, millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { newcomer, OTHER_SITE, PASSWORD, SITE, type Signed, useWorld } from '../account/testing.ts';
import { openFreshEmbedded } from '../db/testing.ts';
import { createSoftKey } from './testing.ts';

const HOST = 'maru.example';
const ORIGIN = `https://${HOST}`;
const world = useWorld(openFreshEmbedded);
const at = (token?: string, host = HOST) => ({ headers: { host }, ...(token && { token }) });
type SoftKey = ReturnType<typeof createSoftKey>;

const begin = async ({ token }: Pick<Signed, 'token'>) => {
  const { body } = await world.post('/api/security/passkey/begin', { password: PASSWORD }, at(token));
  return String(body.options['challenge']);
};
const add = (token: string, credential: unknown, name = '내 폰') =>
  world.post('/api/security/passkey/add', { name, credential }, at(token));
const challenge = async (host = HOST) =>
  String((await world.post('/api/login/passkey/begin', {}, at(undefined, host))).body.options['challenge']);
const enter = (credential: unknown, site = SITE, host = HOST) =>
  world.post('/api/login/passkey', { credential, siteInfoId: site }, at(undefined, host));
const codeOf = async (answer: Promise<{ readonly body: { readonly code?: string } }>) =>
  (await answer).body.code;

async function withKey(member: Signed): Promise<SoftKey> {
  const key = createSoftKey(HOST);
  const added = await add(member.token, key.register({ challenge: await begin(member), origin: ORIGIN }));
  expect(added.status).toBe(200);
  return key;
}

test('a passkey signs its owner in, without a name and without a password', async () => {
  const member = await newcomer(world);
  const key = await withKey(member);
  const answer = await enter(key.signIn({ challenge: await challenge(), origin: ORIGIN }));
  expect(answer.body.user.id).toBe(member.id);
  const seen = await world.get('/api/security', at(answer.body.accessToken));
  expect(seen.body.passkeys).toMatchObject([{ id: key.id, name: '내 폰', usedMillis: world.time.now }]);
  const history = await world.get('/api/security/history', at(answer.body.accessToken));
  expect(history.body.content[0]).toMatchObject({ outcome: 'SIGNED_IN', method: 'PASSKEY' });
});

test('a challenge serves once, for two minutes, on its own host and for what it was made', async () => {
  const member = await newcomer(world);
  const key = await withKey(member);
  const once = await challenge();
  expect((await enter(key.signIn({ challenge: once, origin: ORIGIN }))).status).toBe(200);
  expect(await codeOf(enter(key.signIn({ challenge: once, origin: ORIGIN })))).toBe('PASSKEY_REFUSED');
  const old = await challenge();
  world.time.now = millis(world.time.now + 2 * MINUTE_MS);
  expect(await codeOf(enter(key.signIn({ challenge: old, origin: ORIGIN })))).toBe('PASSKEY_REFUSED');
  const foreign = await challenge('other.example');
  expect(await codeOf(enter(key.signIn({ challenge: foreign, origin: ORIGIN })))).toBe('PASSKEY_REFUSED');
  const forRegistering = await begin(member);
  expect(await codeOf(enter(key.signIn({ challenge: forRegistering, origin: ORIGIN })))).toBe(
    'PASSKEY_REFUSED',
  );
  const ownMade = Buffer.alloc(54, 7).toString('base64url');
  expect(await codeOf(enter(key.signIn({ challenge: ownMade, origin: ORIGIN })))).toBe('PASSKEY_REFUSED');
});

test('another origin, host or site, a person who is not verified, and a copied key are refused', async () => {
  const member = await newcomer(world);
  const key = await withKey(member);
  const tried = async (changes: object, ...where: [site?: typeof SITE, host?: string]) =>
    codeOf(enter(key.signIn({ challenge: await challenge(where[1]), origin: ORIGIN, ...changes }), ...where));
  expect(await tried({ origin: 'https://evil.example' })).toBe('PASSKEY_REFUSED');
  expect(await tried({ origin: `http://${HOST}` })).toBe('PASSKEY_REFUSED');
  expect(await tried({ origin: 'https://evil.example' }, SITE, 'evil.example')).toBe('PASSKEY_REFUSED');
  world.time.now = millis(world.time.now + MINUTE_MS);
  expect(await tried({}, OTHER_SITE)).toBe('PASSKEY_REFUSED');
  expect(await tried({ isVerified: false })).toBe('PASSKEY_REFUSED');
  expect(await tried({ userHandle: 'somebody-else' })).toBe('PASSKEY_REFUSED');
  expect(await tried({})).toBeUndefined();
  key.rewind(0);
  expect(await tried({})).toBe('PASSKEY_REFUSED');
});

test('of one answer that comes four times at once exactly one signs in', async () => {
  const key = await withKey(await newcomer(world));
  const credential = key.signIn({ challenge: await challenge(), origin: ORIGIN });
  const answers = await Promise.all(Array.from({ length: 4 }, () => enter(credential)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a passkey is registered by its owner alone, and with the password', async () => {
  world.time.now = millis(world.time.now + MINUTE_MS);
  const [owner, stranger] = [await newcomer(world), await newcomer(world)];
  const wrong = world.post('/api/security/passkey/begin', { password: 'wrong' }, at(owner.token));
  expect(await codeOf(wrong)).toBe('CURRENT_PASSWORD_MISMATCH');
  const key = createSoftKey(HOST);
  const of = { challenge: await begin(owner), origin: ORIGIN };
  expect(await codeOf(add(stranger.token, key.register(of)))).toBe('PASSKEY_REFUSED');
  expect(await codeOf(add(owner.token, key.register({ ...of, isVerified: false })))).toBe('PASSKEY_REFUSED');
  expect(await codeOf(add(owner.token, key.register({ ...of, origin: 'https://evil.example' })))).toBe(
    'PASSKEY_REFUSED',
  );
  expect((await add(owner.token, key.register(of))).status).toBe(200);
  // The same credential is not taken over by another member.
  const second = { challenge: await begin(stranger), origin: ORIGIN };
  expect(await codeOf(add(stranger.token, key.register(second)))).toBe('PASSKEY_REFUSED');
  expect(await codeOf(add(owner.token, { ...key.register(of), type: 'password' }))).toBe('INVALID_REQUEST');
  const noise = { ...key.register(of), response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
  expect(await codeOf(add(owner.token, noise))).toBe('PASSKEY_REFUSED');
  const here = world.post('/api/login/passkey/begin', {}, at(undefined, '203.0.113.7'));
  expect(await codeOf(here)).toBe('PASSKEYS_NEED_HTTPS');
});

test('only its owner renames and removes it; withdrawals wait after that', async () => {
  const [owner, stranger] = [await newcomer(world), await newcomer(world)];
  const { id } = await withKey(owner);
  const rename = (token: string) =>
    world.post('/api/security/passkey/rename', { id, name: 'USB' }, at(token));
  expect(await codeOf(rename(stranger.token))).toBe('PASSKEY_NOT_FOUND');
  expect((await rename(owner.token)).body.name).toBe('USB');
  const remove = (token: string, password = PASSWORD) =>
    world.post('/api/security/passkey/remove', { id, password }, at(token));
  expect(await codeOf(remove(stranger.token))).toBe('PASSKEY_NOT_FOUND');
  expect(await codeOf(remove(owner.token, 'wrong'))).toBe('CURRENT_PASSWORD_MISMATCH');
  expect((await remove(owner.token)).status).toBe(200);
  const { body } = await world.get('/api/security', at(owner.token));
  expect(body.passkeys).toEqual([]);
  const untilMillis = world.time.now + DAY_MS;
  expect(body.protection.waits).toEqual([{ reason: 'PASSKEY', untilMillis }]);
});

test('no member has more than ten', async () => {
  const owner = await newcomer(world);
  for (let made = 0; made < 10; made += 1) await withKey(owner);
  const more = world.post('/api/security/passkey/begin', { password: PASSWORD }, at(owner.token));
  expect(await codeOf(more)).toBe('TOO_MANY_PASSKEYS');
});
