// Codes under attack: guessing, replay, flooding and enumeration give nothing (docs/reliability.md T-05, S-33, S-34).
import { DAY_MS, later, MINUTE_MS } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { formOf, newcomer, OTHER_SITE, useWorld } from '../account/testing.ts';
import { testDatabases } from '../db/testing.ts';
import { codeSentTo, letterTo, proofOf, provenMember } from './testing.ts';

let values = 0;
const freshEmail = (): string => {
  values += 1;
  return `code${values}@example.com`;
};
/** Addresses have budgets of their own. */
const freshIp = () => ({ ip: `10.1.${Math.floor(values / 250)}.${values % 250}` });
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe.each(testDatabases)('a code on $name', ({ open }) => {
  const world = useWorld(open);

  async function sent(body: Readonly<Record<string, unknown>> = {}) {
    const certificateValue = freshEmail();
    const reply = await world.post('/api/certi/certificate_email', { certificateValue, ...body }, freshIp());
    expect(reply.status).toBe(200);
    return { certificateValue, key: reply.body.key, code: await codeSentTo(world, certificateValue) };
  }
  const verify = (body: unknown, path: 'verify_email' | 'verify_phone' = 'verify_email') =>
    world.post(`/api/certi/${path}`, body);

  test('gives a proof once', async () => {
    const { key, code } = await sent();
    const first = await verify({ key, secretCode: code });
    expect(first).toMatchObject({
      status: 200,
      body: { proof: expect.stringMatching(/^[\w-]{32}$/), expiresIn: 600 },
    });
    expect(await verify({ key, secretCode: code })).toMatchObject({
      status: 422,
      body: { code: 'CODE_WRONG' },
    });
  });

  test('of five wrong tries leaves none for the right one, also with ignoreKey', async () => {
    const { key, code } = await sent();
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = await verify({ key, secretCode: other(code), ignoreKey: true });
      expect(wrong).toMatchObject({ status: 422, body: { code: 'CODE_WRONG' } });
    }
    const late = await verify({ key, secretCode: code, ignoreKey: true });
    expect(late).toMatchObject({ status: 429, body: { code: 'CODE_TRIES_USED' } });
  });

  test('guessed fifty times at once is compared five times', async () => {
    const { key, code } = await sent();
    const guesses = Array.from({ length: 50 }, (_, index) =>
      verify({ key, secretCode: index === 49 ? code : other(code) }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(5);
    const [row] = await world.query<{ tries: number }>('select max(tries) as tries from certificate_code');
    expect(row?.tries).toBe(5);
  });

  test('shown by many at once gives one proof', async () => {
    const { key, code } = await sent();
    const answers = await Promise.all([1, 2, 3, 4].map(() => verify({ key, secretCode: code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each([
    ['for another value', { certificateValue: 'another@example.com' }],
    ['for what is no address', { certificateValue: '???' }],
    ['on another site', { siteInfoId: OTHER_SITE }],
  ])('is wrong %s', async (_, changes) => {
    const { key, code } = await sent();
    const reply = await verify({ key, secretCode: code, ...changes });
    expect(reply).toMatchObject({ status: 422, body: { code: 'CODE_WRONG' } });
  });

  test('of an e-mail is wrong for a phone', async () => {
    const { key, code } = await sent();
    expect((await verify({ key, secretCode: code }, 'verify_phone')).status).toBe(422);
    expect((await verify({ key, secretCode: code })).status).toBe(200);
  });

  test('is wrong with a key of another request, and with none that exists', async () => {
    const one = await sent();
    const two = await sent();
    const mixed = one.code === two.code ? other(one.code) : one.code;
    expect((await verify({ key: two.key, secretCode: mixed })).body.code).toBe('CODE_WRONG');
    expect((await verify({ key: 'x'.repeat(32), secretCode: one.code })).body.code).toBe('CODE_WRONG');
  });

  test('is wrong after three minutes', async () => {
    const { key, code } = await sent();
    world.time.now = later(world.time.now, 3 * MINUTE_MS);
    expect((await verify({ key, secretCode: code })).body.code).toBe('CODE_WRONG');
  });

  test('is sent once a minute and five times a day to one value; a refused request counts nothing', async () => {
    const certificateValue = freshEmail();
    const ask = (by = freshIp()) => world.post('/api/certi/certificate_email', { certificateValue }, by);
    for (let day = 0; day < 5; day += 1) {
      expect((await ask()).status).toBe(200);
      const again = await ask({ ip: '10.9.9.9' });
      expect(again).toMatchObject({ status: 429, body: { code: 'TOO_MANY_CODES' } });
      // After the fifth both budgets are used up.
      if (day < 4) expect(again.retryAfter).toBe('60');
      world.time.now = later(world.time.now, MINUTE_MS);
    }
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_CODES' } });
    world.time.now = later(world.time.now, DAY_MS);
    expect((await ask()).status).toBe(200);
  });

  test('asked for ten times at once is sent once', async () => {
    const certificateValue = freshEmail();
    const asked = Array.from({ length: 10 }, (_, index) =>
      world.post('/api/certi/certificate_email', { certificateValue }, { ip: `10.7.0.${index}` }),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
  });

  test('is sent thirty times an hour for one address, to whomever', async () => {
    const by = { ip: '10.8.0.1' };
    const ask = () => world.post('/api/certi/certificate_email', { certificateValue: freshEmail() }, by);
    for (let each = 0; each < 30; each += 1) expect((await ask()).status).toBe(200);
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_CODES' } });
  });

  test('and what was counted is forgotten when it has run out', async () => {
    const { code, key } = await sent();
    await world.post('/api/certi/verify_email', { key, secretCode: code }, freshIp());
    const left = () =>
      world.query(
        `select 'code' as kind from certificate_code
          union select 'proof' from certificate_proof
          union select 'budget' from certificate_budget`,
      );
    expect(await left()).toHaveLength(3);
    world.time.now = later(world.time.now, DAY_MS + MINUTE_MS);
    await world.accounts.forgetOld();
    expect(await left()).toEqual([]);
  });

  test('is neither in the table nor in the answer', async () => {
    const { code, key } = await sent();
    const rows = await world.query('select * from certificate_code');
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(rows.some((row) => Object.values(row as object).includes(code))).toBe(false);
  });

  test.each([
    [400, 'ENTER_EMAIL', 'certificate_email', {}],
    [400, 'EMAIL_INVALID', 'certificate_email', { certificateValue: 'a@b.kr\r\nBcc: c@d.kr' }],
    [400, 'ENTER_PHONE', 'certificate_phone', { certificateValue: '' }],
    [400, 'PHONE_INVALID', 'certificate_phone', { certificateValue: '02-1-1' }],
    [
      400,
      'USERNAME_INVALID',
      'certificate_phone',
      { certificateValue: '010-1234-5678', purpose: 'FIND_PASSWORD' },
    ],
    [400, 'INVALID_REQUEST', 'certificate_phone', { certificateValue: '010-1234-5678', purpose: 'ALL' }],
    [401, 'LOGIN_REQUIRED', 'certificate_phone', { certificateValue: '010-1234-5678', purpose: 'PROFILE' }],
  ] as const)('is refused with %i %s', async (status, code, path, body) => {
    expect(await world.post(`/api/certi/${path}`, body)).toMatchObject({ status, body: { code } });
  });

  test('of a member is of no use to a stranger or a guest', async () => {
    const owner = await newcomer(world);
    const stranger = await newcomer(world);
    const certificateValue = freshEmail();
    const asked = { certificateValue, purpose: 'PROFILE' };
    const { body } = await world.post('/api/certi/certificate_email', asked, { token: owner.token });
    const shown = { key: body.key, secretCode: await codeSentTo(world, certificateValue) };
    for (const by of [{ token: stranger.token }, {}])
      expect((await world.post('/api/certi/verify_email', shown, by)).body.code).toBe('CODE_WRONG');
    expect((await world.post('/api/certi/verify_email', shown, { token: owner.token })).status).toBe(200);
  });
});

describe.each(testDatabases)('a proven value on $name', ({ open }) => {
  const world = useWorld(open);

  test('belongs to one account: the second sign-up is sent to find ID, once it has shown the code', async () => {
    const { phone, email } = await provenMember(world);
    world.time.now = later(world.time.now, MINUTE_MS);
    for (const [kind, value, code] of [
      ['phone', phone, 'PHONE_REGISTERED'],
      ['email', email, 'EMAIL_REGISTERED'],
    ] as const) {
      const sent = await world.post(`/api/certi/certificate_${kind}`, { certificateValue: value });
      const shown = { key: sent.body.key, secretCode: await codeSentTo(world, value) };
      expect(await world.post(`/api/certi/verify_${kind}`, shown)).toMatchObject({
        status: 422,
        body: { code },
      });
    }
  });

  test('of two sign-ups at once belongs to one of them', async () => {
    const [one, two] = [formOf(), formOf()];
    const asked = { certificateValue: one.phone };
    const phoneProof = await proofOf(world, 'phone', asked);
    world.time.now = later(world.time.now, MINUTE_MS);
    const second = await proofOf(world, 'phone', asked);
    const answers = await Promise.all([
      world.post('/api/player', { ...one, phoneProof }),
      world.post('/api/player', { ...two, phone: one.phone, phoneProof: second }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('an unproven value of another account keeps nobody from proving it', async () => {
    const form = formOf();
    expect((await world.post('/api/player', form)).status).toBe(200);
    const phoneProof = await proofOf(world, 'phone', { certificateValue: form.phone });
    const reply = await world.post('/api/player', { ...formOf(), phone: form.phone, phoneProof });
    expect(reply.status).toBe(200);
  });

  test('is not taken from a proof of another value, another purpose, or a used one', async () => {
    const form = formOf();
    const phoneProof = await proofOf(world, 'phone', { certificateValue: form.phone });
    const refused = { status: 422, body: { code: 'PROOF_EXPIRED', field: 'phoneProof' } };
    expect(await world.post('/api/player', { ...formOf(), phoneProof })).toMatchObject(refused);
    expect((await world.post('/api/player', { ...form, phoneProof })).status).toBe(200);
    expect(await world.post('/api/player', { ...formOf(), phone: form.phone, phoneProof })).toMatchObject(
      refused,
    );
    const next = formOf();
    const found = await proofOf(world, 'phone', { certificateValue: next.phone, purpose: 'FIND_ID' });
    expect(await world.post('/api/player', { ...next, phoneProof: found })).toMatchObject(refused);
    expect(await letterTo(world, next.phone.replaceAll('-', ''))).toContain('인증번호');
  });
});
