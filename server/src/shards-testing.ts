// Three shards on one database: their sites, members and desks, and what is done to one of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount } from '@maru/engine/amount';
import { digestText } from '@maru/engine/book-digest';
import { describeBook } from '@maru/engine/describe';
import { NOON } from '@maru/engine/oversea/testing';
import type { PlayerId } from '@maru/engine/purse';
import { SHARDS } from '@maru/engine/shard';
import { DAY_MS, millis } from '@maru/engine/time';
import { type ArchiveReport, runArchivePass } from './archive-pass.ts';
import type { Database } from './db/database.ts';
import { keepRows, restoreRows, type testDatabases } from './db/testing.ts';
import { type JournalPlace, type OpenedDesk, openJournal, openRecords } from './desk/open-desk.ts';
import { openTestDesk, untilCaughtUp, untilWritten } from './desk/testing.ts';
import { openAuditTables } from './shadow/audit-tables.ts';
import { auditAccounts, auditJournal } from './shadow/auditor.ts';
import { findAuditBase, findRestore } from './shadow/base-snapshot.ts';
import { journalTables } from './shadow/ledger-archive.ts';
import { rebuildTables } from './shadow/rebuild-tables.ts';
import { shadowParts } from './shadow-products.ts';
import { asking, insertMember, insertShardSite, liveThrough, type ShardSite } from './shard-site-testing.ts';

const { products } = shadowParts;
/** Everything that is written from the journals. */
export const TABLES = journalTables(products);
/** The first, the second, and the last that there can be. */
export const NUMBERS = [0, 1, SHARDS - 1] as const;

export type Rows = Readonly<Record<string, readonly string[]>>;
export type OpenedShards = Awaited<ReturnType<typeof openShards>>;

/** Their numbers lie between each other: each site gets one after the other. */
async function insertWorlds(database: Database): Promise<readonly ShardSite[]> {
  const sites: { readonly shard: number; readonly site: ShardSite['site']; readonly own: PlayerId[] }[] = [];
  for (const shard of NUMBERS) sites.push({ shard, site: await insertShardSite(database, shard), own: [] });
  for (let place = 0; place < 5; place += 1)
    for (const { site, own } of sites) {
      const [partner] = own;
      own.push(await insertMember(database, { site, ...(partner === undefined ? {} : { partner }) }));
    }
  // The partner was made first, so that the others could be made under it.
  return sites.map(({ shard, site, own: [partner, ...rest] }) => ({
    ...{ shard, site, members: [...rest, partner!], now: NOON },
  }));
}

export async function openShards(open: (typeof testDatabases)[number]['open']) {
  const store = await open();
  const folder = mkdtempSync(join(tmpdir(), 'maru-shards-'));
  const worlds = await insertWorlds(store.database);

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
      if (!(await auditJournal(options))) throw new Error('the audit did not come to its end');
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

  async function pass(shard: number): Promise<ArchiveReport> {
    return runArchivePass({
      ...{ database: store.database, shard, folder: archiveOf(shard), archiveAfterMs: 31 * DAY_MS },
      records: await openRecords(journalAt(shard), store.database, shard),
      rest: () => Promise.resolve(),
    });
  }

  /** A month and a half in which little happens, with a pass of archiving now and then. */
  async function age(world: ShardSite): Promise<ArchiveReport> {
    const { shard, site, members } = world;
    let report = await pass(shard);
    for (const day of [10, 45]) {
      const { desk } = await start(world);
      const command = { kind: 'HOLD_FUNDS', site, player: members[0]!, session: 1 } as const;
      const held = { wallet: 'BINARY', amount: amount('5'), purpose: 'test' };
      await asking(desk, world)({ ...command, ...held }, millis(NOON + day * DAY_MS));
      await untilCaughtUp(desk, members);
      await desk.stop();
      report = await pass(shard);
    }
    return report;
  }

  /** All desks at once; the books and digests with which they stopped. */
  async function liveAtOnce(): Promise<ReadonlyMap<number, Awaited<ReturnType<typeof read>>>> {
    const left = new Map<number, Awaited<ReturnType<typeof read>>>();
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
    return left;
  }

  return {
    ...{ store, folder, worlds, query, journalAt, start, read, rowsOfShard, rowsOfOthers },
    ...{ audit, rebuild, pass, age, left: await liveAtOnce() },
    /** As it was when all desks had stopped. */
    restore: () => restoreRows(store),
    async close() {
      await store.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
