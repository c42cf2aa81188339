// The database of a process that may have lost its shard without noticing.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Tx } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openFreshPostgres, type TestDatabase } from './testing.ts';

const SHARD = 0;

class Refused extends Error {}

let store: TestDatabase;
let guarded: Database;
let epoch = 1;
let refusedEpochs: number[] = [];

const outside = <Row>(text: string) => store.database.transaction((tx) => tx.query<Row>(text));
const takeShard = () => outside(`update shard set epoch = epoch + 1 where shard = ${SHARD}`);
const write = (tx: Tx) =>
  tx.query(`insert into shadow_mark (shard, batch, hash, event_id, at_ms) values (7, 1, '', 0, 0)`);
const written = () => outside('select 1 from shadow_mark where shard = 7');

beforeAll(async () => {
  store = await openFreshPostgres();
  guarded = openPostgres(store.url ?? '', {
    guard: {
      shard: SHARD,
      epoch: () => epoch,
      refused(used) {
        refusedEpochs.push(used);
        return new Refused();
      },
    },
  });
});

beforeEach(async () => {
  epoch = 1;
  refusedEpochs = [];
  await outside(`insert into shard (shard, epoch) values (${SHARD}, 1)`);
});

afterEach(async () => {
  await outside('delete from shadow_mark');
  await outside('delete from shard');
});

afterAll(async () => {
  await guarded.close();
  await store.drop();
});

test('the owner writes', async () => {
  await guarded.transaction(write);
  expect(await written()).toHaveLength(1);
});

test('a renewal of the lease does not disturb a transaction that has written', async () => {
  await guarded.transaction(async (tx) => {
    await write(tx);
    await outside(`update shard set lease_until = now() where shard = ${SHARD}`);
  });
  expect(await written()).toHaveLength(1);
});

test.each([
  ['before it began', true],
  ['while it wrote', false],
])('what a former owner writes is rolled back when the shard was taken %s', async (_when, isBefore) => {
  if (isBefore) await takeShard();
  const writing = guarded.transaction(async (tx) => {
    await write(tx);
    if (!isBefore) await takeShard();
  });
  await expect(writing).rejects.toThrow(Refused);
  expect(await written()).toEqual([]);
  expect(refusedEpochs).toEqual([1]);
});

test('also when the transaction sees the tables as of a moment before that', async () => {
  const writing = guarded.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read');
    await tx.query('select 1 from shadow_mark');
    await takeShard();
    await write(tx);
  });
  await expect(writing).rejects.toThrow('could not serialize access');
  expect(await written()).toEqual([]);
});

test('a process that owns nothing writes nothing, and reads', async () => {
  epoch = 0;
  await expect(guarded.transaction(write)).rejects.toThrow(Refused);
  expect(await guarded.transaction((tx) => tx.query<{ one: number }>('select 1 as one'))).toEqual([
    { one: 1 },
  ]);
  expect(await written()).toEqual([]);
});

test('the shard is taken only when a commit under the old epoch is over', async () => {
  let taking: Promise<unknown> | undefined;
  await store.database.transaction(async (tx) => {
    await write(tx);
    await tx.query(`select hold_epoch(${SHARD}, 1)`);
    const [{ pid } = { pid: 0 }] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    taking = takeShard();
    for (let waiting: readonly unknown[] = []; waiting.length === 0; )
      waiting = await outside(
        `select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid)) and query like 'update shard%'`,
      );
    expect(await outside(`select epoch from shard where shard = ${SHARD}`)).toEqual([{ epoch: 1 }]);
  });
  await taking;
  expect(await written()).toHaveLength(1);
  expect(await outside(`select epoch from shard where shard = ${SHARD}`)).toEqual([{ epoch: 2 }]);
});

test('a transaction of a process that stands still is ended by the server, and its locks with it', async () => {
  const still = openPostgres(store.url ?? '', { idleInTransactionMs: 100 });
  const locked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const standing = still.transaction(async (tx) => {
    await tx.query(`select 1 from shard where shard = ${SHARD} for update`);
    locked.resolve();
    await goOn.promise;
    await write(tx);
  });
  standing.catch(() => undefined);
  await locked.promise;
  // Waits for the lock.
  await takeShard();
  goOn.resolve();
  await expect(standing).rejects.toThrow();
  expect(await written()).toEqual([]);
  await still.close();
});
