// Shares of partners from the bets of members to the wallet, through the real desk and shadow: accrued once, whatever is
// interrupted, and the same figure wherever it is shown.
import { HOUSE } from '@maru/engine/purse';
import { DAY_MS, koreanDate, MINUTE_MS, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import type { Desk } from './desk/desk.ts';
import { openJournal } from './desk/open-desk.ts';
import { SITE, untilWritten } from './desk/testing.ts';
import { COLLEAGUE, OWNER, person, STAFF } from './http/testing.ts';
import { Killed, killedAt, openPartnerWorld, type PartnerWorld, START } from './partner-world-testing.ts';
import { rebuildTables } from './shadow/rebuild-tables.ts';
import { shadowParts } from './shadow-products.ts';

const DAY = koreanDate(START);
const [HEAD, ALONE, BRANCH] = [person(50, 'PARTNER'), person(51, 'PARTNER'), person(52, 'PARTNER')];
const DAYS = 'fromDate=2026-11-10&toDate=2026-11-20';
const DATES = 'startDate=2026-11-10&endDate=2026-11-20';

const key = (place: number): string => `00000000-0000-4000-8000-00000000000${place}`;

describe.each(testDatabases)('shares of partners on $name', ({ open }) => {
  let store: TestDatabase;
  let world: PartnerWorld;
  beforeAll(async () => {
    store = await open();
    world = await openPartnerWorld(store);
    await world.accrue();
  });
  afterAll(() => world.close());

  const dashboard = (by = HEAD) => world.asks.get(`/api/partner/dashboard?${DATES}`, by);

  test('a day that is not over is counted anew, and what nobody staked under a partner is nobody’s', async () => {
    await world.playRound(START);
    await world.playNobodys(millis(START + 10 * MINUTE_MS));
    await world.accrue();
    const row = { day: DAY, product: 'binary', currency: 'KRW', base: '20000', players: 4 };
    const running = { ...row, is_running: true, status: 'ACCRUED' };
    const expected = [
      { ...running, partner_id: 50, line_id: 52, type: 'DIFFERENCE', rate: '0.015', amount: '300' },
      { ...running, partner_id: 52, line_id: null, type: 'DIRECT', rate: '0.005', amount: '100' },
    ];
    expect(await world.profits()).toEqual(expected);
    await world.playRound(millis(START + 20 * MINUTE_MS));
    await world.accrue();
    await world.accrue();
    expect((await world.profits()).map(({ amount: share }) => share)).toEqual(['600', '200']);
    expect((await dashboard()).body.currencies).toMatchObject([
      { currency: 'KRW', amount: '600', receivable: '600', turnover: '40000', fees: '0' },
    ]);
    const preview = await world.asks.get(
      '/api/office/partner/settlement/preview?throughDate=2026-11-12',
      STAFF,
    );
    expect(preview.body).toMatchObject({ content: [], sums: [], held: [] });
  });

  test('a day is accrued half an hour after it, when the tables have it, and exactly once wherever it is killed', async () => {
    world.time.now = millis(Date.parse('2026-11-13T00:29:59+09:00'));
    await world.accrue();
    expect((await world.profits()).every(({ is_running }) => is_running === true)).toBe(true);
    world.time.now = millis(Date.parse('2026-11-13T00:30:00+09:00'));
    await world.accrualOn(store.database, () => false).runOnce();
    expect((await world.profits()).every(({ is_running }) => is_running === true)).toBe(true);
    await world.accrue();
    const whole = await world.profits();
    expect(whole.map(({ amount: share, is_running }) => [share, is_running])).toEqual([
      ['600', false],
      ['200', false],
    ]);
    for (const when of ['BEFORE', 'AFTER'] as const)
      for (let at = 0, isKilled = true; isKilled; at += 1) {
        await world.query('delete from partner_profit');
        await world.query('update partner_accrual set day = day - 1');
        isKilled = await world
          .accrualOn(killedAt(store.database, at, when))
          .runOnce()
          .then(
            () => false,
            (fault: unknown) => {
              expect(fault).toBeInstanceOf(Killed);
              return true;
            },
          );
        await world.accrue();
        expect(await world.profits()).toEqual(whole);
      }
  });

  test('days that were missed are accrued in order, and what members moved is deleted when it is settled', async () => {
    await world.playRound(millis(START + DAY_MS));
    world.time.now = millis(START + 6 * DAY_MS);
    await Promise.all([world.accrue(), world.accrue()]);
    const days = await world.asks.get(`/api/office/partner/settlement/days?${DAYS}`, STAFF);
    expect(days.body).toMatchObject({
      accruedDate: '2026-11-17',
      daysBehind: 0,
      content: [
        { date: '2026-11-13', currency: 'KRW', partners: 2, rows: 2, accrued: '400', isRunning: false },
        { date: '2026-11-12', currency: 'KRW', partners: 2, rows: 2, accrued: '800' },
      ],
    });
    expect(await world.query('select 1 from share_base')).toEqual([]);
  });

  test('a bet that is void after all is taken back on the day of the void', async () => {
    const round = await world.playRound(world.time.now);
    await world.accrue();
    expect((await dashboard(BRANCH)).body.currencies[0]).toMatchObject({ amount: '400' });
    await world.ask({
      ...{ kind: 'VOID_ROUND', site: SITE, player: HOUSE, round, reason: '시세 오류' },
      ...{ requestedBy: 101, approvedBy: 102 },
    });
    await world.ask({ kind: 'PAY_ROUND', site: SITE, player: HOUSE, round, most: 50 });
    await untilWritten(world.opened());
    await world.accrue();
    const taken = (await world.profits()).filter(({ type }) => type === 'REVERSAL');
    expect(taken.map(({ base, amount: share }) => [base, share])).toEqual([
      ['-20000', '-300'],
      ['-20000', '-100'],
    ]);
    expect((await dashboard(BRANCH)).body.currencies[0]).toMatchObject({ amount: '300', turnover: '60000' });
    world.time.now = millis(world.time.now + DAY_MS);
    await world.accrue();
  });

  test('nobody but a partner sees shares, and of the tree the own part alone', async () => {
    for (const path of ['/api/partner/dashboard', '/api/partner_profit/my_list'] as const) {
      expect((await world.asks.get(path)).status).toBe(401);
      expect((await world.asks.get(path, OWNER)).body.code).toBe('PARTNERS_ONLY');
      expect((await world.asks.get(path, STAFF)).status).toBe(403);
    }
    const list = async (by: typeof HEAD, more = '') =>
      (
        await world.asks.get(
          `/api/partner_profit/my_list?${DATES}${more}` as '/api/partner_profit/my_list',
          by,
        )
      ).body;
    expect((await list(HEAD, '&isChildren=true')).content.map(({ partnerId }) => partnerId)).toContain(52);
    expect(new Set((await list(HEAD)).content.map(({ partnerId }) => partnerId))).toEqual(new Set([50]));
    expect(
      new Set((await list(BRANCH, '&isChildren=true')).content.map(({ partnerId }) => partnerId)),
    ).toEqual(new Set([52]));
    expect((await list(ALONE, '&isChildren=true')).totalElements).toBe(0);
    expect((await list(HEAD, '&typeStrs=REVERSAL')).totalElements).toBe(1);
    const tree = (await dashboard()).body.tree;
    expect(tree.map(({ id, parentId, members }) => [id, parentId, members])).toEqual([
      [50, null, 4],
      [52, 50, 4],
    ]);
    expect((await dashboard(BRANCH)).body.tree.map(({ id, parentId }) => [id, parentId])).toEqual([
      [52, null],
    ]);
    expect((await dashboard(BRANCH)).body).toMatchObject({ members: 4, joinedThisMonth: 4, code: 'K52' });
    const wrong = await world.asks.get(
      '/api/partner/dashboard?startDate=2026-01-01&endDate=2026-11-20',
      HEAD,
    );
    expect([wrong.status, wrong.body.field]).toEqual([400, 'startDate']);
  });

  test.each([
    ['2026-11-12', 2],
    ['2026-11-12T00:00:00+09:00', 1],
    [String(Date.parse('2026-11-12T00:00:00+09:00')), 1],
    ['2026-11-12T00:00:01+09:00', 2],
  ])('a period from the 11th that ends with %s has %i days', async (end, days) => {
    const dates = `startDate=2026-11-11&endDate=${encodeURIComponent(end)}`;
    const shown = (await world.asks.get(`/api/partner/dashboard?${dates}`, HEAD)).body;
    expect([shown.endDate, shown.currencies[0]?.days.length]).toEqual([`2026-11-1${days}`, days]);
    const path = `/api/partner_profit/my_list?${dates}` as '/api/partner_profit/my_list';
    expect((await world.asks.get(path, HEAD)).body.totalElements > 0).toBe(days === 2);
  });

  test('the dashboard, the list and the office show one figure, which follows from the ledger', async () => {
    const rows = (await world.asks.get(`/api/partner_profit/my_list?${DATES}&size=100`, HEAD)).body;
    const listed = rows.content.reduce((sum, row) => sum + Number(row.amount), 0);
    const shown = (await dashboard()).body;
    expect(Number(shown.currencies[0].amount)).toBe(listed);
    expect(shown.currencies[0].days.reduce((sum, day) => sum + Number(day.amount), 0)).toBe(listed);
    expect(rows.totals.receivable).toEqual([{ currency: 'KRW', amount: String(listed) }]);
    const preview = (
      await world.asks.get('/api/office/partner/settlement/preview?throughDate=2026-11-20', STAFF)
    ).body;
    expect(preview.content.find(({ partnerId }) => partnerId === 50)?.amount).toBe(String(listed));
    const [ledger] = await world.query<{ stakes: string }>(
      `select trim_scale(sum(amount))::text as stakes from ledger
        where reason in ('BET_STAKE', 'BET_LOST') and player_id <> 5`,
    );
    // Four rounds of members, of which one was void after all: both partners together have 2 % of three.
    expect(Number(ledger?.stakes)).toBe(80_000);
    const all = preview.content.reduce((sum, line) => sum + Number(line.amount), 0);
    expect(all).toBe((80_000 - 20_000) * 0.02);
  });

  test('an accrued day may be voided with a reason that its partner reads, once and by staff alone', async () => {
    const body = { partnerId: 52, date: '2026-11-13', reason: '부정 가입 회원' };
    const path = '/api/office/partner/settlement/void';
    for (const by of [undefined, OWNER, HEAD])
      expect([401, 403]).toContain((await world.asks.post(path, body, by)).status);
    expect((await world.asks.post(path, { ...body, partnerId: 1 }, STAFF)).body.code).toBe(
      'ACCOUNT_NOT_FOUND',
    );
    expect((await world.asks.post(path, { ...body, date: '2026-02-31' }, STAFF)).body.field).toBe('date');
    expect((await world.asks.post(path, { ...body, currency: 'USDT' }, STAFF)).body.code).toBe(
      'SETTLEMENT_NOTHING',
    );
    const voided = await world.asks.post(path, body, STAFF);
    expect(voided.body).toMatchObject({ rows: 1, sums: [{ currency: 'KRW', amount: '100' }] });
    expect((await world.asks.post(path, body, STAFF)).body.code).toBe('SETTLEMENT_NOTHING');
    const own = (await world.asks.get(`/api/partner_profit/my_list?${DATES}`, BRANCH)).body.content;
    expect(own.find(({ date }) => date === '2026-11-13')).toMatchObject({
      status: 'VOID',
      voidReason: '부정 가입 회원',
    });
    expect((await dashboard(BRANCH)).body.currencies[0]).toMatchObject({ amount: '200' });
  });

  const preview = async () =>
    (await world.asks.get('/api/office/partner/settlement/preview?throughDate=2026-11-19', STAFF)).body;
  const confirm = async (sums: unknown, by = STAFF) =>
    world.asks.post(
      '/api/office/partner/settlement/confirm',
      { throughDate: '2026-11-19', sums, reason: '11월 정산' },
      by,
    );
  const approve = (staffRequestId: number, by = COLLEAGUE) =>
    world.asks.post('/api/office/request/approve', { staffRequestId }, by);

  test('two people confirm exactly what they were shown, and what was changed meanwhile is refused', async () => {
    const { sums } = await preview();
    expect(sums).toEqual([{ currency: 'KRW', amount: '1100', partners: 2 }]);
    const shown = sums.map(({ currency, amount: of }) => ({ currency, amount: of }));
    expect((await confirm(shown, HEAD)).status).toBe(403);
    expect((await confirm([{ currency: 'KRW', amount: '1' }])).body.code).toBe('SETTLEMENT_CHANGED');
    const asked = await confirm(shown);
    expect((await confirm(shown)).body.code).toBe('ALREADY_PROCESSED');
    expect((await preview()).waiting).toBe(asked.body.waiting);
    expect((await approve(asked.body.waiting, STAFF)).body.code).toBe('SECOND_PERSON_NEEDED');
    // Something of it is voided before the second person looks.
    const day = { partnerId: 52, date: '2026-11-12', reason: '확인' };
    await world.asks.post('/api/office/partner/settlement/void', day, STAFF);
    expect((await approve(asked.body.waiting)).body.code).toBe('SETTLEMENT_CHANGED');
    await world.query(`update partner_profit set void_reason = null where partner_id = 52 and day = $1`, [
      DAY,
    ]);
    expect(await world.query('select 1 from partner_settlement')).toEqual([]);
  });

  test('what was approved is confirmed exactly once wherever it is killed', async () => {
    const { sums } = await preview();
    const shown = sums.map(({ currency, amount: of }) => ({ currency, amount: of }));
    const approved = {
      ...{ site: SITE, body: { throughDate: '2026-11-19', sums: shown }, reason: '11월 정산' },
      ...{ requestedBy: 4, approvedBy: 5, now: world.time.now },
    };
    const busy: Desk = {
      ...world.opened().desk,
      submit: () => Promise.resolve({ ok: false, refusal: 'TRY_AGAIN' }),
    };
    expect(await world.settlingOn(store.database, busy).perform(approved)).toEqual({ ok: true });
    const shares = async (more = '') =>
      (
        await world.asks.get(
          `/api/office/partner/settlement/shares?size=10${more}` as '/api/office/partner/settlement/shares',
          STAFF,
        )
      ).body;
    expect((await shares()).content.map(({ status, id }) => [status, id])).toEqual([
      ['CONFIRMING', null],
      ['CONFIRMING', null],
    ]);
    // What is being confirmed is not confirmed a second time.
    expect(await world.settlingOn(store.database).perform(approved)).toEqual({
      ok: false,
      refusal: 'SETTLEMENT_NOTHING',
    });
    for (let at = 0, isKilled = true; isKilled; at += 1) {
      isKilled = await world
        .settlingOn(killedAt(store.database, at, 'BEFORE'))
        .loop.runOnce()
        .then(
          () => false,
          () => true,
        );
      await untilWritten(world.opened());
    }
    expect([
      await world.purse(50, 'share'),
      await world.purse(52, 'share'),
      await world.purse(50, 'free'),
    ]).toEqual([...['900', '200', '0']]);
    expect(await world.query('select 1 from partner_settlement where not is_done')).toEqual([]);
    expect((await shares()).unpaid).toEqual([{ currency: 'KRW', amount: '1100', partners: 2 }]);
    expect((await shares('&partnerId=52')).content).toMatchObject([
      { status: 'CONFIRMED', amount: '200', requestedBy: 4, approvedBy: 5, paidBy: null },
    ]);
    expect((await shares('&statusStrs=PAID')).content).toEqual([]);
  });

  test('a confirmed share is paid once into the free money, and stands in the history as C', async () => {
    const path = '/api/office/partner/settlement/pay';
    const shown = async (more = '', throughDate = '2026-11-19') => {
      const asked = `/api/office/partner/settlement/payment?throughDate=${throughDate}${more}`;
      const { body: found } = await world.asks.get(asked as '/api/office/partner/settlement/payment', STAFF);
      return { throughDate, reason: '지급', digest: found.digest };
    };
    const body = await shown();
    for (const by of [undefined, OWNER, HEAD])
      expect([401, 403]).toContain((await world.asks.post(path, body, by, key(0))).status);
    expect((await world.asks.post(path, await shown('', '2026-11-01'), STAFF, key(1))).body.code).toBe(
      'SETTLEMENT_NOTHING',
    );
    expect((await world.asks.post(path, { ...body, partnerId: 1 }, STAFF, key(2))).body.code).toBe(
      'ACCOUNT_NOT_FOUND',
    );
    const ofOne = { ...(await shown('&partnerId=52')), partnerId: 52 };
    const one = await world.asks.post(path, ofOne, STAFF, key(3));
    expect(one.body).toMatchObject({ paid: 1, hasMore: false, sums: [{ amount: '200', partners: 1 }] });
    expect((await world.asks.post(path, body, STAFF, key(6))).body.code).toBe('SETTLEMENT_CHANGED');
    const rest = await shown();
    const both = await Promise.all([
      world.asks.post(path, rest, STAFF, key(4)),
      world.asks.post(path, rest, COLLEAGUE, key(5)),
    ]);
    expect(both.map(({ body: { paid } }) => paid ?? 0).toSorted()).toEqual([0, 1]);
    await untilWritten(world.opened());
    expect([
      await world.purse(50, 'free'),
      await world.purse(50, 'share'),
      await world.purse(52, 'free'),
    ]).toEqual([...['900', '0', '200']]);
    const own = (await world.asks.get(`/api/partner_profit/my_list?${DATES}`, HEAD)).body;
    expect(new Set(own.content.map(({ status }) => status))).toEqual(new Set(['PAID']));
    expect(own.totals.receivable).toEqual([]);
    const [row] = await world.query(
      `select type, status, trim_scale(change)::text as change, currency, decided_by from cashier_row where player_id = 52`,
    );
    expect(row).toMatchObject({ type: 'C', status: 1, change: '200', currency: 'KRW', decided_by: 4 });
    const [house] = await world.query(
      `select trim_scale(balance)::text as b from purse where id = 'house:1:partner:KRW'`,
    );
    expect(house).toEqual({ b: '-1100' });
  });

  test('I11: less than nothing stays accrued and reduces what comes later', async () => {
    const carried = `insert into partner_profit (site_id, day, partner_id, type, product, base, currency, base_amount,
        rate, amount, players, is_running) values (1, $1, 52, $2, 'oversea', 'FEE', 'KRW', $3, 0.3, $4, 1, false)`;
    await world.query(carried, [DAY + 1, 'REVERSAL', '-500000', '-150000']);
    await world.query(carried, [DAY + 2, 'DIRECT', '300000', '90000']);
    expect(await preview()).toMatchObject({ sums: [], held: [{ currency: 'KRW', amount: '-60000' }] });
    expect((await confirm([])).body.code).toBe('SETTLEMENT_NOTHING');
    await world.query(carried, [DAY + 3, 'DIRECT', '400000', '120000']);
    // Of 0.3 of -500,000, 300,000 and 400,000 there is 60,000 to confirm.
    expect(await preview()).toMatchObject({ sums: [{ amount: '60000' }], held: [] });
    await world.query(`delete from partner_profit where product = 'oversea'`);
  });

  test('the single rows of a site are listed and written as a file in parts', async () => {
    const path = `/api/office/partner/settlement/rows?${DAYS}&size=3`;
    const first = (await world.asks.get(path as '/api/office/partner/settlement/rows', STAFF)).body;
    expect(first.content).toHaveLength(3);
    const next = (
      await world.asks.get(`${path}&before=${first.next}` as '/api/office/partner/settlement/rows', STAFF)
    ).body;
    expect(next.content[0].id).toBeLessThan(first.content[2].id);
    const file = await world.http.inject({
      ...{ method: 'GET', url: `/api/office/partner/settlement/csv?${DAYS}` },
      headers: { authorization: `Bearer ${STAFF.id}.${STAFF.role}` },
    });
    expect(file.body.trim().split('\r\n').length).toBeGreaterThan(6);
    expect((await world.asks.get(`/api/office/partner/settlement/days?${DAYS}`, HEAD)).status).toBe(403);
  });

  test('tables that are written again from the journal have the same shares and rows', async () => {
    const kept = () => world.query('select * from partner_share order by id');
    const rows = () => world.query(`select * from cashier_row where type = 'C' order by id`);
    const before = [await kept(), await rows()];
    await world.restart(async () => {
      const place = store.url === undefined ? { folder: world.journalFolder } : { url: store.url };
      const journal = await openJournal(place, 0, () => undefined);
      await rebuildTables({ database: store.database, journal, shard: 0, products: shadowParts.products });
      await journal.close();
    });
    expect([await kept(), await rows()]).toEqual(before);
    expect(await world.opened().desk.inspect(({ partner }) => partner.shares.size)).toMatchObject({
      seen: 0,
    });
  });
});
