import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { type TestDatabase, testDatabases } from './testing.ts';

describe.each(testDatabases)('migrations on $name', ({ open }) => {
  let store: TestDatabase;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.drop());

  const change = (statement: string) => store.database.transaction((tx) => tx.query(statement));
  const recorded = () =>
    store.database.transaction((tx) =>
      tx.query<{ name: string }>('select name from migration order by name'),
    );

  test('are applied once', async () => {
    const before = await recorded();
    expect(before.length).toBeGreaterThan(20);
    expect(await migrate(store.database)).toEqual([]);
    expect(await recorded()).toEqual(before);
  });

  test('a file that was edited after it had been applied stops the start', async () => {
    await change(`update migration set print = 'another' where name = '0006-payments.sql'`);
    await expect(migrate(store.database)).rejects.toThrow(
      '0006-payments.sql was changed after it had been applied',
    );
  });

  test('a database that a newer version has migrated stops the start, and nothing is written', async () => {
    await change(
      `insert into migration (name, print) values ('9998-later.sql', 'x'), ('9997-next.sql', 'x')`,
    );
    const before = await recorded();
    await expect(migrate(store.database)).rejects.toThrow(
      'this version is older than the database, which has 9997-next.sql, 9998-later.sql: start the newer version',
    );
    expect(await recorded()).toEqual(before);
  });
});
