// The settings that staff change, through their calls, on both databases.
import { toDecimal } from '@maru/engine/amount';
import { millis } from '@maru/engine/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabases } from '../db/testing.ts';
import { insertTestSite } from '../desk/testing.ts';
import {
  type Asks,
  asksOf,
  COLLEAGUE,
  OWNER,
  openTestHttp,
  type Person,
  SITE,
  STAFF,
} from '../http/testing.ts';
import { bitcoin } from '../market/testing.ts';
import { changeRoutes } from '../staff/changes.ts';
import { createStaffRequests } from '../staff/requests.ts';
import { listInstruments } from './instruments.ts';
import { officeRoutes } from './office-routes.ts';
import { openSettings } from './settings.ts';
import { createTerms, type TermsOf } from './terms.ts';
import { coinMargined, ether, sitesWith, testSite } from './testing.ts';

const NOW = millis(Date.parse('2026-11-17T12:00:00Z'));
const SETTING = '/api/office/futures/setting';
const [BTC, ETH, COIN] = [1, 2, 51];

type Modules = typeof import('@maru/contract/futures/office') & typeof import('@maru/contract/staff/calls');

describe.each(testDatabases)('on $name', ({ open }) => {
  let store: TestDatabase;
  let asks: Asks<Modules>;
  let terms: TermsOf;
  let close: () => Promise<void>;
  const published: object[] = [];

  beforeAll(async () => {
    store = await open();
  });
  afterAll(async () => {
    await close();
    await store.drop();
  });
  beforeEach(async () => {
    await emptyDatabase(store);
    await insertTestSite(store);
    await start();
  });

  /** As a process does that starts on what the one before it has stored. */
  async function start(): Promise<void> {
    const { database } = store;
    await close?.();
    const instruments = listInstruments([bitcoin, ether, coinMargined]);
    const settings = await openSettings(database);
    terms = createTerms({ instruments, sites: sitesWith(testSite), settings });
    const requests = createStaffRequests(database);
    const http = await openTestHttp({
      routes: [
        ...officeRoutes({
          ...{ instruments, settings, requests, settingsChanged: terms.forget },
          publish: (_site, push) => published.push(push),
        }),
        ...requests.routes,
        ...changeRoutes(database),
      ],
      clock: () => NOW,
    });
    asks = asksOf<Modules>(http);
    close = () => http.close();
  }

  const ask = (body: object, by: Person = STAFF) =>
    asks.post(SETTING, { futuresOptionId: BTC, reason: '위험 관리', ...body }, by);
  const approve = (staffRequestId: number, by: Person) =>
    asks.post('/api/office/request/approve', { staffRequestId }, by);
  const setting = async (id = BTC) => (await asks.get(`${SETTING}?futuresOptionId=${id}`, STAFF)).body;

  test('the defaults are those of the rules', async () => {
    expect(await setting()).toEqual({
      futuresOptionId: BTC,
      contractType: 'HYBRID',
      qtyStep: '0.001',
      qtyLeast: '0.001',
      notionalLeast: '5',
      leverageMost: 125,
      tierTable: 'btc',
      feeRate: '0.0008',
      liquidationFeeRate: '0.005',
      warnRatio: '0.8',
      leverageWithPosition: 'RAISE',
      mode: 'NORMAL',
      isChanged: false,
    });
    expect(await setting(COIN)).toMatchObject({
      contractType: 'INVERSE',
      tierTable: 'btc-coin',
      qtyStep: '1',
    });
    expect(await setting(ETH)).toMatchObject({ leverageMost: 100, tierTable: 'eth' });
  });

  test('guests and players may neither read nor change them', async () => {
    for (const [by, status] of [
      [undefined, 401],
      [OWNER, 403],
    ] as const) {
      expect((await asks.get(`${SETTING}?futuresOptionId=${BTC}`, by)).status).toBe(status);
      expect((await asks.post(SETTING, { futuresOptionId: BTC, mode: 'STOPPED' }, by)).status).toBe(status);
    }
  });

  test.each([
    { tierTable: 'small', leverageMost: 50 },
    { feeRate: '0.0005' },
    { liquidationFeeRate: '0.01' },
    { warnRatio: '0.75' },
    { mode: 'STOPPED' },
  ])('%j waits for a second member of staff', async (change) => {
    const before = await setting();
    const { body } = await ask(change);
    expect(body.waiting).toMatchObject({ kind: 'FUTURES_SETTING', requestedBy: STAFF.id, approvedBy: null });
    expect(await setting()).toEqual(before);
    expect((await ask(change)).body.code).toBe('ALREADY_PROCESSED');
    expect((await approve(body.waiting.id, STAFF)).body.code).toBe('SECOND_PERSON_NEEDED');
    expect((await approve(body.waiting.id, COLLEAGUE)).body).toMatchObject({ outcome: 'DONE' });
    expect(await setting()).toEqual({ ...before, ...change, isChanged: true });
    const changes = await asks.get('/api/office/change/list?area=FUTURES_SETTING', STAFF);
    expect(changes.body.content).toMatchObject([
      { subject: String(BTC), staff: STAFF.id, confirmedBy: COLLEAGUE.id, reason: '위험 관리' },
    ]);
  });

  test.each([
    { mode: 'REDUCE_ONLY' },
    { leverageMost: 50 },
    { notionalLeast: '10' },
    { leverageWithPosition: 'FORBID' },
    { contractType: 'LINEAR' },
  ])(
    '%j touches no open position and is done at once, for the next order and after a restart',
    async (change) => {
      const known = terms.at(SITE, BTC, NOW);
      expect((await ask(change)).body).toMatchObject({ ...change, waiting: null, isChanged: true });
      const { contract, notionalLeast, ...own } = terms.at(SITE, BTC, NOW)!;
      expect({ ...own, contractType: contract, notionalLeast: toDecimal(notionalLeast) }).toMatchObject(
        change,
      );
      expect(terms.at(SITE, BTC, NOW)).not.toBe(known);
      await start();
      expect(await setting()).toMatchObject({ ...change, isChanged: true });
      expect(await setting(ETH)).toMatchObject({ isChanged: false });
    },
  );

  test.each([
    [{ leverageMost: 126 }, 'leverageMost'],
    // The leverage of bitcoin is more than this table has.
    [{ tierTable: 'eth' }, 'leverageMost'],
    [{ tierTable: 'unknown' }, 'tierTable'],
    [{ tierTable: 'btc-coin' }, 'tierTable'],
    [{ feeRate: '0.004' }, 'feeRate'],
    [{ feeRate: '-0.0001' }, 'feeRate'],
    [{ liquidationFeeRate: '0.03' }, 'liquidationFeeRate'],
    [{ warnRatio: '0.69' }, 'warnRatio'],
    [{ warnRatio: '1' }, 'warnRatio'],
    [{ notionalLeast: '10001' }, 'notionalLeast'],
    [{ futuresOptionId: COIN, contractType: 'LINEAR' }, 'contractType'],
  ])('%j is refused because of %s', async (change, field) => {
    const { status, body } = await ask(change);
    expect([status, body.code, body.field]).toEqual([422, 'SETTING_INVALID', field]);
  });

  test('what fitted when it was asked for is checked again when it is approved', async () => {
    await ask({ leverageMost: 50 });
    const { body } = await ask({ tierTable: 'small' });
    await ask({ leverageMost: 100 });
    expect((await approve(body.waiting.id, COLLEAGUE)).body).toMatchObject({
      code: 'SETTING_INVALID',
      field: 'leverageMost',
    });
    expect(await setting()).toMatchObject({ tierTable: 'btc', leverageMost: 100 });
  });

  test('an instrument without a contract has no settings', async () => {
    expect((await ask({ futuresOptionId: 301, mode: 'NORMAL' })).body.code).toBe('OPTION_NOT_FOUND');
    expect((await asks.get(`${SETTING}?futuresOptionId=301`, STAFF)).body.code).toBe('OPTION_NOT_FOUND');
  });
});
