import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { playerId, siteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFreshEmbedded, type TestDatabase } from '../db/testing.ts';
import { ACCESS_SECONDS, mintAccess, verifyAccess } from './access-token.ts';
import { newcomer, openWorld, type Signed, testSecrets, type World } from './testing.ts';

const key = testSecrets.access;
const now = millis(1_763_000_000_000);
const seconds = now / 1_000;
const claims = { player: playerId(7), site: siteId(1), role: 'PLAYER', session: 1, family: 'fam' } as const;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const hmac = (algorithm: string, secret: Uint8Array | string, text: string) =>
  createHmac(algorithm, secret).update(text).digest('base64url');
const token = (header: unknown, payload: unknown, signature?: (text: string) => string) => {
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${signature?.(text) ?? ''}`;
};
const ours = (text: string) => hmac('sha256', key, text);
const header = { alg: 'HS256', typ: 'at+jwt' };
const good = {
  iss: 'maru',
  aud: 'site:1',
  sub: '7',
  sv: 1,
  fam: 'fam',
  role: 'PLAYER',
  iat: seconds,
  exp: seconds + ACCESS_SECONDS,
};

test('our own token is read back', async () => {
  const minted = await mintAccess(key, claims, now);
  expect(await verifyAccess(key, minted, now)).toMatchObject({ claims });
  expect(await verifyAccess(key, token(header, good, ours), now)).toMatchObject({ claims });
});

test('a token is valid for fifteen minutes and thirty seconds of leeway, and not a second longer', async () => {
  const minted = await mintAccess(key, claims, now);
  const at = (after: number) => verifyAccess(key, minted, (now + after * 1_000) as Millis);
  expect(await at(ACCESS_SECONDS)).toMatchObject({ claims });
  expect(await at(ACCESS_SECONDS + 29)).toMatchObject({ claims });
  expect(await at(ACCESS_SECONDS + 31)).toBe('EXPIRED');
  expect(await at(-31)).toBeUndefined();
});

/** Made by an attacker who knows the form of our tokens, a public key, and other tokens of ours, but not the key. */
function forgedTokens(honest: string): readonly (readonly [string, string])[] {
  const [h = '', p = '', s = ''] = honest.split('.');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const jwk = rsa.publicKey.export({ format: 'jwk' });
  const rs256 = (text: string) => sign('sha256', Buffer.from(text), rsa.privateKey).toString('base64url');
  const guessed = (secret: string) => (text: string) => hmac('sha256', secret, text);
  const staff = { ...good, role: 'STAFF' };
  return [
    ['no algorithm', token({ alg: 'none', typ: 'at+jwt' }, good)],
    ['no algorithm, capitals', token({ alg: 'None', typ: 'at+jwt' }, good)],
    ['no algorithm, shouted', token({ alg: 'NONE', typ: 'at+jwt' }, good)],
    ['no algorithm, old signature', `${part({ alg: 'none', typ: 'at+jwt' })}.${p}.${s}`],
    ['no algorithm named', token({ typ: 'at+jwt' }, good, ours)],
    ['an empty algorithm', token({ alg: '', typ: 'at+jwt' }, good, ours)],
    ['a list as algorithm', token({ alg: ['HS256'], typ: 'at+jwt' }, good, ours)],
    ['no signature', `${h}.${p}.`],
    ['no third part', `${h}.${p}`],
    ['two dots more', `${h}.${p}.${s}..`],
    ['a changed signature', `${h}.${p}.${s.startsWith('A') ? 'B' : 'A'}${s.slice(1)}`],
    ['a shortened signature', `${h}.${p}.${s.slice(0, 20)}`],
    ['a changed payload', `${h}.${part(staff)}.${s}`],
    ['a changed header', `${part({ ...header, kid: '1' })}.${p}.${s}`],
    ['an empty key', token(header, staff, guessed(''))],
    ['the word secret as key', token(header, staff, guessed('secret'))],
    ['a key of zeros', token(header, staff, (text) => hmac('sha256', new Uint8Array(32), text))],
    ['the refresh key', token(header, staff, (text) => hmac('sha256', testSecrets.refresh, text))],
    ['RS256 with an own key', token({ alg: 'RS256', typ: 'at+jwt' }, staff, rs256)],
    ['the public key as shared secret', token(header, staff, guessed(pem))],
    ['an own key in the header', token({ ...header, jwk }, staff, guessed('mine'))],
    ['an own RSA key in the header', token({ alg: 'RS256', typ: 'at+jwt', jwk }, staff, rs256)],
    ['a key from elsewhere', token({ ...header, jku: 'http://127.0.0.1:1/keys' }, staff, guessed('mine'))],
    [
      'a certificate from elsewhere',
      token({ ...header, x5u: 'http://127.0.0.1:1/c' }, staff, guessed('mine')),
    ],
    ['a key id that is a path', token({ ...header, kid: '../../dev/null' }, staff, guessed(''))],
    ['a key id that is SQL', token({ ...header, kid: "' union select 'a" }, staff, guessed('a'))],
    ['HS384 with our key', token({ alg: 'HS384', typ: 'at+jwt' }, good, (t) => hmac('sha384', key, t))],
    ['HS512 with our key', token({ alg: 'HS512', typ: 'at+jwt' }, good, (t) => hmac('sha512', key, t))],
    ['a critical header nobody knows', token({ ...header, crit: ['b64'], b64: false }, good, ours)],
    ['another type of token', token({ ...header, typ: 'JWT' }, good, ours)],
    ['a refresh type', token({ ...header, typ: 'rt+jwt' }, good, ours)],
    ['no type', token({ alg: 'HS256' }, good, ours)],
    ['another issuer', token(header, { ...good, iss: 'evil' }, ours)],
    ['no issuer', token(header, { ...good, iss: undefined }, ours)],
    ['no audience', token(header, { ...good, aud: undefined }, ours)],
    ['two audiences', token(header, { ...good, aud: ['site:1', 'site:2'] }, ours)],
    ['another form of audience', token(header, { ...good, aud: '1' }, ours)],
    ['no subject', token(header, { ...good, sub: undefined }, ours)],
    ['a number as subject', token(header, { ...good, sub: 7 }, ours)],
    ['a subject that is none', token(header, { ...good, sub: '-7' }, ours)],
    ['no end', token(header, { ...good, exp: undefined }, ours)],
    ['a start in the future', token(header, { ...good, nbf: seconds + 600 }, ours)],
    ['issued in the future', token(header, { ...good, iat: seconds + 600, exp: seconds + 900 }, ours)],
    ['no session version', token(header, { ...good, sv: undefined }, ours)],
    ['a role nobody has', token(header, { ...good, role: 'ROOT' }, ours)],
    ['no sign-in', token(header, { ...good, fam: undefined }, ours)],
    ['an encrypted form', `${part({ alg: 'dir', enc: 'A256GCM' })}....`],
    ['text that is no JSON', 'bm90.anNvbg.x'],
    ['a very long text', 'e'.repeat(9_000)],
    ['nothing but dots', '..'],
  ];
}

describe('through HTTP', () => {
  let database: TestDatabase;
  let world: World;
  let someone: Signed;
  beforeAll(async () => {
    database = await openFreshEmbedded();
    world = await openWorld(database);
    someone = await newcomer(world);
  });
  afterAll(async () => {
    await world.close();
    await database.drop();
  });

  test('a valid token is accepted', async () => {
    expect((await world.get('/api/me', { token: someone.token })).status).toBe(200);
  });

  test('fifty forged tokens get one and the same refusal', async () => {
    const forged = forgedTokens(someone.token).map(
      ([name, text]) => [name, text.replace(/^(.*)$/, '$1')] as const,
    );
    expect(forged.length).toBe(50);
    for (const [name, text] of forged) {
      const answer = await world.get('/api/me', { token: text });
      expect([name, answer.status, answer.body]).toEqual([
        name,
        401,
        { status: 401, code: 'LOGIN_REQUIRED', message: '로그인이 필요합니다.' },
      ]);
    }
  });

  test('a token signed with our own key but with a later expiry ends at the usual time', async () => {
    const long = token(header, { ...good, sub: String(someone.id), exp: seconds + 86_400 }, ours);
    world.time.now = millis(now + 3_600_000);
    expect((await world.get('/api/me', { token: long })).body.code).toBe('TOKEN_EXPIRED');
    world.time.now = now;
  });

  test('an expired token is refused as expired, also when its verification was cached', async () => {
    const fresh = await newcomer(world);
    expect((await world.get('/api/me', { token: fresh.token })).status).toBe(200);
    world.time.now = millis(world.time.now + (ACCESS_SECONDS + 31) * 1_000);
    expect((await world.get('/api/me', { token: fresh.token })).body.code).toBe('TOKEN_EXPIRED');
  });
});
