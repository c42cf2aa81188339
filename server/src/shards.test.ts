// Desks of several shards write the same tables at once. Each of them starts, is rebuilt, archived and audited as if it
// were alone, and nothing that is done for one touches a row of another.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount } from '@maru/engine/amount';
import { digestText } from '@maru/engine/book-digest';
import { requestOfRow } from '@maru/engine/cashier/row-number';
import { describeBook } from '@maru/engine/describe';
import { dayNumber } from '@maru/engine/market/calendar-date';
import { NOON } from '@maru/engine/oversea/testing';
import type { PlayerId } from '@maru/engine/purse';
import { eventsOfShard, SHARDS, shardOfEvent } from '@maru/engine/shard';
import { DAY_MS, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runArchivePass } from './archive-pass.ts';
import { createBooksCheck } from './books/check.ts';
import { listOfSite } from './books/site-movements.ts';
import { listOrders, noteOrders } from './cashier/payout/order-store.ts';
import { createEffects } from './cashier/provider/effects.ts';
import { keepRows, restoreRows, type TestDatabase, testDatabases } from './db/testing.ts';
import { findArchiveMark } from './desk/archive-mark.ts';
import { type JournalPlace, type OpenedDesk, openJournal, openRecords } from './desk/open-desk.ts';
import { openTestDesk, untilCaughtUp, untilWritten } from './desk/testing.ts';
import { finishClosings } from './identity/close-account.ts';
import { openAuditTables } from './shadow/audit-tables.ts';
import { auditAccounts, auditJournal } from './shadow/auditor.ts';
import { findAuditBase, findRestore } from './shadow/base-snapshot.ts';
import { journalTables } from './shadow/ledger-archive.ts';
import { rebuildTables } from './shadow/rebuild-tables.ts';
import { emptyTables, openSqlTables } from './shadow/sql-tables.ts';
import { shadowParts } from './shadow-products.ts';
import {
  asking,
  insertMember,
  insertShardSite,
  liveThrough,
  refillOf,
  type ShardSite,
} from './shards-testing.ts';
import { openSites } from './site/sites.ts';
import { listSites, listSitesOf } from './site/store.ts';
import { publishDay } from './solvency/publish.ts';
import { findNewestDay } from './solvency/store.ts';

const { products } = shadowParts;
const TABLES = journalTables(products);
/** The first, the second, and the last that there can be. */
const NUMBERS = [0, 1, SHARDS - 1] as const;
/** They have rows only after an account was liquidated, a profit was shared, or old fills were archived. */
const EMPTY = ['copy_share', 'futures_day', 'futures_liquidation', 'futures_warning', 'oversea_day'];

type Rows = Readonly<Record<string, readonly string[]>>;

describe.each(testDatabases)('shards on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let worlds: readonly ShardSite[];
  /** Books and digests when all desks had stopped. */
  const left = new Map<number, { readonly book: string; readonly digest: string }>();

  const journalAt = (shard: number): JournalPlace =>
    store.url === undefined
      ? { folder: join(folder, `journal-${shard}`), segmentBytes: 8_000 }
      : { url: store.url };
  const archiveOf = (shard: number) => join(folder, `archive-${shard}`);
  const query = <Row>(text: string, parameters: readonly number[] = []) =>
    store.database.transaction((tx) => tx.query<Row>(text, parameters));

  const start = (world: ShardSite): Promise<OpenedDesk> =>
    openTestDesk(store, folder, {
      shard: world.shard,
      journalAt: journalAt(world.shard),
      archiveFolder: archiveOf(world.shard),
      clock: () => world.now,
    });

  async function read({ desk }: OpenedDesk, { members }: ShardSite) {
    const found = await desk.inspect(
      (book) => ({ book: describeBook(book), digest: digestText(book) }),
      members,
    );
    if (found === undefined) throw new Error('the desk is away');
    return found.seen;
  }

  /** The rows of a shard by table, as the tables say whose they are. */
  const rowsOfShard = async (shard: number): Promise<Rows> => {
    const found: Record<string, readonly string[]> = {};
    for (const { name, ofShard } of TABLES) {
      const rows = await query<{ json: string }>(
        `select row_to_json(${name})::text as json from ${name} where ${ofShard(shard, name)}`,
      );
      found[name] = rows.map(({ json }) => json).toSorted();
    }
    for (const mark of ['shadow_mark', 'archive_mark'])
      found[mark] = (
        await query<{ json: string }>(
          `select row_to_json(${mark})::text as json from ${mark} where shard = $1`,
          [shard],
        )
      ).map(({ json }) => json);
    return found;
  };

  const rowsOfOthers = async (shard: number): Promise<readonly Rows[]> => {
    const found: Rows[] = [];
    for (const each of NUMBERS) if (each !== shard) found.push(await rowsOfShard(each));
    return found;
  };

  async function audit(shard: number): Promise<void> {
    const journal = await openJournal(journalAt(shard), shard, () => undefined);
    const records = await openRecords(journalAt(shard), store.database, shard);
    const options = {
      ...{ tables: openAuditTables(store.database, shard), products, journal },
      findBase: () => findAuditBase({ records, shard, archiveFolder: archiveOf(shard) }),
      rest: () => Promise.resolve(),
      isStopped: () => false,
    };
    try {
      await auditAccounts(options);
      expect(await auditJournal(options)).toBe(true);
    } finally {
      await journal.close();
    }
  }

  async function rebuild(shard: number): Promise<void> {
    const journal = await openJournal(journalAt(shard), shard, () => undefined);
    const records = await openRecords(journalAt(shard), store.database, shard);
    const where = { database: store.database, shard, products };
    const restoreBase = await findRestore({ ...where, records, archiveFolder: archiveOf(shard) });
    try {
      await rebuildTables({ ...where, journal, restoreBase });
    } finally {
      await journal.close();
    }
  }

  beforeAll(async () => {
    store = await open();
    folder = mkdtempSync(join(tmpdir(), 'maru-shards-'));
    const sites = [];
    for (const shard of NUMBERS) sites.push({ shard, site: await insertShardSite(store.database, shard) });
    const members = new Map<number, PlayerId[]>(NUMBERS.map((shard) => [shard, []]));
    for (let place = 0; place < 5; place += 1)
      await Promise.all(
        sites.map(async ({ shard, site }) => {
          const own = members.get(shard)!;
          const [partner] = own;
          own.push(
            await insertMember(store.database, { site, ...(partner === undefined ? {} : { partner }) }),
          );
        }),
      );
    // The partner was made first, so that the others could be made under it.
    worlds = sites.map((each) => {
      const [partner, ...rest] = members.get(each.shard)!;
      return { ...each, members: [...rest, partner!], now: NOON };
    });
    const opened = await Promise.all(worlds.map(start));
    await Promise.all(worlds.map((world, index) => liveThrough(opened[index]!.desk, world)));
    for (const [index, world] of worlds.entries()) {
      const each = opened[index]!;
      await untilWritten(each);
      await untilCaughtUp(each.desk, world.members);
      left.set(world.shard, await read(each, world));
      await each.desk.stop();
    }
    await keepRows(store);
  }, 120_000);
  afterAll(async () => {
    await store.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('every row belongs to exactly one shard, and almost every table has rows of each', async () => {
    const all: Rows[] = [];
    for (const shard of NUMBERS) all.push(await rowsOfShard(shard));
    for (const { name } of TABLES) {
      const [{ count } = { count: -1 }] = await query<{ count: number }>(
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
      const [mark] = await query<{ event_id: number }>('select event_id from shadow_mark where shard = $1', [
        shard,
      ]);
      expect(shardOfEvent(mark!.event_id)).toBe(shard);
      const [span] = await query<{ first: number; last: number }>(
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
    const taken = worlds.flatMap(({ members }) => members);
    expect(new Set(taken).size).toBe(taken.length);
    const houses = await query<{ id: string; shard: number; site: number }>(
      `select id, shard, site_id as site from purse where owner_id is null`,
    );
    for (const { id, shard, site } of houses) {
      expect(id).toMatch(new RegExp(`^house:${site}:`));
      expect(shard).toBe(worlds.find((world) => world.site === site)?.shard);
    }
    for (const { shard, members } of worlds) {
      const histories = await query<{ player_id: PlayerId; events: number; last: number; keys: number }>(
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
    const [zero, one] = worlds as [ShardSite, ShardSite];
    const { keys, event, players } = openSqlTables(store.database, 1, products);
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
    const world = () => worlds.find((each) => each.shard === shard)!;

    test('a new desk loads the same book, and answers a repeated command by what it answered first', async () => {
      const others = await rowsOfOthers(shard);
      const opened = await start(world());
      try {
        expect(await read(opened, world())).toEqual(left.get(shard));
        expect(opened.desk.highestPlayer()).toBe(Math.max(...world().members));
        const { site, members } = world();
        const again = await opened.desk.submit(refillOf(site, members[4]!, '20000000', 'first'));
        expect(again).toMatchObject({ ok: true, repeated: true, event: { site } });
        expect(again.ok && shardOfEvent(again.event.id)).toBe(shard);
        await untilWritten(opened);
      } finally {
        await opened.desk.stop();
      }
      expect(await rowsOfOthers(shard)).toEqual(others);
    });

    test('its desk has no account of another shard', async () => {
      const opened = await start(world());
      try {
        for (const { site, members } of worlds.filter((each) => each.shard !== shard))
          expect(await opened.desk.submit(refillOf(site, members[0]!, '1', 'other'))).toEqual({
            ok: false,
            refusal: 'ACCOUNT_NOT_FOUND',
          });
      } finally {
        await opened.desk.stop();
      }
    });

    test('is audited clean', () => audit(shard));

    test('a rebuild writes the same rows again, and emptying leaves none', async () => {
      const [before, others] = [await rowsOfShard(shard), await rowsOfOthers(shard)];
      await store.database.transaction((tx) => emptyTables(tx, shard, products));
      expect(Object.values(await rowsOfShard(shard)).flat()).toEqual([]);
      expect(await rowsOfOthers(shard)).toEqual(others);
      await rebuild(shard);
      expect({ ...(await rowsOfShard(shard)), shadow_mark: [] }).toEqual({ ...before, shadow_mark: [] });
      expect(await rowsOfOthers(shard)).toEqual(others);
      await audit(shard);
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
      await restoreRows(store);
      expect((await query(`${statement} returning 1 as one`, [shard])).length).toBeGreaterThan(0);
      await expect(audit(shard)).rejects.toThrow('the tables are not what the journal says');
      await audit(NUMBERS[(NUMBERS.indexOf(shard) + 1) % NUMBERS.length]!);
    });
  });

  test('the movements of a site are those of its own shard, also from an instant on', async () => {
    // Numbers and times grow together within a shard only.
    await query(`update transfer set at = at + interval '1 day' where event_id < $1`, [
      eventsOfShard(1).first,
    ]);
    for (const { shard, site, now } of worlds) {
      const asked = { site, size: 100 };
      const list = (more: { readonly before?: number; readonly untilMillis?: number }) =>
        store.database.transaction((tx) => listOfSite(tx, { ...asked, ...more }));
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
    await restoreRows(store);
    const [, { site }] = worlds as [ShardSite, ShardSite];
    await store.database.transaction((tx) => noteOrders(tx, 1, { since: NOON }, NOON));
    expect(await query('select site_id from payout_order')).toEqual([{ site_id: site }]);
    for (const { shard } of worlds)
      await store.database.transaction((tx) => noteOrders(tx, shard, { since: NOON }, NOON));
    await query(
      `insert into payout_account (id, site_id, player_id, wallet, kind, account, created_ms)
       overriding system value
       select 7, site_id, player_id, 'BINARY', 'CHAIN', 'x', 0 from payout_order order by id limit 1`,
    );
    for (const { shard, site: own } of worlds) {
      const orders = await store.database.transaction((tx) => listOrders(tx, shard, 10));
      expect(orders.map((order) => order.site)).toEqual([own]);
    }
  });

  test('what a process of another shard begun is left to that shard', async () => {
    await restoreRows(store);
    const [zero, one] = worlds as [ShardSite, ShardSite];
    const [request] = await query<{ id: number; site_id: number }>(
      `select id, site_id from cashier_row where type = 'D' and site_id = $1`,
      [zero.site],
    );
    await query(`update player set closing_key = 'begun' where id in ($1, $2)`, [
      zero.members[0]!,
      one.members[0]!,
    ]);
    const opened = await start(one);
    const { desk } = opened;
    const unused = (): never => {
      throw new Error('nobody’s account was closed');
    };
    try {
      const { database } = store;
      await finishClosings(
        { shard: 1, database, desk, authenticator: { endFamilies: unused }, forceLogout: unused },
        NOON,
      );
      expect(await query('select id from player where closing_key is not null')).toEqual([
        { id: zero.members[0] },
      ]);
      const sites = await openSites(database, 1);
      const report = createEffects({ database, desk, sites, push: unused });
      const paid = { step: 'STARTED', external: 'x', request: requestOfRow(request!.id)! } as const;
      expect(await report('bank', paid, NOON)).toBe('WAITING');
    } finally {
      await desk.stop();
    }
  });

  test('the root of all balances is made by each shard for its own sites', async () => {
    await restoreRows(store);
    const day = dayNumber(20_500);
    for (const { shard, site } of worlds) {
      expect(await publishDay(store.database, { day, now: NOON, shard, proofDays: 30 })).toEqual({
        sites: 1,
        accounts: 5,
      });
      const roots = await query<{ site_id: number }>('select site_id from solvency_root where site_id = $1', [
        site,
      ]);
      expect(roots).toHaveLength(1);
    }
    // The oldest proofs of one shard are removed by its own next day only.
    const next = dayNumber(20_540);
    await publishDay(store.database, { day: next, now: NOON, shard: 1, proofDays: 30 });
    const groups = await query<{ site_id: number }>(
      'select distinct site_id from solvency_group where day = 20500',
    );
    expect(groups.map(({ site_id }) => site_id).toSorted()).toEqual(
      worlds.filter(({ shard }) => shard !== 1).map(({ site }) => site),
    );
    for (const shard of NUMBERS)
      expect((await store.database.transaction((tx) => findNewestDay(tx, shard)))?.day).toBe(
        shard === 1 ? next : day,
      );
  });

  test('the books of each shard agree with its purses', async () => {
    for (const { shard, site } of worlds) {
      const check = createBooksCheck({
        ...{ database: store.database, shard, sites: () => [site], clock: () => NOON },
      });
      expect((await check.read()).differences).toEqual(new Map([[site, []]]));
    }
  });

  test('archiving one shard deletes old rows of it alone, and it is rebuilt from its own snapshot', async () => {
    await restoreRows(store);
    const world = worlds[1]!;
    const { shard } = world;
    const others = await rowsOfOthers(shard);
    const pass = async () =>
      runArchivePass({
        ...{ database: store.database, shard, folder: archiveOf(shard), archiveAfterMs: 31 * DAY_MS },
        records: await openRecords(journalAt(shard), store.database, shard),
        rest: () => Promise.resolve(),
      });
    let report = await pass();
    for (const day of [10, 45]) {
      const { desk } = await start(world);
      const command = {
        kind: 'HOLD_FUNDS',
        site: world.site,
        player: world.members[0]!,
        session: 1,
      } as const;
      const held = { wallet: 'BINARY', amount: amount('5'), purpose: 'test' };
      await asking(desk, world)({ ...command, ...held }, millis(NOON + day * DAY_MS));
      await untilCaughtUp(desk, world.members);
      await desk.stop();
      report = await pass();
    }
    expect(report.base).toBeGreaterThan(0);
    expect(report.deletedRows).toBeGreaterThan(0);
    for (const each of worlds) {
      const mark = await store.database.transaction((tx) => findArchiveMark(tx, each.members[0]!));
      expect(mark === undefined ? undefined : shardOfEvent(mark.event)).toBe(
        each === world ? shard : undefined,
      );
    }
    const rest = await rowsOfShard(shard);
    for (const table of ['futures_day', 'oversea_day']) expect(rest[table]).not.toEqual([]);
    expect(await rowsOfOthers(shard)).toEqual(others);
    await audit(shard);
    await rebuild(shard);
    expect({ ...(await rowsOfShard(shard)), shadow_mark: [] }).toEqual({ ...rest, shadow_mark: [] });
    expect(await rowsOfOthers(shard)).toEqual(others);
    await (await start(world)).desk.stop();
  });

  test('a site belongs to its shard for good, to shard 0 where none is named', async () => {
    const [added] = await query<{ id: number; shard: number }>(
      `insert into site (code, name, used_coins, binary_currency, type)
       values ('plain', 'Plain', 'BINARY', 'KRW', '101111')
       returning id, shard`,
    );
    expect(added!.shard).toBe(0);
    await expect(query('update site set shard = 1 where id = $1', [added!.id])).rejects.toThrow('for good');
    const { all, own } = await store.database.transaction(async (tx) => ({
      all: await listSites(tx),
      own: await listSitesOf(tx, 1),
    }));
    expect(all).toHaveLength(NUMBERS.length + 1);
    expect(own.map(({ id }) => id)).toEqual([worlds[1]!.site]);
  });

  test.each([-1, SHARDS, 0.5])('%d is refused where a shard is meant', async (shard) => {
    const refused = 'a shard is a whole number from 0 to 255';
    expect(() => openSqlTables(store.database, shard, products)).toThrow(refused);
    await expect(store.database.transaction((tx) => emptyTables(tx, shard, products))).rejects.toThrow(
      refused,
    );
    await expect(openTestDesk(store, folder, { shard, journalAt: journalAt(shard) })).rejects.toThrow(
      refused,
    );
    await expect(insertShardSite(store.database, shard)).rejects.toThrow();
  });
});
