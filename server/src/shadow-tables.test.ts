// Compares the descriptions of the shadow's tables with the tables that the migrations create.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holds } from './account/shadow/product.ts';
import { bets, betTallies, entryTallies, rounds } from './bets/tables.ts';
import { draws, seals, secrets } from './bitball/shadow/tables.ts';
import * as cashier from './cashier/shadow/tables.ts';
import * as copytrade from './copytrade/shadow/tables.ts';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import * as futures from './futures/shadow/tables.ts';
import * as limits from './limits/shadow/tables.ts';
import { fills, orders, positions } from './oversea/shadow/tables.ts';
import { partnerShares } from './partner/shadow/tables.ts';
import { snapshotTables, tableNames } from './shadow/ledger-archive.ts';
import {
  accountEvents,
  accounts,
  ledgerDays,
  paymentSums,
  purses,
  shareBases,
  transfers,
  wallets,
} from './shadow/ledger-tables.ts';
import { type Columns, columnName, type Table } from './shadow/table.ts';
import { shadowParts } from './shadow-products.ts';

const described: readonly Table<Columns>[] = [
  ...[accounts, wallets, purses, transfers, ledgerDays, paymentSums, shareBases, holds, accountEvents],
  ...[bets, rounds, betTallies, entryTallies, seals, secrets, draws],
  ...[orders, positions, fills],
  ...[futures.orders, futures.positions, futures.fills, futures.fundings, futures.funded],
  ...[limits.settings, limits.uses, limits.rates],
  ...[futures.leverages, futures.warnings, futures.liquidations],
  ...[copytrade.traders, copytrade.follows, copytrade.openCopies, copytrade.leads, copytrade.misses],
  ...[copytrade.records, copytrade.shares, copytrade.days, copytrade.followDays],
  ...[cashier.cashierRows, cashier.coupons, cashier.couponUses, cashier.bonuses],
  partnerShares,
];

describe.each(testDatabases)('on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());

  test('an archive mark of an earlier version keeps its times as cutoffs', async () => {
    const file = new URL('../migrations/0027-archive-cutoffs.sql', import.meta.url);
    const statements = readFileSync(file, 'utf8').split(/;\n/).slice(0, -1);
    const mark = await store.database.transaction(async (tx) => {
      // A temporary table takes precedence over the table of the same name.
      await tx.query(
        `create temporary table archive_mark (
           shard int primary key, batch bigint not null, event_id bigint not null, at_ms bigint not null,
           frozen_ms bigint not null, sealed_ms bigint not null
         ) on commit drop`,
      );
      await tx.query(
        'insert into archive_mark values (0, 7, 120, 1800000000000, 1799999999000, 1799999998000)',
      );
      for (const statement of statements) await tx.query(statement);
      return tx.query('select * from archive_mark');
    });
    const cutoffs = {
      event: 120,
      at: 1_800_000_000_000,
      frozen: 1_799_999_999_000,
      sealed: 1_799_999_998_000,
    };
    expect(mark).toEqual([{ shard: 0, batch: 7, cutoffs }]);
  });

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
    ...['cashier_bonus', 'cashier_coupon', 'cashier_coupon_use', 'cashier_row'],
    ...['copy_day', 'copy_follow', 'copy_follow_day', 'copy_lead', 'copy_miss', 'copy_open', 'copy_record'],
    ...['copy_share', 'copy_trader'],
    ...[
      'entry_tally',
      'futures_day',
      'futures_fill',
      'futures_funded',
      'futures_funding',
      'futures_leverage',
    ],
    ...['futures_liquidation', 'futures_order', 'futures_position', 'futures_warning'],
    ...[
      'hold',
      'ledger_day',
      'limit_rate',
      'oversea_day',
      'oversea_fill',
      'oversea_order',
      'oversea_position',
    ],
    ...['partner_share', 'player_limit', 'player_limit_use', 'purse'],
    ...['round_strike', 'share_base', 'wallet'],
  ];
  expect([...new Set(snapshotTables(shadowParts.products).map(({ name }) => name))].toSorted()).toEqual(
    names,
  );
  expect(tableNames(shadowParts.products).toSorted()).toEqual(
    [...names, 'payment_sum', 'transfer'].toSorted(),
  );
});
