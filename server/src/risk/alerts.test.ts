// Alerts and limits from a figure to the list of staff, on both databases.
import { type Amount, amount, ONE, type Price, price } from '@maru/engine/amount';
import { siteId } from '@maru/engine/purse';
import { DAY_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabases } from '../db/testing.ts';
import { insertTestSite } from '../desk/testing.ts';
import { type Asks, asksOf, COLLEAGUE, OWNER, openTestHttp, PARTNER, SITE, STAFF } from '../http/testing.ts';
import { silentLog } from '../log/log.ts';
import { changeRoutes } from '../staff/changes.ts';
import { createStaffRequests } from '../staff/requests.ts';
import { alertRoutes } from './alert-routes.ts';
import { type AlertParts, createAlerts } from './alerts.ts';
import { openLimits } from './limits.ts';
import { type KeptMinute, listMinutes } from './minute-store.ts';
import { createTrend } from './trend.ts';
import type { Snapshot, ValuedAccount } from './valued-accounts.ts';

type Modules = typeof import('@maru/contract/risk/limits') &
  typeof import('@maru/contract/risk/stress') &
  typeof import('@maru/contract/staff/calls');

const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
const RISK = '/api/office/risk';

/** One account that is long of so many won. */
function snapshotOf(won: string, at: Millis): Snapshot {
  const value = amount(won);
  const position = {
    id: 1,
    instrument: 1,
    side: 'LONG',
    qty: '1',
    leverage: 10,
    isIsolated: false,
    price: ONE as Price,
    value,
    pnl: 0n as Amount,
  } as const;
  const account = {
    site: SITE,
    player: OWNER.id,
    wallet: 'BINARY',
    positions: [position],
    margin: value,
    equity: value,
    floor: 0n as Amount,
  };
  const sums = { gross: value, pnl: 0n as Amount, margin: value, equity: value };
  const row: ValuedAccount = { product: 'test', account, currency: 'KRW', ...sums, room: 1_000_000 };
  return { at, worth: { of: (each) => each }, bySite: new Map([[SITE, [row]]]), isPartial: false };
}

describe.each(testDatabases)('alerts of risk on $name', ({ open }) => {
  let store: TestDatabase;
  let http: FastifyInstance;
  let ask: Asks<Modules>;
  let now = START;
  let long = '0';
  let second = price('100');
  let parts: AlertParts;
  let alerts: ReturnType<typeof createAlerts>;

  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    await emptyDatabase(store);
    await insertTestSite(store);
    now = START;
    long = '0';
    second = price('100');
    const { database } = store;
    const limits = await openLimits(database);
    const requests = createStaffRequests(database);
    const instruments = [{ id: 1, code: 'BTCUSDT', staleMs: 3_000 }] as unknown as AlertParts['instruments'];
    parts = {
      shard: 0,
      database,
      exposures: [],
      sites: { all: () => [{ id: SITE }] } as unknown as AlertParts['sites'],
      prices: {
        report: () => ({ stopped: [] }),
        latest: () => undefined,
        usable: () => ({ last: price('100') }),
      } as unknown as AlertParts['prices'],
      instruments,
      time: { clock: () => now, wait: () => new Promise(() => undefined) },
      log: silentLog,
      accounts: { newest: async () => snapshotOf(long, now) },
      roundsOf: async () => [],
      limits,
      secondPrices: { name: 'second', latest: () => ({ price: second, receivedAt: now }) },
      house: {
        insurance: async () => 0n,
        lossOfHour: async () => 0n,
        resume: () => undefined,
        newest: () => new Map([['KRW', 7n]]),
      },
      trend: createTrend(),
    };
    alerts = createAlerts(parts);
    await http?.close();
    http = await openTestHttp({
      routes: [
        ...alertRoutes({ database, instruments, requests, limits }),
        ...requests.routes,
        ...changeRoutes(database),
      ],
      clock: () => now,
    });
    ask = asksOf<Modules>(http);
  });
  afterAll(async () => {
    await http.close();
    await store.drop();
  });

  /** The net of all instruments, of which the default limit is 600 million won. */
  async function hold(won: string): Promise<void> {
    long = won;
    now = millis(now + 10_000);
    await alerts.runOnce();
  }
  const list = async () => (await ask.get(`${RISK}/alert/list`, STAFF)).body;
  const netAlerts = async () => (await list()).content.filter(({ rule }) => rule === 'netTotal');

  test('one that comes near, is passed and is clear again is one row', async () => {
    await hold('470000000');
    expect(await netAlerts()).toEqual([]);
    await hold('490000000');
    expect(await netAlerts()).toMatchObject([{ level: 'NEAR', value: '490000000', limit: '600000000' }]);
    await hold('475000000');
    await hold('610000000');
    expect(await netAlerts()).toMatchObject([{ level: 'OVER', value: '610000000', clearedMillis: null }]);
    await hold('100000000');
    expect(await netAlerts()).toMatchObject([{ level: 'OVER', clearedMillis: now }]);
    await hold('700000000');
    expect(await netAlerts()).toHaveLength(2);
  });

  test('one that lasts is not written again by the next process, and ends there', async () => {
    await hold('700000000');
    alerts = createAlerts(parts);
    await alerts.start();
    await alerts.runOnce();
    expect(await netAlerts()).toHaveLength(1);
    await hold('0');
    expect((await netAlerts())[0]?.clearedMillis).toBe(now);
    await alerts.stop();
  });

  test('a price that differs from the second source for longer than one look is one, until it agrees again', async () => {
    const suspect = async () => (await list()).content.filter(({ rule }) => rule === 'feedDeviation');
    second = price('101');
    await hold('0');
    expect(await suspect()).toEqual([]);
    await hold('0');
    expect(await suspect()).toMatchObject([{ subject: 'BTCUSDT', level: 'OVER', clearedMillis: null }]);
    second = price('100');
    await hold('0');
    expect(await suspect()).toMatchObject([{ clearedMillis: now }]);
  });

  test('so is too much on one instrument, from a whole that is worth judging on', async () => {
    const share = async () => (await list()).content.filter(({ rule }) => rule === 'shareInstrument');
    await hold('590000000');
    expect(await share()).toEqual([]);
    await hold('600000000');
    expect(await share()).toMatchObject([{ subject: 'BTCUSDT', level: 'OVER', value: '100', limit: '70' }]);
  });

  test('the trend and what the house held go on in the next process, and a day of them is kept', async () => {
    await hold('5');
    now = millis(now + MINUTE_MS);
    await hold('7');
    const resumed: KeptMinute[] = [];
    const trend = createTrend();
    const house = { ...parts.house, resume: (minute: KeptMinute) => void resumed.push(minute) };
    const next = createAlerts({ ...parts, trend, house });
    await next.start();
    await next.runOnce();
    await next.stop();
    expect(trend.since(SITE, START).map(({ net }) => net)).toEqual([amount('5'), amount('7')]);
    expect(resumed.map(({ totals }) => totals.get('KRW'))).toEqual([7n, 7n]);
    now = millis(now + DAY_MS + 2 * MINUTE_MS);
    await hold('9');
    const left = await store.database.transaction((tx) => listMinutes(tx, START));
    expect(left.map(({ nets }) => nets.get('test'))).toEqual([amount('9')]);
  });

  test('is acknowledged once, in the history of staff, and again when it becomes worse', async () => {
    await hold('490000000');
    const waiting = (await list()).waiting;
    const id = (await netAlerts())[0]?.riskAlertId;
    const acknowledge = () =>
      ask.post(`${RISK}/alert/acknowledge`, { riskAlertId: id, reason: '살펴봄' }, STAFF);
    expect((await acknowledge()).body).toMatchObject({ acknowledgedBy: STAFF.id });
    expect((await acknowledge()).body.code).toBe('ALREADY_PROCESSED');
    expect((await list()).waiting).toBe(waiting - 1);
    const [change] = (await ask.get('/api/office/change/list?area=RISK', STAFF)).body.content;
    expect(change).toMatchObject({ subject: `alert/${id}`, staff: STAFF.id, reason: '살펴봄' });
    await hold('700000000');
    expect(await netAlerts()).toMatchObject([{ riskAlertId: id, level: 'OVER', acknowledgedBy: null }]);
    const missing = await ask.post(`${RISK}/alert/acknowledge`, { riskAlertId: 999_999 }, STAFF);
    expect(missing.body.code).toBe('RISK_ALERT_NOT_FOUND');
  });

  test('of another site can neither be seen nor acknowledged', async () => {
    await store.database.transaction(async (tx) => {
      await tx.query(
        `insert into site (code, name, used_coins, binary_currency, type) values ('two', 'Two', 'BINARY', 'KRW', '101111')`,
      );
      await tx.query(
        `insert into risk_alert (site_id, rule, subject, level, value, most, fired_ms)
         select id, 'netTotal', '', 'OVER', 2, 1, 1 from site where code = 'two'`,
      );
    });
    const [foreign] = await store.database.transaction((tx) =>
      tx.query<{ id: number }>('select id from risk_alert'),
    );
    expect(await list()).toEqual({ content: [], waiting: 0 });
    const answer = await ask.post(`${RISK}/alert/acknowledge`, { riskAlertId: foreign?.id }, STAFF);
    expect(answer.body.code).toBe('RISK_ALERT_NOT_FOUND');
  });

  test('moves that another site has saved are neither listed nor deleted', async () => {
    const [foreign] = await store.database.transaction(async (tx) => {
      await tx.query(
        `insert into site (code, name, used_coins, binary_currency, type) values ('two', 'Two', 'BINARY', 'KRW', '101111')`,
      );
      return tx.query<{ id: number }>(
        `insert into risk_preset (site_id, name, body) select id, '급락', '{"moves":[]}' from site where code = 'two' returning id`,
      );
    });
    expect((await ask.get(`${RISK}/preset/list`, STAFF)).body.content).toEqual([]);
    const answer = await ask.post(
      `${RISK}/preset/delete`,
      { riskPresetId: foreign?.id, reason: '정리' },
      STAFF,
    );
    expect(answer.body.code).toBe('RISK_PRESET_NOT_FOUND');
    const rows = await store.database.transaction((tx) => tx.query('select id from risk_preset'));
    expect(rows).toHaveLength(1);
  });

  test('are deleted 90 days after they fired, once they have ended', async () => {
    await hold('700000000');
    await hold('0');
    await hold('700000000');
    now = millis(now + 91 * DAY_MS);
    await hold('710000000');
    expect(await netAlerts()).toHaveLength(1);
  });

  test('a limit takes two people, and counts from the approval on', async () => {
    const change = (body: object, by = STAFF) => ask.post(`${RISK}/limit`, { reason: '조정', ...body }, by);
    expect((await change({ netTotal: '0' })).body).toMatchObject({
      code: 'SETTING_INVALID',
      field: 'netTotal',
    });
    expect((await change({ roundSkew: '101' })).body).toMatchObject({ field: 'roundSkew' });
    expect((await change({})).body.code).toBe('SETTING_INVALID');
    const { body } = await change({ netTotal: '100000000' });
    expect((await change({ netTotal: '5' })).body.code).toBe('ALREADY_PROCESSED');
    const limit = async () => (await ask.get(`${RISK}/limit`, STAFF)).body.netTotal;
    expect(await limit()).toBe('600000000');
    const approve = (by = COLLEAGUE) =>
      ask.post('/api/office/request/approve', { staffRequestId: body.waiting.id }, by);
    expect((await approve(STAFF)).body.code).toBe('SECOND_PERSON_NEEDED');
    expect((await approve()).body).toMatchObject({ outcome: 'DONE' });
    expect(await limit()).toBe('100000000');
    const [changed] = (await ask.get('/api/office/change/list?area=RISK', STAFF)).body.content;
    expect(changed).toMatchObject({ subject: 'limit', staff: STAFF.id, confirmedBy: COLLEAGUE.id });
    await hold('110000000');
    expect(await netAlerts()).toMatchObject([{ level: 'OVER', limit: '100000000' }]);
    expect((await openLimits(store.database)).of(SITE).netTotal).toBe(amount('100000000'));
    expect((await openLimits(store.database)).of(siteId(9)).netTotal).toBe(amount('600000000'));
  });

  test('moves are saved under a name, replaced, deleted, and 20 at most', async () => {
    const save = (name: string, percent = '-8') =>
      ask.post(`${RISK}/preset`, { name, moves: [{ instrumentId: 1, percent }] }, STAFF);
    const { body } = await save('급락');
    expect(body).toMatchObject({
      name: '급락',
      moves: [{ instrumentId: 1, percent: '-8' }],
      wonPercent: '0',
    });
    await save('급락', '-12');
    const saved = async () => (await ask.get(`${RISK}/preset/list`, STAFF)).body.content;
    expect(await saved()).toMatchObject([{ riskPresetId: body.riskPresetId, moves: [{ percent: '-12' }] }]);
    for (let number = 1; number < 20; number += 1) await save(`${number}`);
    expect((await save('하나 더')).body.code).toBe('TOO_MANY_RISK_PRESETS');
    const remove = () => ask.post(`${RISK}/preset/delete`, { riskPresetId: body.riskPresetId }, STAFF);
    expect((await remove()).status).toBe(200);
    expect((await remove()).body.code).toBe('RISK_PRESET_NOT_FOUND');
    const unknown = { name: 'x', moves: [{ instrumentId: 2, percent: '1' }] };
    expect((await ask.post(`${RISK}/preset`, unknown, STAFF)).body.code).toBe('OPTION_NOT_FOUND');
    const below = { name: 'x', moves: [{ instrumentId: 1, percent: '-100' }] };
    expect((await ask.post(`${RISK}/preset`, below, STAFF)).body.code).toBe('INVALID_REQUEST');
  });

  test('are for staff alone', async () => {
    for (const path of [`${RISK}/alert/list`, `${RISK}/limit`, `${RISK}/preset/list`] as const) {
      expect((await ask.get(path)).status).toBe(401);
      expect((await ask.get(path, OWNER)).status).toBe(403);
      expect((await ask.get(path, PARTNER)).status).toBe(403);
    }
    expect((await ask.post(`${RISK}/limit`, { netTotal: '1' }, OWNER)).status).toBe(403);
  });
});
