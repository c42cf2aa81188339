// The table journal over a primary and its synchronous standby, when the primary is lost.
import { afterEach, expect, test } from 'vitest';
import { type PostgresPair, startPostgresPair } from '../../../scripts/cluster/postgres-pair.mjs';
import type { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openPostgres } from '../db/postgres.ts';
import { steadyMs, wait } from '../process-time.ts';
import type { Journal, Tail } from './journal.ts';
import { openPostgresTable } from './postgres-table.ts';
import { FIRST_HASH, type SealedBatch, seal } from './record.ts';
import { openTableJournal } from './table-journal.ts';

let pair: PostgresPair;
const closing: (() => Promise<void>)[] = [];

async function open(): Promise<{ readonly journal: Journal; readonly tables: Database }> {
  pair = await startPostgresPair({ database: 'maru' });
  closing.push(() => pair.stop());
  const tables = openPostgres(pair.url);
  closing.push(() => tables.close());
  await migrate(tables);
  const journal = openTableJournal(openPostgresTable({ url: pair.url, shard: 0, wait }), {
    shard: 0,
    steadyMs,
    wait,
    onFenced: () => undefined,
  });
  closing.push(() => journal.close());
  return { journal, tables };
}

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const after = (tail: Tail): SealedBatch =>
  seal({ shard: 0, batch: tail.batch + 1, epoch: tail.epoch, previous: tail.hash, events: [] });

/** Appends until `isEnough`, and tells of each append that resolved. */
async function stream(
  journal: Journal,
  tail: Tail,
  onAppended: (batch: SealedBatch) => boolean,
): Promise<Tail> {
  for (let end = tail; ; ) {
    const batch = after(end);
    await journal.append(batch);
    end = { batch: batch.batch, hash: batch.hash, epoch: batch.epoch };
    if (onAppended(batch)) return end;
  }
}

async function hashes(journal: Journal): Promise<readonly string[]> {
  const read: string[] = [];
  // Reading compares the chain of hashes.
  for await (const { hash } of journal.read({ batch: 0, hash: FIRST_HASH })) read.push(hash);
  return read;
}

test.each([
  ['killed', () => pair.killPrimary()],
  ['hanging, with its connections open', () => pair.freezePrimary()],
])(
  'every append that resolved is in the journal of the promoted standby once, when the primary is %s',
  async (_how, lose) => {
    const { journal, tables } = await open();
    const tail = await journal.open();
    const appended: string[] = [];
    const [begun, failedOver] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
    let lastOfOld: number | undefined;
    void failedOver.promise.then((count) => {
      lastOfOld = count;
    });
    const streaming = stream(journal, tail, ({ hash }) => {
      appended.push(hash);
      if (appended.length === 50) begun.resolve();
      return lastOfOld !== undefined && appended.length > lastOfOld + 50;
    });
    await begun.promise;
    await lose();
    const before = appended.length;
    await pair.promote();
    failedOver.resolve(before);
    await streaming;

    expect(before).toBeGreaterThanOrEqual(50);
    expect(await hashes(journal)).toEqual([tail.hash, ...appended]);
    // Other connections have moved, too. One that was idle may have to fail first.
    const count = () =>
      tables.transaction((tx) =>
        tx.query<{ count: number; isStandby: boolean }>(
          'select count(*) as count, pg_is_in_recovery() as "isStandby" from journal',
        ),
      );
    const [row] = await count().catch(count);
    expect(row).toEqual({ count: appended.length + 1, isStandby: false });
  },
);

test('an old primary that comes back is not written to, and becomes a standby that has everything', async () => {
  const { journal, tables } = await open();
  let tail = await journal.open();
  await pair.killPrimary();
  await pair.promote();
  tail = await stream(journal, tail, () => true);
  const old = await pair.reviveOld();
  // Drops every connection, so that all look for their server again while two primaries answer.
  const killer = openPostgres(pair.primaryUrl(), { connections: 1 });
  await killer.transaction((tx) =>
    tx.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    ),
  );
  await killer.close();
  tail = await stream(journal, tail, () => true);
  const where = () =>
    tables.transaction((tx) => tx.query<{ port: number }>('select inet_server_port() as port'));
  expect(await where().catch(where)).toEqual([{ port: Number(new URL(pair.primaryUrl()).port) }]);
  const remains = openPostgres(old, { connections: 1 });
  const last = (database: Database) =>
    database.transaction((tx) => tx.query<{ batch: number }>('select max(batch) as batch from journal'));
  expect(await last(remains)).toEqual([{ batch: 1 }]);
  await remains.close();

  await pair.stopOld();
  await pair.rejoin();
  // An append resolves when the new standby has it on disk; it may show it a moment later.
  tail = await stream(journal, tail, () => true);
  const standby = openPostgres(pair.standbyUrl(), { connections: 1 });
  await expect.poll(() => last(standby), { timeout: 30_000 }).toEqual([{ batch: tail.batch }]);
  await standby.close();
});

test('an append that the standby does not have is not taken for durable after the primary has restarted', async () => {
  const { journal } = await open();
  const tail = await journal.open();
  await pair.freezeStandby();
  const appending = journal.append(after(tail));
  let isAppended = false;
  void appending.then(() => {
    isAppended = true;
  });
  const look = openPostgres(pair.primaryUrl(), { connections: 1 });
  const waits = () =>
    look.transaction((tx) =>
      tx.query("select 1 from pg_stat_activity where wait_event = 'SyncRep' and query like '%into journal%'"),
    );
  await expect.poll(waits, { timeout: 30_000 }).toHaveLength(1);
  // Ends the waiting connection: the row is committed on the primary alone, and everybody sees it there.
  await look.transaction((tx) =>
    tx.query("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"),
  );
  const found = () => look.transaction((tx) => tx.query('select 1 from journal where batch = 2'));
  await expect.poll(found, { timeout: 30_000 }).toHaveLength(1);
  const renewals = () =>
    look.transaction((tx) =>
      tx.query("select 1 from pg_stat_activity where wait_event = 'SyncRep' and query like 'update shard%'"),
    );
  await expect.poll(renewals, { timeout: 30_000 }).toHaveLength(1);
  expect(isAppended).toBe(false);
  await pair.thawStandby();
  await appending;
  await look.close();
});
