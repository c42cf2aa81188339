import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openFreshPostgres, type TestDatabase } from '../db/testing.ts';
import { steadyMs, wait } from '../process-time.ts';
import { Fenced, type Journal, type Tail } from './journal.ts';
import { openPostgresTable } from './postgres-table.ts';
import { FIRST_HASH, seal } from './record.ts';
import { type JournalTable, openTableJournal } from './table-journal.ts';

let store: TestDatabase;
let url: string;

beforeAll(async () => {
  store = await openFreshPostgres();
  url = store.url ?? '';
});

afterAll(() => store.drop());

beforeEach(() => store.database.transaction(async (tx) => void (await tx.query('truncate journal, shard'))));

function openOn(
  table: JournalTable,
  onFenced: (fault: Fenced) => void = () => undefined,
  leaseMs = 6_000,
): Journal {
  return openTableJournal(table, { shard: 0, steadyMs, wait, onFenced, leaseMs });
}

const realTable = (leaseMs = 6_000) => openPostgresTable({ url, shard: 0, wait, leaseMs });

const after = (tail: Tail) =>
  seal({ shard: 0, batch: tail.batch + 1, epoch: tail.epoch, previous: tail.hash, events: [] });

async function batches(journal: Journal): Promise<readonly string[]> {
  const read: string[] = [];
  for await (const batch of journal.read({ batch: 0, hash: FIRST_HASH }))
    read.push(`${batch.batch}@${batch.epoch}`);
  return read;
}

test('batches are read back in order and every opening raises the epoch', async () => {
  const first = openOn(realTable());
  const tail = await first.open();
  await first.append(after(tail));
  await first.close();
  const second = openOn(realTable());
  await second.open();
  expect(await batches(second)).toEqual(['1@1', '2@1', '3@2']);
  await second.close();
});

test('an owner that did not renew its lease for too long is fenced: it writes nothing and gets the reason', async () => {
  const old = openOn(realTable());
  const tail = await old.open();
  // As if its event loop had been blocked; its own next renewal is two seconds away.
  await store.database.transaction((tx) =>
    tx.query("update shard set lease_until = now() - interval '1 second'"),
  );
  const young = openOn(realTable());
  await young.open();
  await expect(old.append(after(tail))).rejects.toThrow(Fenced);
  expect(await batches(young)).toEqual(['1@1', '2@2']);
  await old.close();
  await young.close();
});

test('a second owner waits while the first one runs, and continues at once when it has ended', async () => {
  const first = openOn(realTable());
  await first.open();
  const second = openOn(realTable());
  let taken = false;
  const opening = second.open().then(() => {
    taken = true;
  });
  await wait(500);
  expect(taken).toBe(false);
  await first.close();
  await opening;
  expect(await batches(second)).toEqual(['1@1', '2@2']);
  await second.close();
});

test('an idle owner is notified that it was fenced, without writing anything', async () => {
  let heard: (fault: Fenced) => void = () => undefined;
  const fenced = new Promise<Fenced>((resolve) => {
    heard = resolve;
  });
  const old = openOn(realTable(300), heard, 300);
  await old.open();
  await store.database.transaction((tx) => tx.query('update shard set epoch = epoch + 1'));
  expect(await fenced).toBeInstanceOf(Fenced);
  await old.close();
});

test.each([
  ['after the commit', true],
  ['before the commit', false],
])(
  'a connection lost %s is resolved by reading: the batch is stored exactly once',
  async (_when, committed) => {
    const table = realTable();
    let losing = false;
    const lossy: JournalTable = {
      ...table,
      async insert(row) {
        if (!losing) return table.insert(row);
        losing = false;
        if (committed) await table.insert(row);
        throw new Error('Connection terminated unexpectedly');
      },
    };
    const journal = openOn(lossy);
    const tail = await journal.open();
    losing = true;
    await journal.append(after(tail));
    expect(await batches(journal)).toEqual(['1@1', '2@1']);
    await journal.close();
  },
);

test('an append that is tried again is reported once, so that an operator learns why orders are not answered', async () => {
  const table = realTable();
  let failures = 0;
  const full: JournalTable = {
    ...table,
    async insert(row) {
      if (failures === 0) return table.insert(row);
      failures -= 1;
      throw new Error('could not extend file: No space left on device');
    },
  };
  const reported: unknown[] = [];
  const journal = openTableJournal(full, {
    ...{ shard: 0, steadyMs, wait, leaseMs: 6_000 },
    onFenced: () => undefined,
    onTransientError: (fault) => reported.push(String(fault)),
  });
  const tail = await journal.open();
  failures = 3;
  await journal.append(after(tail));
  expect(reported).toEqual(['Error: could not extend file: No space left on device']);
  await journal.close();
});

test('appends continue by themselves when the server drops every connection in between', async () => {
  const journal = openOn(realTable());
  let tail = await journal.open();
  const killer = new pg.Client({ connectionString: url });
  await killer.connect();
  for (let i = 0; i < 10; i += 1) {
    const batch = after(tail);
    const killing = killer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await Promise.all([journal.append(batch), killing]);
    tail = { batch: batch.batch, hash: batch.hash, epoch: batch.epoch };
  }
  await killer.end();
  expect(await batches(journal)).toHaveLength(11);
  await journal.close();
});

test('a batch that another owner wrote is never treated as our own', async () => {
  const journal = openOn(realTable());
  const tail = await journal.open();
  const other = seal({ shard: 0, batch: tail.batch + 1, epoch: 9, previous: tail.hash, events: [] });
  await store.database.transaction((tx) =>
    tx.query('insert into journal (shard, batch, epoch, hash, body) values (0, $1, $2, $3, $4)', [
      other.batch,
      other.epoch,
      other.hash,
      other.body,
    ]),
  );
  await expect(journal.append(after(tail))).rejects.toThrow(Fenced);
  await journal.close();
});

test('an append that takes longer than the lease does not let the lease run out', async () => {
  const leases: (number | undefined)[] = [];
  const journal = openTableJournal(realTable(600), {
    ...{ shard: 0, steadyMs, wait, leaseMs: 600 },
    onFenced: () => undefined,
    onLease: (lease) => leases.push(lease?.untilMs),
  });
  const tail = await journal.open();
  let isAppended = false;
  let appending: Promise<void> | undefined;
  await store.database.transaction(async (tx) => {
    await tx.query('lock table journal in exclusive mode');
    appending = journal.append(after(tail)).then(() => {
      isAppended = true;
    });
    // Six renewals are more than one lease.
    for (const count = leases.length; leases.length < count + 6; ) await wait(10);
    expect([isAppended, journal.isOurs()]).toEqual([false, true]);
  });
  await appending;
  expect(leases.slice(1)).not.toContain(undefined);
  await journal.close();
});

test('a shard is not taken from an owner that renews its lease, and is taken from one that does not', async () => {
  const owner = openOn(realTable(400), () => undefined, 400);
  await owner.open();
  const other = openTableJournal(realTable(400), {
    ...{ shard: 0, steadyMs, wait, leaseMs: 400 },
    onFenced: () => undefined,
  });
  expect(await other.take()).toBeUndefined();
  expect(other.isOurs()).toBe(false);
  await owner.close();
  expect(await other.take()).toMatchObject({ batch: 2, epoch: 2 });
  expect(other.isOurs()).toBe(true);
  await other.close();
});

test('an insert that was held up until its batch had been archived writes nothing', async () => {
  const table = realTable();
  const journal = openOn(table);
  let tail = await journal.open();
  const late = [await table.find(1)];
  for (let i = 0; i < 3; i += 1) {
    const batch = after(tail);
    await journal.append(batch);
    late.push(batch);
    tail = { batch: batch.batch, hash: batch.hash, epoch: batch.epoch };
  }
  await store.database.transaction((tx) => tx.query('delete from journal where batch <= 3'));
  for (const row of late.slice(0, 3)) expect(await table.insert(row!)).toBe(false);
  expect((await table.after(0, 10)).map(({ batch }) => batch)).toEqual([4]);
  await journal.close();
});
