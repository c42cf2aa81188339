// Finding a username and a password: nothing for those who cannot read what is sent to the member.
import { later, MINUTE_MS } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { newcomer, OTHER_SITE, PASSWORD, useWorld } from '../account/testing.ts';
import { testDatabases } from '../db/testing.ts';
import { codeSentTo, letterTo, proofOf, provenMember } from './testing.ts';

const NEW_PASSWORD = 'another horse battery';

describe.each(testDatabases)('on $name', ({ open }) => {
  const world = useWorld(open);
  const nextMinute = () => {
    world.time.now = later(world.time.now, MINUTE_MS);
  };

  test('a username is shown masked to whoever reads the number, and sent there in full', async () => {
    const { phone, username } = await provenMember(world);
    nextMinute();
    const proof = await proofOf(world, 'phone', { certificateValue: phone, purpose: 'FIND_ID' });
    const reply = await world.post('/api/player/find_id', { proof });
    expect(reply).toMatchObject({ status: 200, body: { content: [{ createdMillis: expect.any(Number) }] } });
    const shown = reply.body.content[0].username;
    expect(shown).toMatch(/^pl\*+\w$/);
    expect(shown).toHaveLength(username.length);
    expect(await letterTo(world, phone)).toContain(username);
    expect((await world.post('/api/player/find_id', { proof })).body.code).toBe('PROOF_EXPIRED');
  });

  test('an unproven number finds nobody', async () => {
    const { id } = await newcomer(world);
    const [row] = await world.query<{ phone: string }>('select phone from player where id = $1', [id]);
    const asked = { certificateValue: row?.phone ?? '', purpose: 'FIND_ID' };
    const proof = await proofOf(world, 'phone', asked);
    expect((await world.post('/api/player/find_id', { proof })).body.content).toEqual([]);
  });

  test('a found password ends every sign-in and begins none; the old one is wrong from then on', async () => {
    const member = await provenMember(world);
    nextMinute();
    const proof = await proofOf(world, 'email', {
      certificateValue: member.email,
      purpose: 'FIND_PASSWORD',
      username: member.username,
    });
    const short = await world.post('/api/player/find_pw', { proof, password: 'short' });
    expect(short.body.code).toBe('PASSWORD_LENGTH');
    const common = await world.post('/api/player/find_pw', { proof, password: 'password123' });
    expect(common.body.code).toBe('PASSWORD_TOO_COMMON');
    const done = await world.post('/api/player/find_pw', { proof, password: NEW_PASSWORD });
    expect(done).toMatchObject({ status: 200, body: { username: member.username } });
    expect(done.body).not.toHaveProperty('accessToken');

    expect((await world.get('/api/me', { token: member.token })).status).toBe(401);
    expect((await world.post('/api/login', { refreshToken: member.refreshToken })).status).toBe(401);
    expect(world.loggedOut).toContainEqual({ player: member.id });
    const signIn = (password: string) => world.post('/api/login', { username: member.username, password });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
    expect(await letterTo(world, member.email)).toContain('비밀번호');

    const again = await world.post('/api/player/find_pw', { proof, password: 'a third horse battery' });
    expect(again.body.code).toBe('PROOF_EXPIRED');
    const inbox = await world.query<{ kind: string }>('select kind from message where player_id = $1', [
      member.id,
    ]);
    expect(inbox).toEqual([{ kind: 'SECURITY' }]);
    // Withdrawals wait after it as after every change of the password (docs/rules.md 6.5).
    const [row] = await world.query<{ changed: Date }>(
      'select password_changed_at as changed from player where id = $1',
      [member.id],
    );
    expect(row?.changed.getTime()).toBe(world.time.now);
  });

  test('a proof used by many at once sets one password', async () => {
    const member = await provenMember(world);
    nextMinute();
    const { email: certificateValue, username } = member;
    const proof = await proofOf(world, 'email', { certificateValue, purpose: 'FIND_PASSWORD', username });
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((each) =>
        world.post('/api/player/find_pw', { proof, password: `${each} horse battery` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  describe('who is not registered with the value gets the same answer, the same rows and no letter', () => {
    test.each(['an unknown name', 'the value of another member', 'another site', 'staff'])(
      '%s',
      async (who) => {
        const member = await provenMember(world);
        const stranger = await provenMember(world);
        if (who === 'staff') await world.query(`update player set role = 'STAFF' where id = $1`, [member.id]);
        nextMinute();
        const body = {
          certificateValue: who === 'the value of another member' ? stranger.email : member.email,
          purpose: 'FIND_PASSWORD',
          username: who === 'an unknown name' ? 'nobody-here' : member.username,
          ...(who === 'another site' ? { siteInfoId: OTHER_SITE } : {}),
        };
        const count = async () => {
          const [row] = await world.query<Record<string, number>>(
            `select (select count(*) from outbox)::int as letters, (select count(*) from certificate_code)::int as codes,
                  (select count(*) from outbox where not is_decoy)::int as sent`,
          );
          return { letters: row?.['letters'] ?? 0, codes: row?.['codes'] ?? 0, sent: row?.['sent'] ?? 0 };
        };
        const before = await count();
        const asked = await world.post('/api/certi/certificate_email', body, { ip: '10.3.0.1' });
        expect(asked).toMatchObject({ status: 200, body: { expiresIn: 180, nextSendIn: 60 } });
        expect(asked.body.key).toHaveLength(32);
        const after = await count();
        expect(after).toEqual({ letters: before.letters + 1, codes: before.codes + 1, sent: before.sent });
        const guess = { key: asked.body.key, secretCode: '000000', siteInfoId: body.siteInfoId };
        expect((await world.post('/api/certi/verify_email', guess)).body.code).toBe('CODE_WRONG');
      },
    );
  });

  test('a proof for a username sets no password', async () => {
    const { email } = await provenMember(world);
    nextMinute();
    const proof = await proofOf(world, 'email', { certificateValue: email, purpose: 'FIND_ID' });
    const reply = await world.post('/api/player/find_pw', { proof, password: NEW_PASSWORD });
    expect(reply.body.code).toBe('PROOF_EXPIRED');
    await expect(codeSentTo(world, email)).resolves.toMatch(/^\d{6}$/);
  });
});
