import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from './testing.ts';
import { renew, shapeOf } from './used-databases.ts';

describe.each(testDatabases)('a used database on $name', ({ open }) => {
  let store: TestDatabase;
  let shape: string;
  beforeEach(async () => {
    store = await open();
    shape = await shapeOf(store.database);
  });
  afterEach(() => store.drop());

  const ask = (text: string) => store.database.transaction((tx) => tx.query<{ id: number }>(text));
  const addSite = () =>
    ask(
      `insert into site (code, name, used_coins, binary_currency, type)
       values ('one', 'One', 'BINARY', 'KRW', '101111')
       returning id`,
    );

  test('has no rows and counts from one again', async () => {
    expect(await addSite()).toEqual([{ id: 1 }]);
    expect(await renew({ database: store.database, shape })).toBe(true);
    expect(await ask('select id from site')).toEqual([]);
    expect(await addSite()).toEqual([{ id: 1 }]);
  });

  test.each([
    'alter table site rename column name to title',
    'create table left_over (id int)',
    'drop table hold cascade',
    'alter table hold add constraint nothing_may_be_held check (false) not valid',
    `update migration set print = 'another' where name = '0006-payments.sql'`,
  ])('is not used again after "%s"', async (statement) => {
    await ask(statement);
    expect(await renew({ database: store.database, shape })).toBe(false);
  });

  // Of the migrations there are enough that the server may have analyzed them by itself.
  test('is not used again after one of its tables was analyzed', async () => {
    await addSite();
    await ask('analyze site');
    expect(await renew({ database: store.database, shape })).toBe(false);
  });
});
