import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Tx } from './database.ts';
import { connectEmbedded, type EmbeddedDatabase } from './embedded.ts';
import { openFreshEmbedded, type TestDatabase } from './testing.ts';

let store: TestDatabase;
let first: EmbeddedDatabase;
let second: Database;

beforeAll(async () => {
  store = await openFreshEmbedded();
  first = store.database as EmbeddedDatabase;
  second = connectEmbedded(first.connect());
  await first.script('create table counter (value int not null); insert into counter values (0)');
});

afterAll(async () => {
  await second.close();
  await store.drop();
});

const countIn = async (tx: Tx): Promise<number> =>
  (await tx.query<{ value: number }>('select value from counter'))[0]?.value ?? -1;

/** Reads, lets other work run, and writes the value plus one, which is lost if another transaction runs in between. */
const raise = (database: Database) =>
  database.transaction(async (tx) => {
    const value = await countIn(tx);
    await setImmediate();
    await tx.query('update counter set value = $1', [value + 1]);
  });

test('transactions of two clients never interleave', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, turn) => raise(turn % 2 === 0 ? first : second)));
  expect(await first.transaction(countIn)).toBe(40);
});

test('they run in the order in which they were requested, whichever client requests them', async () => {
  const order: string[] = [];
  const ask = (name: string, database: Database) =>
    database.transaction(async (tx) => {
      order.push(name);
      await countIn(tx);
    });
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const held = first.transaction(async (tx) => {
    await countIn(tx);
    begun.resolve();
    await released.promise;
  });
  await begun.promise;
  const asked = [ask('a', second), ask('b', second), ask('c', second)];
  await setImmediate();
  released.resolve();
  await Promise.all([held, ...asked]);
  expect(order).toEqual(['a', 'b', 'c']);
});

test('the transaction of a client that disconnects is rolled back, and the others continue', async () => {
  const before = await first.transaction(countIn);
  const leaving = connectEmbedded(first.connect());
  const lost = leaving.transaction(async (tx) => {
    await tx.query('update counter set value = -5');
    await leaving.close();
    await countIn(tx);
  });
  await expect(lost).rejects.toThrow('the embedded database has stopped');
  expect(await second.transaction(countIn)).toBe(before);
});

test('an error rolls back, is reported with its code, and the next transaction can begin', async () => {
  const wrong = second.transaction(async (tx) => {
    await tx.query('update counter set value = 77');
    await tx.query('insert into counter values (null)');
  });
  await expect(wrong).rejects.toMatchObject({ code: '23502' });
  expect(await first.transaction(countIn)).not.toBe(77);
});

test('a statement after the end of its transaction is refused', async () => {
  let kept: Tx | undefined;
  await first.transaction(async (tx) => {
    kept = tx;
  });
  await expect(kept?.query('select 1')).rejects.toMatchObject({ code: '25P01' });
});

test('written data is checkpointed automatically, so that after a kill little has to be replayed', async () => {
  const checkpointed = () =>
    first.transaction(async (tx) => {
      const [at] = await tx.query<{ lsn: string }>('select redo_lsn as lsn from pg_control_checkpoint()');
      return at?.lsn;
    });
  const before = await checkpointed();
  await first.script(
    `create table written as select n, repeat('x', 1000) as text from generate_series(1, 20000) as n`,
  );
  while ((await checkpointed()) === before) await setImmediate();
  await first.script('drop table written');
});
