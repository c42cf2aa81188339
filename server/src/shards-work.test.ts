// What the platform does beside its desk for one shard while others share the database: lists, payouts, closings, roots of
// all balances, books and archiving.
import { requestOfRow } from '@maru/engine/cashier/row-number';
import { dayNumber } from '@maru/engine/market/calendar-date';
import { NOON } from '@maru/engine/oversea/testing';
import { eventsOfShard, shardOfEvent } from '@maru/engine/shard';
import { DAY_MS, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBooksCheck } from './books/check.ts';
import { listOfSite } from './books/site-movements.ts';
import { listOrders, noteOrders } from './cashier/payout/order-store.ts';
import { createEffects } from './cashier/provider/effects.ts';
import { createInbox } from './cashier/provider/inbox.ts';
import { insertReport } from './cashier/provider/store.ts';
import { testDatabases } from './db/testing.ts';
import { findArchiveMark } from './desk/archive-mark.ts';
import { finishClosings } from './identity/close-account.ts';
import { silentLog } from './log/log.ts';
import type { ShardSite } from './shard-site-testing.ts';
import { NUMBERS, type OpenedShards, openShards } from './shards-testing.ts';
import { openSites } from './site/sites.ts';
import { publishDay } from './solvency/publish.ts';
import { findNewestDay } from './solvency/store.ts';

describe.each(testDatabases)('work of several shards on $name', ({ open }) => {
  let shards: OpenedShards;
  beforeAll(async () => {
    shards = await openShards(open);
  }, 120_000);
  afterAll(() => shards.close());

  test('the movements of a site are those of its own shard, also from an instant on', async () => {
    // Numbers and times grow together within a shard only.
    await shards.query(`update transfer set at = at + interval '1 day' where event_id < $1`, [
      eventsOfShard(1).first,
    ]);
    for (const { shard, site, now } of shards.worlds) {
      const asked = { site, size: 100 };
      const list = (more: { readonly before?: number; readonly untilMillis?: number }) =>
        shards.store.database.transaction((tx) => listOfSite(tx, { ...asked, ...more }));
      const { content } = await list({});
      expect(content.length).toBeGreaterThan(20);
      for (const { event } of content) expect(shardOfEvent(event)).toBe(shard);
      if (shard === 0) continue;
      const middle = content[Math.floor(content.length / 2)]!;
      expect((await list({ before: middle.event })).content).toEqual(
        content.filter(({ event }) => event < middle.event),
      );
      expect((await list({ untilMillis: now + 1 })).content).toEqual(content);
      const newest = content[0]!.atMillis;
      expect((await list({ untilMillis: newest })).content).toEqual(
        content.filter(({ atMillis }) => atMillis < newest),
      );
      expect((await list({ untilMillis: NOON })).content).toEqual([]);
    }
  });

  test('each shard notes and pays its own payouts', async () => {
    await shards.restore();
    const [, { site }] = shards.worlds as [ShardSite, ShardSite];
    await shards.store.database.transaction((tx) => noteOrders(tx, 1, { since: NOON }, NOON));
    expect(await shards.query('select site_id from payout_order')).toEqual([{ site_id: site }]);
    for (const { shard } of shards.worlds)
      await shards.store.database.transaction((tx) => noteOrders(tx, shard, { since: NOON }, NOON));
    await shards.query(
      `insert into payout_account (id, site_id, player_id, wallet, kind, account, created_ms)
       overriding system value
       select 7, site_id, player_id, 'BINARY', 'CHAIN', 'x', 0 from payout_order order by id limit 1`,
    );
    for (const { shard, site: own } of shards.worlds) {
      const orders = await shards.store.database.transaction((tx) => listOrders(tx, shard, 10));
      expect(orders.map((order) => order.site)).toEqual([own]);
    }
  });

  test('what a process of another shard begun is left to that shard', async () => {
    await shards.restore();
    const [zero, one] = shards.worlds as [ShardSite, ShardSite];
    const [request] = await shards.query<{ id: number; site_id: number }>(
      `select id, site_id from cashier_row where type = 'D' and site_id = $1`,
      [zero.site],
    );
    await shards.query(`update player set closing_key = 'begun' where id in ($1, $2)`, [
      zero.members[0]!,
      one.members[0]!,
    ]);
    const opened = await shards.start(one);
    const { desk } = opened;
    const unused = (): never => {
      throw new Error('nobody’s account was closed');
    };
    try {
      const { database } = shards.store;
      await finishClosings(
        { shard: 1, database, desk, authenticator: { endFamilies: unused }, forceLogout: unused },
        NOON,
      );
      expect(await shards.query('select id from player where closing_key is not null')).toEqual([
        { id: zero.members[0] },
      ]);
      const sites = await openSites(database, 1);
      const report = createEffects({ shard: 1, database, desk, sites, push: unused });
      const paid = { step: 'STARTED', external: 'x', request: requestOfRow(request!.id)! } as const;
      expect(await report('bank', paid, NOON)).toBe('ELSEWHERE');
    } finally {
      await desk.stop();
    }
  });

  test('a provider’s report for another shard waits for that shard, however long it takes', async () => {
    await shards.restore();
    const [zero, one] = shards.worlds as [ShardSite, ShardSite];
    const [row] = await shards.query<{ id: number }>(
      `select id from cashier_row where type = 'D' and site_id = $1`,
      [zero.site],
    );
    const { database } = shards.store;
    const request = requestOfRow(row!.id)!;
    const unknown = eventsOfShard(0).last;
    for (const each of [request, unknown])
      await database.transaction((tx) => {
        const body = JSON.stringify({ step: 'STARTED', external: `x${each}`, request: each });
        const report = { provider: 'bank', external: `x${each}`, step: 'STARTED', body };
        return insertReport(tx, { ...report, receivedAt: NOON });
      });
    const outcomes = async () =>
      (await shards.query<{ outcome: string }>('select outcome from provider_callback order by id')).map(
        ({ outcome }) => outcome,
      );
    const retry = async (world: ShardSite) => {
      const { desk } = await shards.start(world);
      const { shard } = world;
      const parts = { shard, database, desk, sites: await openSites(database, shard), log: silentLog };
      const secretOf = () => 'a secret of thirty-two characters';
      const unused = (): never => {
        throw new Error('nobody is told');
      };
      const deps = { ...parts, secretOf, push: unused } as unknown as Parameters<typeof createInbox>[0];
      try {
        await createInbox(deps).retryWaiting(millis(world.now + DAY_MS));
      } finally {
        await desk.stop();
      }
    };
    await retry(one);
    expect(await outcomes()).toEqual([null, null]);
    await retry(zero);
    expect(await outcomes()).toEqual(['DONE', 'REQUEST_NOT_FOUND']);
  });

  test('the root of all balances is made by each shard for its own sites', async () => {
    await shards.restore();
    const day = dayNumber(20_500);
    for (const { shard, site } of shards.worlds) {
      expect(await publishDay(shards.store.database, { day, now: NOON, shard, proofDays: 30 })).toEqual({
        sites: 1,
        accounts: 5,
      });
      const roots = await shards.query<{ site_id: number }>(
        'select site_id from solvency_root where site_id = $1',
        [site],
      );
      expect(roots).toHaveLength(1);
    }
    // The oldest proofs of one shard are removed by its own next day only.
    const next = dayNumber(20_540);
    await publishDay(shards.store.database, { day: next, now: NOON, shard: 1, proofDays: 30 });
    const groups = await shards.query<{ site_id: number }>(
      'select distinct site_id from solvency_group where day = 20500',
    );
    expect(groups.map(({ site_id }) => site_id).toSorted()).toEqual(
      shards.worlds.filter(({ shard }) => shard !== 1).map(({ site }) => site),
    );
    for (const shard of NUMBERS)
      expect((await shards.store.database.transaction((tx) => findNewestDay(tx, shard)))?.day).toBe(
        shard === 1 ? next : day,
      );
  });

  test('the books of each shard agree with its purses', async () => {
    for (const { shard, site } of shards.worlds) {
      const check = createBooksCheck({
        ...{ database: shards.store.database, shard, sites: () => [site], clock: () => NOON },
      });
      expect((await check.read()).differences).toEqual(new Map([[site, []]]));
    }
  });

  test('archiving one shard deletes old rows of it alone, it is rebuilt from its own snapshot, and prices stay', async () => {
    await shards.restore();
    const world = shards.worlds[1]!;
    const { shard } = world;
    const others = await shards.rowsOfOthers(shard);
    // The record of prices is of all shards: it stays while one of them may still show it.
    await shards.query(`insert into tick_head (stock, minute_ms, hash) values ('C', 0, 'x')`);
    await shards.query(
      `insert into proof_minute (stock, minute_ms, ticks, previous_hash, hash) values ('C', 60000, '1', 'p', 'h')`,
    );
    const left = () => shards.query('select minute_ms from proof_minute');
    const report = await shards.age(world);
    expect(report.base).toBeGreaterThan(0);
    expect(report.deletedRows).toBeGreaterThan(0);
    for (const each of shards.worlds) {
      const mark = await shards.store.database.transaction((tx) => findArchiveMark(tx, each.members[0]!));
      expect(mark === undefined ? undefined : shardOfEvent(mark.event)).toBe(
        each === world ? shard : undefined,
      );
    }
    const rest = await shards.rowsOfShard(shard);
    for (const table of ['futures_day', 'oversea_day']) expect(rest[table]).not.toEqual([]);
    expect(await shards.rowsOfOthers(shard)).toEqual(others);
    await shards.audit(shard);
    await shards.rebuild(shard);
    expect({ ...(await shards.rowsOfShard(shard)), shadow_mark: [] }).toEqual({ ...rest, shadow_mark: [] });
    expect(await shards.rowsOfOthers(shard)).toEqual(others);
    await (await shards.start(world)).desk.stop();
    expect(await left()).toHaveLength(1);
    for (const each of shards.worlds.filter((other) => other !== world)) {
      await shards.age(each);
      expect(await left()).toHaveLength(1);
    }
    await shards.pass(1);
    expect(await left()).toHaveLength(1);
    await shards.pass(0);
    expect(await left()).toHaveLength(0);
  });
});
