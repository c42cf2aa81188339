// The descriptions of the shadow's tables are held against the tables that the migrations make.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bets, betTallies, entryTallies, rounds } from './bets/tables.ts';
import { draws, seals, secrets } from './bitball/shadow/tables.ts';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import { fills, orders, positions } from './oversea/shadow/tables.ts';
import { snapshotTables, tableNames } from './shadow/ledger-archive.ts';
import { accountEvents, accounts, holds, purses, transfers, wallets } from './shadow/ledger-tables.ts';
import { type Columns, columnName, type Table } from './shadow/table.ts';
import { shadowParts } from './shadow-products.ts';

const described: readonly Table<Columns>[] = [
  ...[accounts, wallets, purses, transfers, holds, accountEvents],
  ...[bets, rounds, betTallies, entryTallies, seals, secrets, draws],
  ...[orders, positions, fills],
];

describe.each(testDatabases)('on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());

  test.each(described.map((table) => [table.name, table] as const))(
    'the description of %s names all of its columns and no other',
    async (name, table) => {
      const columns = await store.database.transaction((tx) =>
        tx.query<{ column_name: string }>(
          `select column_name::text as column_name
           from information_schema.columns
           where table_schema = 'public' and table_name = $1`,
          [name],
        ),
      );
      const names = Object.keys(table.columns).map((field) => columnName(table, field));
      expect(names.toSorted()).toEqual(columns.map(({ column_name }) => column_name).toSorted());
    },
  );
});

test('every table of the shadow is in the snapshot, except for the movements of money that are never read again', () => {
  const names = [
    ...['account', 'account_event', 'ball_draw', 'ball_seal', 'ball_secret', 'bet', 'bet_round', 'bet_tally'],
    ...['entry_tally', 'hold', 'oversea_day', 'oversea_fill', 'oversea_order', 'oversea_position', 'purse'],
    ...['round_strike', 'wallet'],
  ];
  expect([...new Set(snapshotTables(shadowParts.products).map(({ name }) => name))].toSorted()).toEqual(
    names,
  );
  expect(tableNames(shadowParts.products).toSorted()).toEqual([...names, 'transfer'].toSorted());
});
