// Approval by two members of staff, and the history of changes, through the calls of overseas futures, which need both.
import { DAY_MS } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { COLLEAGUE, OWNER, type Person, STAFF } from '../http/testing.ts';
import { worldForEachTest } from './each-world-testing.ts';
import { NQ, START } from './testing.ts';

const SETTING = '/api/office/oversea/setting';
const RATE = '/api/office/oversea/rate';
const REQUESTS = '/api/office/request';
const CHANGES = '/api/office/change/list';

describe.each(testDatabases)('on $name', ({ open }) => {
  const on = worldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });

  const ask = (body: object, by: Person = STAFF) =>
    on.world.post(SETTING, { overseaOptionId: NQ, reason: '위험 관리', ...body }, by);
  const approve = (staffRequestId: unknown, by?: Person) =>
    on.world.post(`${REQUESTS}/approve`, { staffRequestId }, by);
  const setting = async () => (await on.world.get(`${SETTING}?overseaOptionId=${NQ}`, STAFF)).body;
  const changes = async (query = '') => (await on.world.get(`${CHANGES}${query}`, STAFF)).body.content;

  test('guests and players see no request and no history', async () => {
    for (const [by, status] of [
      [undefined, 401],
      [OWNER, 403],
    ] as const) {
      expect((await on.world.get(`${REQUESTS}/list`, by)).status).toBe(status);
      expect((await on.world.get(CHANGES, by)).status).toBe(status);
      expect((await approve(1, by)).status).toBe(status);
      expect((await on.world.post(`${REQUESTS}/withdraw`, { staffRequestId: 1 }, by)).status).toBe(status);
    }
  });

  test.each([
    { lossCutRate: '0.9' },
    { overnightMargin: '5000000' },
    { commission: '299999' },
    { mode: 'STOPPED' },
    { entryMargin: '400000', lossCutRate: '0.3' },
  ])('%j waits for a second member of staff, who is not the one who asked', async (change) => {
    const before = await setting();
    const { body } = await ask(change);
    expect(body.waiting).toMatchObject({ requestedBy: STAFF.id, approvedBy: null, reason: '위험 관리' });
    expect(await setting()).toEqual(before);
    const refused = await approve(body.waiting.id, STAFF);
    expect([refused.status, refused.body.code]).toEqual([403, 'SECOND_PERSON_NEEDED']);
    expect(refused.body.message).toMatch(/[가-힣]/);
    expect(await setting()).toEqual(before);
    expect((await approve(body.waiting.id, COLLEAGUE)).body).toMatchObject({
      approvedBy: COLLEAGUE.id,
      outcome: 'DONE',
    });
    expect(await setting()).toMatchObject(change);
    expect(await changes()).toMatchObject([
      { area: 'OVERSEA_SETTING', staff: STAFF.id, confirmedBy: COLLEAGUE.id, reason: '위험 관리' },
    ]);
  });

  test('a change that affects no position is made by one person, and is in the history too', async () => {
    expect((await ask({ mode: 'REDUCE_ONLY' })).body).toMatchObject({ mode: 'REDUCE_ONLY', waiting: null });
    const [change] = await changes();
    expect(change).toMatchObject({ area: 'OVERSEA_SETTING', subject: String(NQ), confirmedBy: null });
    expect(JSON.parse(change.before)).toMatchObject({ mode: 'NORMAL', lossCutRate: '0.2' });
    expect(JSON.parse(change.after)).toMatchObject({ mode: 'REDUCE_ONLY', lossCutRate: '0.2' });
  });

  test('what the second person or whoever withdraws it says about a request is kept with their name', async () => {
    const { body } = await ask({ lossCutRate: '0.3' });
    const said = { staffRequestId: body.waiting.id, reason: '한도를 다시 봅니다' };
    expect((await on.world.post(`${REQUESTS}/withdraw`, said, COLLEAGUE)).status).toBe(200);
    expect(await changes()).toMatchObject([
      { area: 'REQUEST', subject: String(body.waiting.id), staff: COLLEAGUE.id, reason: said.reason },
    ]);
    const again = await ask({ lossCutRate: '0.3' });
    const approved = { staffRequestId: again.body.waiting.id, reason: '확인했습니다' };
    expect((await on.world.post(`${REQUESTS}/approve`, approved, COLLEAGUE)).status).toBe(200);
    const { content } = (await on.world.get(`${REQUESTS}/list`, STAFF)).body;
    expect(content).toMatchObject([
      { approvedBy: COLLEAGUE.id, decisionReason: approved.reason, outcome: 'DONE' },
      { withdrawnBy: COLLEAGUE.id, decisionReason: said.reason, outcome: null },
    ]);
    expect(await changes()).toHaveLength(3);
  });

  test('of simultaneous approvals exactly one succeeds', async () => {
    const { body } = await ask({ lossCutRate: '0.3' });
    const answers = await Promise.all([1, 2, 3].map(() => approve(body.waiting.id, COLLEAGUE)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await changes()).toHaveLength(1);
  });

  test('a rate counts from when a second person approved it', async () => {
    const asked = await on.world.post(RATE, { base: 'USD', rate: '1400' }, STAFF);
    const rates = async () =>
      (await on.world.get(`${RATE}/list`, STAFF)).body.filter(({ base }: { base: string }) => base === 'USD');
    expect(await rates()).toHaveLength(1);
    expect((await on.world.post(RATE, { base: 'USD', rate: '1401' }, COLLEAGUE)).body.code).toBe(
      'ALREADY_PROCESSED',
    );
    expect((await approve(asked.body.waiting.id, COLLEAGUE)).status).toBe(200);
    expect(await rates()).toMatchObject([{ rate: '1385.5' }, { rate: '1400' }]);
    const [change] = await changes('?area=DAY_RATE');
    expect(JSON.parse(change.before)).toMatchObject({ rate: '1385.5' });
    expect(JSON.parse(change.after)).toMatchObject({ base: 'USD', rate: '1400' });
  });

  test('a request can be withdrawn, and expires after a day', async () => {
    const first = (await ask({ lossCutRate: '0.3' })).body.waiting.id;
    expect((await ask({ lossCutRate: '0.4' })).body.code).toBe('ALREADY_PROCESSED');
    const withdrawn = await on.world.post(`${REQUESTS}/withdraw`, { staffRequestId: first }, STAFF);
    expect(withdrawn.body).toMatchObject({ withdrawnBy: STAFF.id });
    expect((await approve(first, COLLEAGUE)).body.code).toBe('ALREADY_PROCESSED');

    const second = (await ask({ lossCutRate: '0.4' })).body.waiting.id;
    on.world.moveTo(START + DAY_MS + 60_000);
    expect((await approve(second, COLLEAGUE)).body.code).toBe('STAFF_REQUEST_TOO_OLD');
    // An expired request does not prevent a new one.
    const third = (await ask({ lossCutRate: '0.5' })).body.waiting.id;
    expect((await approve(third, COLLEAGUE)).status).toBe(200);
    const { content } = (await on.world.get(`${REQUESTS}/list?size=2`, STAFF)).body;
    expect(content.map(({ id }: { id: number }) => id)).toEqual([third, second]);
    const rest = (await on.world.get(`${REQUESTS}/list?before=${second}`, STAFF)).body.content;
    expect(rest.map(({ id }: { id: number }) => id)).toEqual([first]);
  });

  test.each([99_999_999, 0, -1, 'one', null])('%j is no request', async (staffRequestId) => {
    const answer = await approve(staffRequestId, COLLEAGUE);
    expect([400, 404]).toContain(answer.status);
  });

  test('the database refuses to change the history, and a request approved by its own author', async () => {
    await ask({ contractsMost: 10 });
    const run = (text: string) => on.store.database.transaction((tx) => tx.query(text));
    await expect(run(`update staff_change set reason = 'another'`)).rejects.toThrow(/only ever added/);
    await expect(run('delete from staff_change')).rejects.toThrow(/only ever added/);
    await expect(run('truncate staff_change')).rejects.toThrow(/only ever added/);
    expect(await changes()).toHaveLength(1);
    await ask({ lossCutRate: '0.3' });
    await expect(run('update staff_request set approved_by = requested_by')).rejects.toMatchObject({
      constraint: 'a_request_takes_two_people',
    });
  });
});
