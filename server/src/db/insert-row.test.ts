// A row is written with its values beside its columns, on both databases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRow } from './insert-row.ts';
import { type TestDatabase, testDatabases } from './testing.ts';

describe.each(testDatabases)('one row on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
    await store.database.transaction((tx) =>
      tx.query(
        'create table thing (id bigint primary key, words text[], body jsonb, at timestamptz, size numeric)',
      ),
    );
  });
  afterAll(() => store.drop());

  const list = () =>
    store.database.transaction((tx) => tx.query('select id, words, body, at, size from thing order by id'));

  test('has texts, lists, JSON, times and nulls as they were given', async () => {
    const at = new Date(1_800_000_000_123);
    const returned = await store.database.transaction((tx) =>
      insertRow(
        tx,
        'thing',
        { id: 1, words: ['a', 'b c'], body: { json: { text: '"', none: null } }, at, size: '0.00000001' },
        'returning id',
      ),
    );
    await store.database.transaction((tx) => insertRow(tx, 'thing', { id: 2, words: undefined, body: null }));
    expect(returned).toEqual([{ id: 1 }]);
    expect(await list()).toEqual([
      { id: 1, words: ['a', 'b c'], body: { text: '"', none: null }, at, size: '0.00000001' },
      { id: 2, words: null, body: null, at: null, size: null },
    ]);
  });
});
