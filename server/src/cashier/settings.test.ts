// Settings of the cashier that two members of staff change while the platform runs, and what one of them may approve on a
// day.
import { describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { COLLEAGUE, OWNER, type Person, SITE, STAFF } from '../http/testing.ts';
import { openSites } from '../site/sites.ts';
import { DAY, useWorld } from './testing.ts';

const REASON = '수수료 조정';

describe.each(testDatabases)('settings of the cashier on $name', ({ open }) => {
  const world = useWorld(open);
  const ask = (wanted: object, by: Person = STAFF) =>
    world.post('/api/office/dnw/setting', { reason: REASON, ...wanted }, by);
  const approveRequest = (staffRequestId: number, by: Person = COLLEAGUE) =>
    world.post('/api/office/request/approve', { staffRequestId }, by);
  async function change(wanted: object) {
    const { body } = await ask(wanted);
    expect(body.code).toBeUndefined();
    return approveRequest(body.waiting?.id ?? 0);
  }
  const deposit = async (owner: Person, point: string) =>
    (await world.post('/api/dnw/deposit/apply', { walletType: 'BINARY', point }, owner)).body.request.id;
  const approve = (dnwHistoryId: number, by: Person) =>
    world.post('/api/office/dnw/approve', { dnwHistoryId }, by);

  test('a guest and a member neither read nor change them', async () => {
    for (const by of [undefined, OWNER]) {
      const status = by === undefined ? 401 : 403;
      expect((await world.get('/api/office/dnw/setting', by)).status).toBe(status);
      const asked = await world.post('/api/office/dnw/setting', { reason: REASON, p2p: false }, by);
      expect(asked.status).toBe(status);
    }
  });

  test('one person asks, another approves, and they hold without a restart and after one', async () => {
    const owner = await world.newcomer();
    const before = (await world.get('/api/office/dnw/setting', STAFF)).body;
    const { body } = await ask({ depositLeast: { KRW: '30000' }, waitHours: 12 });
    expect(body).toMatchObject({ depositLeast: before.depositLeast, waiting: { kind: 'CASHIER_SETTING' } });
    expect((await ask({ p2p: false }, COLLEAGUE)).body.code).toBe('ALREADY_PROCESSED');
    const id = body.waiting?.id ?? 0;
    expect((await approveRequest(id, STAFF)).body.code).toBe('SECOND_PERSON_NEEDED');
    expect((await world.get('/api/office/dnw/setting', STAFF)).body).toEqual(before);
    expect((await approveRequest(id)).body).toMatchObject({ outcome: 'DONE' });
    expect((await approveRequest(id)).body.code).toBe('ALREADY_PROCESSED');
    const after = (await world.get('/api/office/dnw/setting', STAFF)).body;
    expect(after).toEqual({
      ...before,
      depositLeast: { ...before.depositLeast, KRW: '30000' },
      waitHours: 12,
    });
    const below = await world.post('/api/dnw/deposit/apply', { walletType: 'BINARY', point: '20000' }, owner);
    expect(below.body.code).toBe('BELOW_MINIMUM');
    const again = (await openSites(world.database, 0)).byId(SITE)?.money;
    expect(again?.depositLeast('KRW')).toBe(30_000n * 100_000_000n);
    expect(again?.waitMs).toBe(12 * 3_600_000);
    const { content } = (await world.get('/api/office/change/list?area=CASHIER', STAFF)).body;
    const [entry] = content;
    expect(entry).toMatchObject({ subject: 'setting', reason: REASON, staff: STAFF.id });
    expect(entry?.confirmedBy).toBe(COLLEAGUE.id);
    expect(JSON.parse(entry?.before ?? '')).toEqual(before);
    expect(JSON.parse(entry?.after ?? '')).toEqual(after);
    await change({ depositLeast: { KRW: '10000' }, waitHours: 24 });
  });

  test('P2P and the coins that are bought are switched off and on', async () => {
    const owner = await world.newcomer();
    const terms = () => world.get('/api/dnw/p2p/terms', owner);
    await change({ p2p: false });
    expect((await terms()).body.code).toBe('P2P_OFF');
    await change({ p2p: true, buyCoins: ['BTC'] });
    expect((await terms()).body.code).toBe('COIN_UNSUPPORTED');
    await change({ buyCoins: ['USDT', 'BTC'] });
    expect((await terms()).status).toBe(200);
  });

  test('a request that was made before keeps the limit above which two people approve it', async () => {
    const [before, after] = [await world.newcomer(), await world.newcomer()];
    const first = await deposit(before, '6000000');
    world.moveBy(1_000);
    await change({ twoFrom: { KRW: '9000000' } });
    const second = await deposit(after, '6000000');
    expect((await approve(first, STAFF)).body).toMatchObject({
      ...{ status: 0, needsTwo: true, confirmedBy: STAFF.id },
    });
    expect((await approve(second, STAFF)).body).toMatchObject({ status: 1, needsTwo: false });
    expect((await approve(first, COLLEAGUE)).body).toMatchObject({ status: 1 });
    await change({ twoFrom: { KRW: '5000000' } });
  });

  test.each([
    [{}, 'reason'],
    [{ fee: { KRW: '-1' } }, 'fee'],
    [{ fee: { KRW: '0.5' } }, 'fee'],
    [{ fee: { KRW: '10000' } }, 'fee'],
    [{ withdrawLeast: { KRW: '1000' } }, 'fee'],
    [{ depositLeast: { DOGE: '1' } }, 'depositLeast'],
    [{ twoFrom: { KRW: '10000000001' } }, 'twoFrom'],
    [{ staffDayMost: { KRW: '-1' } }, 'staffDayMost'],
    [{ spread: '0.11' }, 'spread'],
    [{ spread: '-0.01' }, 'spread'],
    [{ depositCoins: ['EOS'] }, 'depositCoins'],
    [{ buyCoins: ['BINARY'] }, 'buyCoins'],
  ])('%j is refused as %s', async (wanted, field) => {
    expect(await ask(wanted)).toMatchObject({ status: 422, body: { code: 'SETTING_INVALID', field } });
  });

  test.each([
    { fee: { KRW: 'x' } },
    { fee: [] },
    { fee: { krw: '1' } },
    { waitHours: 721 },
    { waitHours: 1.5 },
    { p2p: 'off' },
    { reason: '' },
    { depositCoins: 'BINARY' },
  ])('%j cannot be read', async (wanted) => {
    expect(await ask(wanted)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  });

  describe('a day of one member of staff', () => {
    const grant = (owner: Person, point: string, by: Person) =>
      world.post(
        '/api/office/dnw/grant',
        { playerId: owner.id, type: 'PB', walletType: 'BINARY', point, reason: REASON },
        by,
      );

    test('approvals, also as one of two, and grants count together, until the cap and until midnight', async () => {
      world.moveBy(DAY);
      await change({ staffDayMost: { KRW: '10000000' } });
      const staff = await world.newcomer('STAFF');
      const owners = [await world.newcomer(), await world.newcomer(), await world.newcomer()] as const;
      const small = await deposit(owners[0], '3000000');
      const large = await deposit(owners[1], '6000000');
      expect((await approve(small, staff)).body).toMatchObject({ status: 1 });
      expect((await approve(large, staff)).body).toMatchObject({ status: 0, confirmedBy: staff.id });
      const above = await grant(owners[2], '1000001', staff);
      expect(above).toMatchObject({ status: 422, body: { code: 'STAFF_DAY_LIMIT' } });
      expect((await grant(owners[2], '1000000', staff)).body).toMatchObject({ type: 'PB', status: 0 });
      const next = await deposit(owners[0], '10000');
      expect((await approve(next, staff)).body.code).toBe('STAFF_DAY_LIMIT');
      expect((await world.get('/api/dnw/list', owners[0])).body.content[0]).toMatchObject({ status: 0 });
      // Rejecting moves nothing, and another person may still approve.
      expect((await approve(next, COLLEAGUE)).body).toMatchObject({ status: 1 });
      world.moveBy(DAY);
      const tomorrow = await deposit(owners[0], '10000000');
      expect((await approve(tomorrow, staff)).body).toMatchObject({ confirmedBy: staff.id });
    });

    test('of approvals at once no more than the cap is reached, and one that is sent twice counts once', async () => {
      world.moveBy(DAY);
      const staff = await world.newcomer('STAFF');
      const ids = await Promise.all(
        Array.from({ length: 5 }, async () => deposit(await world.newcomer(), '4000000')),
      );
      const answers = await Promise.all([...ids, ...ids].map((id) => approve(id, staff)));
      const done = await world.query<{ total: number }>(
        `select count(*)::int as total from cashier_row where decided_by = $1`,
        [staff.id],
      );
      expect(done).toEqual([{ total: 2 }]);
      const codes = new Set(answers.map(({ body }) => body.code));
      expect(codes.has('STAFF_DAY_LIMIT')).toBe(true);
      expect(answers.every(({ status }) => status < 500)).toBe(true);
    });

    test('what the desk refuses does not count', async () => {
      world.moveBy(DAY);
      const staff = await world.newcomer('STAFF');
      const owner = await world.newcomer();
      const cancelled = await deposit(owner, '9000000');
      await world.post('/api/dnw/cancel', { dnwHistoryId: cancelled }, owner);
      expect((await approve(cancelled, staff)).body.code).toBe('REQUEST_PROCESSED');
      const next = await deposit(owner, '10000000');
      expect((await approve(next, staff)).body).toMatchObject({ confirmedBy: staff.id });
    });

    test('all uses of a coupon count, for who asks and for who approves', async () => {
      world.moveBy(DAY);
      const [one, two] = [await world.newcomer('STAFF'), await world.newcomer('STAFF')];
      const issue = (uses: number, by: Person) =>
        world.post(
          '/api/office/coupon/issue',
          {
            ...{ walletTypes: ['BINARY'], point: '1000000', uses, reason: REASON },
            untilMillis: String(world.now() + DAY),
          },
          by,
        );
      expect((await issue(11, one)).body.code).toBe('STAFF_DAY_LIMIT');
      const { waiting } = (await issue(6, one)).body;
      expect((await issue(5, one)).body.code).toBe('STAFF_DAY_LIMIT');
      expect((await issue(5, two)).status).toBe(200);
      expect((await approveRequest(waiting, two)).body.code).toBe('STAFF_DAY_LIMIT');
      await change({ staffDayMost: { KRW: '50000000' } });
    });
  });
});
