// Lists of staff: they continue after a given row and read a bounded number of rows, however long the history is.
import { siteId } from '@maru/engine/purse';
import { roundId } from '@maru/engine/rounds/round';
import { MINUTE_MS, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabases } from '../db/testing.ts';
import { forgetWorld } from '../desk/testing.ts';
import { MOST_LISTED } from '../http/paging.ts';
import { OWNER, STAFF, STRANGER } from '../http/testing.ts';
import { listStoppages } from '../staff/stoppages.ts';
import { HALTS } from './halts.ts';
import { listStakedRounds, listVoidRequests } from './office-store.ts';
import { B1, openWorld, R1, START } from './testing.ts';

const SITE = siteId(1);
const ROWS = MOST_LISTED + 500;

const fill = [
  // These rows need no sites.
  'alter table void_request drop constraint void_request_site_id_fkey',
  'alter table option_halt drop constraint option_halt_site_id_fkey',
  `insert into bet_round (
     site_id, round_id, shard, option_id, type, open_ms, close_ms, strike_mode, places_compared, stale_ms, bet_count,
     stake, status, winners
   )
   select 1, n, 0, case when n = 3 then 9 else 3 end, 'R1', n / 2 * 1000, n / 2 * 1000, 'ROUND_OPEN', 2, 3000, 1, 5000,
     case when n in (2, 2000) then 2 else 1 end, array['UP']
   from generate_series(1, ${ROWS}) as n`,
  `insert into bet_tally (site_id, round_id, pick, strike, bets, stake)
   select 1, n, pick, 'OPEN', 2, 7000 from generate_series(1, ${ROWS}) as n, unnest(array['UP', 'DOWN']) as pick`,
  `insert into void_request (id, site_id, round_id, reason, requested_by, requested_ms)
   overriding system value
   select n, 1 + n % 2, n, 'reason', 1, n from generate_series(1, ${2 * ROWS}) as n`,
  `insert into option_halt (id, site_id, option_id, reason, since_ms, until_ms, halted_by)
   overriding system value
   select n, 1 + n % 2, 3, 'reason', n, n, 1 from generate_series(1, ${2 * ROWS}) as n`,
];

describe.each(testDatabases)('long lists of staff on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
    for (const text of fill) await store.database.transaction((tx) => tx.query(text));
  });
  afterAll(() => store.drop());

  const rounds = async (asked: Partial<Parameters<typeof listStakedRounds>[1]>) => {
    const page = { site: SITE, from: 0, to: Number.MAX_SAFE_INTEGER, page: 0, size: 3 };
    const found = await store.database.transaction((tx) => listStakedRounds(tx, { ...page, ...asked }));
    return { ids: found.rounds.map(({ round }) => round), total: found.total, first: found.rounds[0] };
  };

  test('rounds continue after a round, and are counted only so far back', async () => {
    const { first, ...newest } = await rounds({});
    expect(newest).toEqual({ ids: [ROWS, ROWS - 1, ROWS - 2], total: MOST_LISTED });
    expect(first).toMatchObject({
      bets: 1,
      stakes: { UP: '7000', DOWN: '7000' },
      betsByStatus: { 1: 2, 2: 2 },
    });
    expect((await rounds({ page: MOST_LISTED / 100, size: 100 })).ids).toEqual([]);
    // Two rounds end together, and none is left out between two pages.
    expect(await rounds({ before: 502 })).toMatchObject({ ids: [501, 500, 499], total: 501 });
    expect(await rounds({ before: 501 })).toMatchObject({ ids: [500, 499, 498], total: 500 });
    expect(await rounds({ before: 7_777_777 })).toMatchObject({ ids: [], total: 0 });
  });

  test('rounds are filtered by offer with an index, by status only so far back', async () => {
    expect(await rounds({ offer: 9 })).toMatchObject({ ids: [3], total: 1 });
    expect(await rounds({ statuses: [2] })).toMatchObject({ ids: [2_000], total: 1 });
    expect(await rounds({ statuses: [2], before: 1_000 })).toMatchObject({ ids: [2], total: 1 });
  });

  test('requests to void and halts of the own site continue after a given one', async () => {
    const page = { site: SITE, page: 0, size: 2 };
    const voids = (before?: number, at = page) =>
      store.database.transaction((tx) => listVoidRequests(tx, { ...at, before }));
    const halts = (before?: number, at = page) =>
      store.database.transaction((tx) => listStoppages(tx, HALTS, { ...at, before }));
    const last = 2 * ROWS;
    expect(await voids()).toMatchObject({ rows: [{ id: last }, { id: last - 2 }], total: MOST_LISTED });
    expect(await voids(9)).toMatchObject({ rows: [{ id: 8 }, { id: 6 }], total: 4 });
    expect((await voids(undefined, { ...page, page: MOST_LISTED })).rows).toEqual([]);
    expect(await halts()).toMatchObject({ rows: [{ id: last }, { id: last - 2 }], total: MOST_LISTED });
    expect(await halts(9)).toMatchObject({ rows: [{ id: 8 }, { id: 6 }], total: 4 });
  });
});

describe.each(testDatabases)('a round that is not paid on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());

  test('is listed with its bets and players, whatever its strike mode', async () => {
    const world = await openWorld(store);
    world.publishPrice('100');
    const rent = roundId({ offer: R1, open: millis(START + MINUTE_MS) });
    const own = roundId({ offer: B1, open: START });
    for (const [round, type, by] of [
      [rent, 'LONG', OWNER],
      [rent, 'LONG', OWNER],
      [rent, 'SHORT', STRANGER],
      [own, 'SHORT', STRANGER],
    ] as const)
      expect(
        await world.post('/api/trade/history/betting', { point: '5000', tradeRoundId: round, type }, by),
      ).toMatchObject({ status: 200 });
    // The player's own list waits until the tables have caught up.
    for (const by of [OWNER, STRANGER])
      expect(await world.get('/api/trade/history/list', by)).toMatchObject({ status: 200 });
    const { body } = await world.get('/api/office/binary/round/list', STAFF);
    expect(body.content).toMatchObject([
      {
        id: rent,
        bets: 3,
        betsByStatus: { 0: 3 },
        players: 2,
        stakes: { LONG: '10000', SHORT: '5000' },
        isPaid: false,
      },
      { id: own, bets: 1, betsByStatus: { 0: 1 }, players: 1, stakes: { SHORT: '5000' }, isPaid: false },
    ]);
    const rest = await world.get(`/api/office/binary/round/list?beforeId=${rent}`, STAFF);
    expect(rest.body).toMatchObject({ content: [{ id: own }], totalElements: 1 });
    expect(await world.get('/api/office/binary/round/list?beforeId=x', STAFF)).toMatchObject({ status: 400 });
    await world.kill();
    await forgetWorld(world, store);
    await emptyDatabase(store);
  });
});
