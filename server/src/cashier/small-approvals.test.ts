// The rule by which small amounts are approved without anybody looking, and attempts to get around it.
import { describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { COLLEAGUE, type Person, SITE, STAFF } from '../http/testing.ts';
import { DAY, useWorld } from './testing.ts';

const RULE = { most: '100000', dayMost: '250000', siteDayMost: '900000', accountDays: 7 };

describe.each(testDatabases)('small amounts on $name', ({ open }) => {
  const world = useWorld(open);

  async function setRule(wanted: object): Promise<void> {
    const { body } = await world.post('/api/office/dnw/setting', { reason: '소액 규칙', ...wanted }, STAFF);
    expect(body.code).toBeUndefined();
    const done = await world.post(
      '/api/office/request/approve',
      { staffRequestId: body.waiting.id },
      COLLEAGUE,
    );
    expect(done.body.outcome).toBe('DONE');
  }
  const deposit = async (owner: Person, point: string) =>
    (await world.post('/api/dnw/deposit/apply', { point }, owner)).body.request.id;
  const run = () => world.cashier.small.run(world.now());
  async function statusOf(owner: Person, id: number) {
    await world.desk.caughtUp(owner.id);
    const [row] = await world.query<{ status: number }>('select status from cashier_row where id = $1', [id]);
    return row?.status;
  }
  async function tryDeposit(owner: Person, point: string) {
    const id = await deposit(owner, point);
    await world.desk.caughtUp(owner.id);
    await run();
    return statusOf(owner, id);
  }
  /** A member whose first deposit staff have approved. */
  async function known(): Promise<Person> {
    const owner = await world.newcomer();
    const id = await deposit(owner, '100000');
    await world.post('/api/office/dnw/approve', { dnwHistoryId: id }, STAFF);
    return owner;
  }

  test('nothing is approved by itself until two people have made a rule', async () => {
    const owner = await known();
    expect(await tryDeposit(owner, '20000')).toBe(0);
    expect((await world.get('/api/office/dnw/setting', STAFF)).body).toMatchObject({
      smallDeposit: {},
      smallWithdrawal: {},
    });
  });

  test('a rule that cannot hold is refused', async () => {
    const ask = async (rule: object, currency = 'KRW') =>
      (
        await world.post(
          '/api/office/dnw/setting',
          { reason: '규칙', smallDeposit: { [currency]: rule } },
          STAFF,
        )
      ).body;
    for (const wrong of [
      ...[{ most: '0' }, { most: '-1' }, { most: '250001' }, { siteDayMost: '249999' }, { most: '0.5' }],
      { most: '5000000', dayMost: '5000000', siteDayMost: '5000000' },
    ])
      expect(await ask({ ...RULE, ...wrong })).toMatchObject({
        ...{ code: 'SETTING_INVALID', field: 'smallDeposit' },
      });
    expect(await ask(RULE, 'DOGE')).toMatchObject({ code: 'SETTING_INVALID', field: 'smallDeposit' });
  });

  test('a small deposit of a known member is approved, told in the history as an act of the platform', async () => {
    const owner = await known();
    const waiting = await known();
    const before = await deposit(waiting, '30000');
    await world.desk.caughtUp(waiting.id);
    world.moveBy(1);
    await setRule({ smallDeposit: { KRW: RULE } });
    // Asked for while somebody looked at everything.
    await run();
    expect(await statusOf(waiting, before)).toBe(0);
    const first = await world.newcomer();
    expect(await tryDeposit(first, '30000')).toBe(0);
    expect(await tryDeposit(owner, '100001')).toBe(0);
    const held = await known();
    const marked = await deposit(held, '30000');
    await world.post('/api/office/dnw/hold', { dnwHistoryId: marked, reason: '확인 중' }, STAFF);
    await run();
    expect(await statusOf(held, marked)).toBe(0);
    const other = await known();
    expect(await tryDeposit(other, '100000')).toBe(1);
    expect(await world.free('BINARY', other)).toBe('1200000');
    const { content } = (await world.get(`/api/office/dnw/list?playerId=${other.id}`, STAFF)).body;
    expect(content[0]).toMatchObject({ isByRule: true, decidedBy: null, status: 1 });
    const changes = (await world.get('/api/office/change/list?area=CASHIER', STAFF)).body.content;
    const act = changes.find(({ subject }) => subject === `dnw ${content[0].id}`);
    expect(JSON.parse(act?.after ?? '{}')).toMatchObject({ decision: 'APPROVE', rule: { most: '100000' } });
  });

  test('many small ones are one large one', async () => {
    const owner = await known();
    const statuses: (number | undefined)[] = [];
    for (let count = 0; count < 2; count += 1) statuses.push(await tryDeposit(owner, '100000'));
    // 250,000 a day: the third waits for staff, and so does everything that would go beyond.
    statuses.push(await tryDeposit(owner, '60000'));
    expect(statuses).toEqual([1, 1, 0]);
    await run();
    const open = await world.query<{ id: number }>(
      'select id from cashier_row where player_id = $1 and status = 0',
      [owner.id],
    );
    await world.post('/api/dnw/cancel', { dnwHistoryId: open[0]?.id }, owner);
    expect(await tryDeposit(owner, '50000')).toBe(1);
    expect(await tryDeposit(owner, '10000')).toBe(0);
  });

  test('many members together are bounded, too, until the next day in Korea', async () => {
    let approved = 0;
    for (let count = 0; count < 10; count += 1) {
      const owner = await known();
      if ((await tryDeposit(owner, '100000')) === 1) approved += 1;
    }
    const [sum] = await world.query<{ sum: string }>(
      'select sum(amount)::text as sum from small_approval where site_id = $1',
      [SITE],
    );
    expect(Number(sum?.sum)).toBeLessThanOrEqual(900_000);
    expect(approved).toBeLessThan(10);
    world.moveBy(DAY);
    expect(await tryDeposit(await known(), '100000')).toBe(1);
  });

  test('withdrawals have a rule of their own, and one that anything speaks against waits', async () => {
    const owner = await known();
    await world.addPayout(owner);
    world.moveBy(5 * DAY);
    const withdraw = async () =>
      (await world.post('/api/dnw/withdraw/apply', { point: '50000' }, owner)).body.request.id;
    const first = await withdraw();
    await world.desk.caughtUp(owner.id);
    await run();
    expect(await statusOf(owner, first)).toBe(0);
    await world.post('/api/office/dnw/approve', { dnwHistoryId: first }, STAFF);
    await setRule({ smallWithdrawal: { KRW: RULE } });
    await world.query('update player set password_changed_at = $2 where id = $1', [
      owner.id,
      new Date(world.now() - 2 * DAY),
    ]);
    const watched = await withdraw();
    await world.desk.caughtUp(owner.id);
    await run();
    expect(await statusOf(owner, watched)).toBe(0);
    await world.post('/api/dnw/cancel', { dnwHistoryId: watched }, owner);
    world.moveBy(2 * DAY);
    const calm = await withdraw();
    await world.desk.caughtUp(owner.id);
    await run();
    expect(await statusOf(owner, calm)).toBe(1);
    await setRule({ smallDeposit: { KRW: null }, smallWithdrawal: { KRW: null } });
    expect(await tryDeposit(owner, '10000')).toBe(0);
  });
});
