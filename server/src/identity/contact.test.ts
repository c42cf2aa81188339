import { later, MINUTE_MS } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { newcomer, OTHER_SITE, PASSWORD, useWorld } from '../account/testing.ts';
import { testDatabases } from '../db/testing.ts';
import { letterTo, proofOf, provenMember } from './testing.ts';

let values = 0;
const freshEmail = (): string => {
  values += 1;
  return `contact${values}@example.com`;
};

describe.each(testDatabases)('a member’s contact on $name', ({ open }) => {
  const world = useWorld(open);
  const proof = (token: string, certificateValue: string) =>
    proofOf(world, 'email', { certificateValue, purpose: 'PROFILE' }, { token });
  const set = (token: string, body: unknown) => world.post('/api/identity/contact', body, { token });

  test('is proven later, with the password, and then finds the password', async () => {
    const { token, username } = await newcomer(world);
    const email = freshEmail();
    const given = await proof(token, email);
    const wrong = await set(token, { proof: given, password: 'not the password' });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'CURRENT_PASSWORD_MISMATCH' } });
    expect(await set(token, { proof: given, password: PASSWORD })).toMatchObject({
      status: 200,
      body: { kind: 'EMAIL', value: email },
    });
    expect((await set(token, { proof: given, password: PASSWORD })).body.code).toBe('PROOF_EXPIRED');
    expect((await world.get('/api/me', { token })).body.email).toBe(email);
    world.time.now = later(world.time.now, MINUTE_MS);
    const asked = { certificateValue: email, purpose: 'FIND_PASSWORD', username };
    await expect(proofOf(world, 'email', asked)).resolves.toMatch(/^[\w-]{32}$/);
  });

  test('that is replaced tells the old address', async () => {
    const { id, token, email } = await provenMember(world);
    const next = freshEmail();
    expect((await set(token, { proof: await proof(token, next), password: PASSWORD })).status).toBe(200);
    expect(await letterTo(world, email)).toContain('직접 하지 않았다면');
    const [row] = await world.query<{ kind: string }>(`select kind from message order by id desc limit 1`);
    expect(row?.kind).toBe('SECURITY');
    // Withdrawals wait from now on.
    const waits = await world.query<{ at: number }>(
      'select phone_ms as at from player_security where player_id = $1',
      [id],
    );
    expect(waits).toEqual([{ at: world.time.now }]);
  });

  test('proven by two members at once is of one of them', async () => {
    const [one, two] = [await newcomer(world), await newcomer(world)];
    const email = freshEmail();
    const first = await proof(one.token, email);
    world.time.now = later(world.time.now, MINUTE_MS);
    const second = await proof(two.token, email);
    const answers = await Promise.all([
      set(one.token, { proof: first, password: PASSWORD }),
      set(two.token, { proof: second, password: PASSWORD }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('takes neither a stranger’s proof nor one of a sign-up, and guests and staff have none', async () => {
    const [owner, stranger] = [await newcomer(world), await newcomer(world)];
    const given = await proof(owner.token, freshEmail());
    const ofSignUp = await proofOf(world, 'email', { certificateValue: freshEmail() });
    for (const each of [given, ofSignUp]) {
      const reply = await set(stranger.token, { proof: each, password: PASSWORD });
      expect(reply).toMatchObject({ status: 422, body: { code: 'PROOF_EXPIRED' } });
    }
    expect((await world.post('/api/identity/contact', { proof: given, password: PASSWORD })).status).toBe(
      401,
    );
    const staff = await newcomer(world, { role: 'STAFF' });
    expect((await set(staff.token, { proof: given, password: PASSWORD })).status).toBe(403);
    const elsewhere = await newcomer(world, { site: OTHER_SITE });
    expect((await set(elsewhere.token, { proof: given, password: PASSWORD })).body.code).toBe(
      'PROOF_EXPIRED',
    );
  });
});
