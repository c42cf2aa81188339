// Desks of several shards write the same tables at once. Each of them starts, is rebuilt and audited as if it were alone,
// and nothing that is done for one touches a row of another.
import type { PlayerId } from '@maru/engine/purse';
import { eventsOfShard, SHARDS, shardOfEvent } from '@maru/engine/shard';
import { millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabases } from './db/testing.ts';
import { openTestDesk, untilWritten } from './desk/testing.ts';
import { emptyTables, openSqlTables } from './shadow/sql-tables.ts';
import { shadowParts } from './shadow-products.ts';
import { insertShardSite, refillOf, type ShardSite } from './shard-site-testing.ts';
import { NUMBERS, type OpenedShards, openShards, type Rows, TABLES } from './shards-testing.ts';
import { listSites, listSitesOf } from './site/store.ts';

const { products } = shadowParts;
/** They have rows only after an account was liquidated, a profit was shared, or old fills were archived. */
const EMPTY = ['copy_share', 'futures_day', 'futures_liquidation', 'futures_warning', 'oversea_day'];

describe.each(testDatabases)('shards on $name', ({ open }) => {
  let shards: OpenedShards;
  beforeAll(async () => {
    shards = await openShards(open);
  }, 120_000);
  afterAll(() => shards.close());

  test('every row belongs to exactly one shard, and almost every table has rows of each', async () => {
    const all: Rows[] = [];
    for (const shard of NUMBERS) all.push(await shards.rowsOfShard(shard));
    for (const { name } of TABLES) {
      const [{ count } = { count: -1 }] = await shards.query<{ count: number }>(
        `select count(*)::int as count from ${name}`,
      );
      const counts = all.map((rows) => rows[name]!.length);
      expect([name, counts.reduce((sum, each) => sum + each, 0)]).toEqual([name, count]);
      expect([name, new Set(counts).size]).toEqual([name, 1]);
    }
    const empty = TABLES.filter(({ name }) => all[0]![name]!.length === 0).map(({ name }) => name);
    expect(empty.toSorted()).toEqual(EMPTY);
  });

  test('the events of a shard have its numbers, and its marks too', async () => {
    for (const shard of NUMBERS) {
      const { first, last } = eventsOfShard(shard);
      const [mark] = await shards.query<{ event_id: number }>(
        'select event_id from shadow_mark where shard = $1',
        [shard],
      );
      expect(shardOfEvent(mark!.event_id)).toBe(shard);
      const [span] = await shards.query<{ first: number; last: number }>(
        `select min(event_id) as first, max(event_id) as last
         from account_event
         join account using (player_id)
         where shard = $1`,
        [shard],
      );
      expect(span!.first).toBe(first);
      expect(span!.last).toBeLessThanOrEqual(last);
    }
  });

  test('numbers of players, purses, keys and sequences do not meet', async () => {
    const taken = shards.worlds.flatMap(({ members }) => members);
    expect(new Set(taken).size).toBe(taken.length);
    const houses = await shards.query<{ id: string; shard: number; site: number }>(
      `select id, shard, site_id as site from purse where owner_id is null`,
    );
    for (const { id, shard, site } of houses) {
      expect(id).toMatch(new RegExp(`^house:${site}:`));
      expect(shard).toBe(shards.worlds.find((world) => world.site === site)?.shard);
    }
    for (const { shard, members } of shards.worlds) {
      const histories = await shards.query<{
        player_id: PlayerId;
        events: number;
        last: number;
        keys: number;
      }>(
        `select player_id, count(*)::int as events, max(account_event.seq) as last,
           (count(*) filter (where answer_key = 'first'))::int as keys
         from account_event
         join account using (player_id)
         where shard = $1
         group by player_id`,
        [shard],
      );
      expect(histories.map(({ player_id }) => player_id).toSorted()).toEqual(members.toSorted());
      for (const { events, last, keys } of histories) expect([events, keys]).toEqual([last, 1]);
    }
  });

  test('a desk finds the answers of its own shard only', async () => {
    const [zero, one] = shards.worlds as [ShardSite, ShardSite];
    const { keys, event, players } = openSqlTables(shards.store.database, 1, products);
    const wanted = [zero, one].map(({ members }) => ({ player: members[0]!, key: 'first' }));
    const [none, answer] = await keys(wanted, millis(0));
    expect(none).toBeUndefined();
    expect(shardOfEvent(answer!.event)).toBe(1);
    expect(await event(zero.members[0]!, 1)).toBeUndefined();
    expect(shardOfEvent((await event(one.members[0]!, 1))!.id)).toBe(1);
    const loaded = await players([...zero.members, ...one.members], millis(0));
    expect(loaded.map(({ player }) => player.id).toSorted()).toEqual(one.members.toSorted());
  });

  describe.each(NUMBERS)('shard %i', (shard) => {
    const world = () => shards.worlds.find((each) => each.shard === shard)!;

    test('a new desk loads the same book, and answers a repeated command by what it answered first', async () => {
      const others = await shards.rowsOfOthers(shard);
      const opened = await shards.start(world());
      try {
        expect(await shards.read(opened, world())).toEqual(shards.left.get(shard));
        expect(opened.desk.highestPlayer()).toBe(Math.max(...world().members));
        const { site, members } = world();
        const again = await opened.desk.submit(refillOf(site, members[4]!, '20000000', 'first'));
        expect(again).toMatchObject({ ok: true, repeated: true, event: { site } });
        expect(again.ok && shardOfEvent(again.event.id)).toBe(shard);
        await untilWritten(opened);
      } finally {
        await opened.desk.stop();
      }
      expect(await shards.rowsOfOthers(shard)).toEqual(others);
    });

    test('its desk has no account of another shard', async () => {
      const opened = await shards.start(world());
      try {
        for (const { site, members } of shards.worlds.filter((each) => each.shard !== shard))
          expect(await opened.desk.submit(refillOf(site, members[0]!, '1', 'other'))).toEqual({
            ok: false,
            refusal: 'ACCOUNT_NOT_FOUND',
          });
      } finally {
        await opened.desk.stop();
      }
    });

    test('is audited clean', () => shards.audit(shard));

    test('a rebuild writes the same rows again, and emptying leaves none', async () => {
      const [before, others] = [await shards.rowsOfShard(shard), await shards.rowsOfOthers(shard)];
      await shards.store.database.transaction((tx) => emptyTables(tx, shard, products));
      expect(Object.values(await shards.rowsOfShard(shard)).flat()).toEqual([]);
      expect(await shards.rowsOfOthers(shard)).toEqual(others);
      await shards.rebuild(shard);
      expect({ ...(await shards.rowsOfShard(shard)), shadow_mark: [] }).toEqual({
        ...before,
        shadow_mark: [],
      });
      expect(await shards.rowsOfOthers(shard)).toEqual(others);
      await shards.audit(shard);
    });

    test.each([
      ['a balance', `update purse set balance = balance + 1 where shard = $1 and id like '%BINARY:free'`],
      [
        'a purse of the house',
        `update purse set balance = balance + 1 where shard = $1 and owner_id is null`,
      ],
      ['a bet', 'update bet set stake = stake + 1 where site_id = (select id from site where shard = $1)'],
      ['a fill', 'delete from futures_fill where site_id = (select id from site where shard = $1)'],
      ['a lead', 'update copy_lead set price = price + 1 where shard = $1'],
      ['a row of the cashier', 'update cashier_row set amount = amount + 1 where shard = $1'],
      [
        'an event of a history',
        `delete from account_event where player_id = (select max(player_id) from account where shard = $1)`,
      ],
    ])('its own auditor finds an edit of %s, and no other does', async (_, statement) => {
      await shards.restore();
      expect((await shards.query(`${statement} returning 1 as one`, [shard])).length).toBeGreaterThan(0);
      await expect(shards.audit(shard)).rejects.toThrow('the tables are not what the journal says');
      await shards.audit(NUMBERS[(NUMBERS.indexOf(shard) + 1) % NUMBERS.length]!);
    });
  });

  test('a site belongs to its shard for good, to shard 0 where none is named', async () => {
    const [added] = await shards.query<{ id: number; shard: number }>(
      `insert into site (code, name, used_coins, binary_currency, type)
       values ('plain', 'Plain', 'BINARY', 'KRW', '101111')
       returning id, shard`,
    );
    expect(added!.shard).toBe(0);
    await expect(shards.query('update site set shard = 1 where id = $1', [added!.id])).rejects.toThrow(
      'for good',
    );
    const { all, own } = await shards.store.database.transaction(async (tx) => ({
      all: await listSites(tx),
      own: await listSitesOf(tx, 1),
    }));
    expect(all).toHaveLength(NUMBERS.length + 1);
    expect(own.map(({ id }) => id)).toEqual([shards.worlds[1]!.site]);
  });

  test.each([-1, SHARDS, 0.5])('%d is refused where a shard is meant', async (shard) => {
    const refused = 'a shard is a whole number from 0 to 255';
    expect(() => openSqlTables(shards.store.database, shard, products)).toThrow(refused);
    await expect(shards.store.database.transaction((tx) => emptyTables(tx, shard, products))).rejects.toThrow(
      refused,
    );
    await expect(
      openTestDesk(shards.store, shards.folder, { shard, journalAt: shards.journalAt(shard) }),
    ).rejects.toThrow(refused);
    await expect(insertShardSite(shards.store.database, shard)).rejects.toThrow();
  });
});
