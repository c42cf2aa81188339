// What players read after old rows were deleted from the tables: sums stay as they were, and a request for deleted rows
// is answered with `ARCHIVED`, never with an empty list.
import { refusals } from '@maru/contract/refusals';
import { roundId } from '@maru/engine/rounds/round';
import { MINUTE_MS, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAccountEvents } from './account/events.ts';
import {
  START as BINARY_START,
  type World as BinaryWorld,
  openWorld as openBinary,
  R1,
} from './binary/testing.ts';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import { forgetWorld as forgetBinary, forgetWorld } from './desk/testing.ts';
import { OWNER as BETTOR, OWNER } from './http/testing.ts';
import { NQ, openWorld, START, type World } from './oversea/testing.ts';
import { missedPushes } from './push/missed-pushes.ts';
import { deleteArchived } from './shadow/delete-archived.ts';
import { seeMark } from './shadow/load-book.ts';
import { shadowParts } from './shadow-products.ts';

/** As if all of it were a month old. */
async function archiveAll({ database }: TestDatabase): Promise<number> {
  const mark = await database.transaction((tx) => seeMark(tx, 0));
  if (mark === undefined) throw new Error('the tables have no mark');
  const at = mark.at_ms + 1;
  const { event_id: event } = mark;
  const cutoffs = { event, at, frozen: at, sealed: at, frozenEvent: event, sealedEvent: event };
  return deleteArchived({
    database,
    shard: 0,
    products: shadowParts.products,
    base: { batch: mark.batch, cutoffs },
    rest: () => Promise.resolve(),
  });
}

const archived = { status: 410, body: { code: 'ARCHIVED', message: refusals.ARCHIVED.ko } };

describe.each(testDatabases)('bets that were archived on $name', ({ open }) => {
  let store: TestDatabase;
  let world: BinaryWorld;
  const opens = millis(BINARY_START + MINUTE_MS);
  const round = roundId({ offer: R1, open: opens });

  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    world = await openBinary(store);
    world.live('100', BINARY_START + 1_000);
  });
  afterEach(async () => {
    await world.kill();
    await forgetBinary(world, store);
  });
  afterAll(() => store.drop());

  test('are refused with a code of their own, and an open one stays', async () => {
    const placed = await world.post(
      '/api/trade/history/betting',
      { tradeRoundId: round, type: 'LONG', point: '5000' },
      BETTOR,
    );
    expect(placed.status).toBe(200);
    const receipt = `/api/trade/receipt?betId=${placed.body.id}`;
    await world.get('/api/trade/history/list', BETTOR);
    await archiveAll(store);
    expect((await world.get(receipt, BETTOR)).status).toBe(200);
    world.live('100', opens);
    world.live('101', opens + MINUTE_MS + 2_000);
    await world.runOnce();
    expect((await world.get('/api/trade/history/list', BETTOR)).body.content).toMatchObject([{ status: 1 }]);
    await archiveAll(store);
    expect(await world.get(receipt, BETTOR)).toMatchObject(archived);
    expect(await world.get(`/api/trade/receipt/ticks?betId=${placed.body.id}`, BETTOR)).toMatchObject(
      archived,
    );
    expect(await world.get(`/api/trade/history/current?tradeRoundId=${round}`, BETTOR)).toMatchObject(
      archived,
    );
    expect(await world.get(`/api/trade/history/list?beforeId=${placed.body.id}`, BETTOR)).toMatchObject(
      archived,
    );
    expect(
      await world.get('/api/trade/history/list?startDate=2026-11-01&endDate=2026-11-02', BETTOR),
    ).toMatchObject(archived);
    expect(await world.get('/api/trade/round/summary/daily?date=2026-11-11', BETTOR)).toMatchObject(archived);
    // A list that was not asked for a deleted time or bet simply has no more rows.
    expect((await world.get('/api/trade/history/list', BETTOR)).body).toMatchObject({ totalElements: 0 });
    expect((await world.get('/api/trade/receipt?betId=999999', BETTOR)).body.code).toBe('BET_NOT_FOUND');
  });
});

describe.each(testDatabases)('fills that were archived on $name', ({ open }) => {
  let store: TestDatabase;
  let world: World;

  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    world = await openWorld(store);
    await world.publishPrice('18250.25');
  });
  afterEach(async () => {
    await world.kill();
    await forgetWorld(world, store);
  });
  afterAll(() => store.drop());

  const order = (body: Record<string, unknown> = {}) =>
    world.post(
      '/api/oversea/order',
      { overseaOptionId: NQ, tradeType: 'LONG', marketType: 'MARKET', qty: 1, ...body },
      OWNER,
    );
  const days = async () => (await world.get('/api/oversea/history/daily_profit', OWNER)).body;

  /** Bought, sold in two parts at another price, and one contract left open. */
  async function trade(from: number): Promise<void> {
    world.moveTo(from);
    await world.publishPrice('18250.25');
    await order({ qty: 4 });
    world.moveTo(from + 60_000);
    await world.publishPrice('18260.75');
    await order({ tradeType: 'SHORT', qty: 1 });
    world.moveTo(from + 90_000);
    await world.publishPrice('18240.75');
    await order({ tradeType: 'SHORT', qty: 2 });
    await world.caughtUp();
  }

  test('keep their sums: daily profits are the same before and after, also with fills of the same day', async () => {
    await trade(START);
    const before = await days();
    expect(before.content).toMatchObject([{ trades: 2, wins: 1, closedQty: 3 }]);
    const fills = (await world.get('/api/oversea/history/list', OWNER)).body.content;
    const open = (await world.get('/api/oversea/history/open_position', OWNER)).body;
    expect(await archiveAll(store)).toBeGreaterThan(0);
    expect(await days()).toEqual(before);
    expect((await world.get('/api/oversea/history/open_position', OWNER)).body).toEqual(open);
    expect(await world.get(`/api/oversea/receipt?fillId=${fills[0].id}`, OWNER)).toMatchObject(archived);
    expect(await world.get(`/api/oversea/receipt/ticks?fillId=${fills[0].id}`, OWNER)).toMatchObject(
      archived,
    );
    expect(await world.get(`/api/oversea/history/list?beforeId=${fills[0].id}`, OWNER)).toMatchObject(
      archived,
    );
    expect(
      await world.get('/api/oversea/history/list?startDate=2026-11-01&endDate=2026-11-02', OWNER),
    ).toMatchObject(archived);
    await trade(START + 120_000);
    const more = await days();
    expect(more.totalElements).toBe(1);
    expect(await archiveAll(store)).toBeGreaterThan(0);
    expect(await days()).toEqual(more);
    expect(await world.get('/api/oversea/history/daily_profit?page=4', OWNER)).toMatchObject({
      body: { totalElements: 1, content: [] },
    });
    expect((await world.get('/api/oversea/receipt?fillId=99999999', OWNER)).body.code).toBe('FILL_NOT_FOUND');
  });

  test('count as won by their net: one with a gain by price and a loss after fees is not', async () => {
    await trade(START);
    await store.database.transaction((tx) =>
      tx.query(
        `update oversea_fill
         set entry_commission = entry_commission + 1000000, net = net - 1000000
         where closed_qty > 0`,
      ),
    );
    const before = await days();
    expect(before.content).toMatchObject([{ trades: 2, wins: 0 }]);
    await archiveAll(store);
    expect(await days()).toEqual(before);
  });

  test('are missing from a history, and a client that needs one of them gets ARCHIVED or TOO_OLD', async () => {
    await trade(START);
    await archiveAll(store);
    const { database } = store;
    const desk = { caughtUp: () => Promise.resolve(true) };
    const missed = (since: number) =>
      missedPushes(
        { database, desk: desk as never, pushes: { of: () => [] } },
        { player: OWNER.id, queue: 'point', since },
      );
    const events = (since: number) => listAccountEvents(database, { player: OWNER.id, since, size: 100 });
    const [row] = await database.transaction((tx) =>
      tx.query<{ seq: number }>('select seq from account where player_id = $1', [OWNER.id]),
    );
    const newest = row!.seq;
    expect(newest).toBeGreaterThan(2);
    expect(await missed(newest)).toEqual([]);
    expect(await events(newest)).toEqual([]);
    expect(await missed(newest - 1)).toBe('TOO_OLD');
    expect(await events(newest - 1)).toBe('ARCHIVED');
    await order({ qty: 1 });
    await world.caughtUp();
    expect(await events(newest)).toMatchObject([{ seq: newest + 1 }]);
    expect(await events(newest - 1)).toBe('ARCHIVED');
    expect(await missed(newest - 1)).toBe('TOO_OLD');
    expect(await missed(newest)).not.toBe('TOO_OLD');
    expect(await events(0)).toMatchObject([{ seq: newest + 1 }]);
  });
});
