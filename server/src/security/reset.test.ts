// Turning a second factor off for somebody else takes two members of staff.
import { DAY_MS, MINUTE_MS, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newcomer, OTHER_SITE, PASSWORD, SITE, type Signed, useWorld } from '../account/testing.ts';
import { testDatabases } from '../db/testing.ts';
import { openTestHttp } from '../http/testing.ts';
import { createStaffRequests } from '../staff/requests.ts';
import { resetRoutes } from './feature.ts';
import { protectedMember } from './testing.ts';

describe.each(testDatabases)('a second factor on $name', ({ open }) => {
  const world = useWorld(open);
  let http: Awaited<ReturnType<typeof openTestHttp>>;
  let staff: Signed;
  let colleague: Signed;

  beforeAll(async () => {
    const { database } = world.store;
    const requests = createStaffRequests(database);
    http = await openTestHttp({
      routes: [...resetRoutes({ database, requests }), ...requests.routes],
      authenticate: world.accounts.authenticator.authenticate,
      clock: () => world.time.now,
    });
    staff = await newcomer(world, { role: 'STAFF' });
    colleague = await newcomer(world, { role: 'STAFF' });
  });
  afterAll(() => http.close());

  async function post(path: string, payload: object, by?: Pick<Signed, 'token'>) {
    const headers = by === undefined ? {} : { authorization: `Bearer ${by.token}` };
    const answer = await http.inject({ method: 'POST', url: path, headers, payload });
    return { status: answer.statusCode, body: answer.json<{ code?: string; waiting: number }>() };
  }
  const ask = ({ id }: Pick<Signed, 'id'>, by?: Signed, reason = '신분증을 확인했습니다') =>
    post('/api/office/security/reset', { playerId: id, reason }, by);
  const approve = (staffRequestId: number, by: Signed) =>
    post('/api/office/request/approve', { staffRequestId }, by);
  const signIn = ({ username }: Signed) => world.post('/api/login', { username, password: PASSWORD });

  test('is turned off when another one approves, with a wait, a letter and a line in the history', async () => {
    const member = await protectedMember(world);
    const asked = await ask(member, staff);
    expect(asked.status).toBe(200);
    expect((await ask(member, colleague)).body.code).toBe('ALREADY_PROCESSED');
    const { waiting } = asked.body;
    expect((await approve(waiting, staff)).body.code).toBe('SECOND_PERSON_NEEDED');
    expect((await signIn(member)).body.code).toBe('SECOND_FACTOR_NEEDED');
    world.time.now = millis(world.time.now + MINUTE_MS);
    expect((await approve(waiting, colleague)).status).toBe(200);
    expect((await approve(waiting, colleague)).body.code).toBe('ALREADY_PROCESSED');
    expect((await signIn(member)).status).toBe(200);
    const { waits } = await world.store.database.transaction((tx) =>
      world.accounts.protection(tx, { site: SITE, player: member.id }, DAY_MS),
    );
    expect(waits).toContainEqual({ reason: 'SECOND_FACTOR', until: world.time.now + DAY_MS });
    const letters = await world.query<{ title: string }>(
      'select title_ko as title from message where player_id = $1',
      [member.id],
    );
    expect(letters).toContainEqual({ title: '고객센터가 2단계 인증을 껐습니다' });
    const changes = await world.query<object>(
      `select staff_id as staff, confirmed_by as "confirmedBy", reason from staff_change where subject = $1`,
      [`player ${member.id}`],
    );
    expect(changes).toEqual([
      { staff: staff.id, confirmedBy: colleague.id, reason: '신분증을 확인했습니다' },
    ]);
    const codes = await world.query('select code from recovery_code where player_id = $1', [member.id]);
    expect(codes).toEqual([]);
  });

  test('that is off, of staff, of another site or without a reason is refused', async () => {
    expect((await ask(await newcomer(world), staff)).body.code).toBe('SECOND_FACTOR_OFF');
    const third = await protectedMember(world, { role: 'STAFF' });
    expect((await ask(third, staff)).body.code).toBe('STAFF_PROTECTED');
    const elsewhere = await protectedMember(world, { site: OTHER_SITE });
    expect((await ask(elsewhere, staff)).body.code).toBe('ACCOUNT_NOT_FOUND');
    expect((await ask(await protectedMember(world), staff, '')).status).toBe(400);
  });

  test('that its owner turned off before the approval changes nothing any more', async () => {
    const member = await protectedMember(world);
    const { waiting } = (await ask(member, staff)).body;
    const [code] = member.codes;
    await world.post('/api/security/totp/end', { password: PASSWORD, code }, { token: member.token });
    expect((await approve(waiting, colleague)).body.code).toBe('SECOND_FACTOR_OFF');
  });

  test('is not for guests and members to reset', async () => {
    const member = await protectedMember(world);
    expect((await ask(member)).status).toBe(401);
    expect((await ask(member, member)).status).toBe(403);
  });
});
