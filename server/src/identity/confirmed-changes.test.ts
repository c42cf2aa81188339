// What a stolen session must not do asks for everything that its owner has set up, and tells them that it was done.
import { MINUTE_MS, millis } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { PASSWORD, type Signed, useWorld } from '../account/testing.ts';
import { testDatabases } from '../db/testing.ts';
import { codeAt, STEP_MS } from '../security/code-testing.ts';
import { createSoftKey, protectedMember } from '../security/testing.ts';
import { proofOf } from './testing.ts';

const HOST = 'maru.example';
let values = 0;

describe.each(testDatabases)('on $name', ({ open }) => {
  const world = useWorld(open);
  const wait = (ms: number) => {
    world.time.now = millis(world.time.now + ms);
  };
  const codeNow = (secret: string) => codeAt(secret, world.time.now);
  const newestLetter = async ({ id }: Pick<Signed, 'id'>) => {
    const [row] = await world.query<{ title: string; text: string }>(
      `select title_ko as title, title_ko || body_ko || title_en || body_en as text
         from message where player_id = $1 order by id desc limit 1`,
      [id],
    );
    return row;
  };

  type Member = Awaited<ReturnType<typeof protectedMember>>;

  async function passkeyOf({ token, secret }: Member): Promise<string> {
    const asking = { token, headers: { host: HOST } };
    const proof = { password: PASSWORD, code: codeNow(secret) };
    const begun = await world.post('/api/security/passkey/begin', proof, asking);
    wait(STEP_MS);
    const key = createSoftKey(HOST);
    const { challenge } = begun.body.options as { readonly challenge: string };
    const credential = key.register({ challenge, origin: `https://${HOST}` });
    const added = await world.post('/api/security/passkey/add', { name: 'iPhone', credential }, asking);
    expect(added.status).toBe(200);
    return key.id;
  }

  /** Each with all of its body but the code, and the letter that tells of it. */
  const changes: readonly (readonly [
    path: string,
    letter: string | undefined,
    body: (member: Member) => Promise<object> | object,
  ])[] = [
    ['/api/account/close', undefined, () => ({ password: PASSWORD, agreed: true })],
    [
      '/api/identity/contact',
      '이메일을 인증했습니다.',
      async ({ token }) => {
        values += 1;
        const certificateValue = `confirmed${values}@example.com`;
        wait(MINUTE_MS);
        const proof = await proofOf(world, 'email', { certificateValue, purpose: 'PROFILE' }, { token });
        return { proof, password: PASSWORD };
      },
    ],
    [
      '/api/user/change_password',
      '비밀번호를 바꿨습니다',
      ({ id }) => ({ id, password: 'another horse battery', currentPassword: PASSWORD }),
    ],
    ['/api/security/totp/end', '2단계 인증이 꺼졌습니다', () => ({ password: PASSWORD })],
    ['/api/security/recovery/new', undefined, () => ({ password: PASSWORD })],
    [
      '/api/security/passkey/remove',
      '패스키를 지웠습니다',
      async (member) => ({ id: await passkeyOf(member), password: PASSWORD }),
    ],
  ];

  test.each(changes)('%s takes the password and a code that was not used', async (path, letter, bodyOf) => {
    const member = await protectedMember(world);
    const body = await bodyOf(member);
    const { token, secret } = member;
    const tried = async (proof: object) =>
      (await world.post(path as '/api/account/close', { ...body, ...proof }, { token })).body.code;
    expect(await tried({})).toBe('SECOND_FACTOR_NEEDED');
    expect(await tried({ code: '000000' })).toBe('SECOND_FACTOR_WRONG');
    const used = codeNow(secret);
    const shorter = { hours: 12, password: PASSWORD, code: used };
    expect((await world.post('/api/security/protection', shorter, { token })).status).toBe(200);
    expect(await tried({ code: used })).toBe('SECOND_FACTOR_WRONG');
    wait(STEP_MS);
    const wrongPassword = { password: 'not the password', currentPassword: 'not the password' };
    const code = codeNow(secret);
    if (path !== '/api/user/change_password') {
      expect(await tried({ ...wrongPassword, code })).toBe('CURRENT_PASSWORD_MISMATCH');
    }
    expect(await tried({ code })).toBeUndefined();
    if (letter === undefined) return;
    const told = await newestLetter(member);
    expect(told?.title).toBe(letter);
    expect(told?.text).not.toContain(code);
    expect(told?.text).not.toContain(PASSWORD);
  });

  test.each(changes)('%s takes a recovery code once, and a letter tells of it', async (path, _, bodyOf) => {
    const member = await protectedMember(world);
    const body = await bodyOf(member);
    const { token, codes } = member;
    const [code] = codes;
    const answer = await world.post(path as '/api/account/close', { ...body, code }, { token });
    expect(answer.status).toBe(200);
    const letters = await world.query<{ title: string }>(
      'select title_ko as title from message where player_id = $1 order by id desc limit 2',
      [member.id],
    );
    expect(letters.map(({ title }) => title)).toContain('복구 코드를 사용했습니다');
    if (path !== '/api/identity/contact') return;
    const repeated = await world.post('/api/security/totp/end', { password: PASSWORD, code }, { token });
    expect(repeated.body.code).toBe('SECOND_FACTOR_WRONG');
  });

  test('a new password that cannot be taken uses no code up', async () => {
    const { id, token, secret } = await protectedMember(world);
    const code = codeNow(secret);
    const change = async (password: string) =>
      (
        await world.post(
          '/api/user/change_password',
          { id, password, currentPassword: PASSWORD, code },
          { token },
        )
      ).body.code;
    expect(await change(PASSWORD)).toBe('PASSWORD_UNCHANGED');
    expect(await change('password1234')).toBe('PASSWORD_TOO_COMMON');
    expect(await change('another horse battery')).toBeUndefined();
  });

  test('the lock and its end are told', async () => {
    const member = await protectedMember(world);
    const { token, secret, username } = member;
    await world.post('/api/security/lock', {}, { token });
    expect((await newestLetter(member))?.title).toBe('계정을 잠갔습니다');
    const again = await world.post('/api/login', {
      ...{ username, password: PASSWORD, code: codeNow(secret) },
    });
    wait(STEP_MS);
    const proof = { password: PASSWORD, code: codeNow(secret) };
    await world.post('/api/security/unlock', proof, { token: again.body.accessToken });
    expect((await newestLetter(member))?.title).toBe('계정 잠금을 풀었습니다');
  });
});
