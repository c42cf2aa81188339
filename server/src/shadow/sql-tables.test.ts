// A payment finds its players by their keys. A plan that reads whole tables would cost more with every account that was
// ever opened, for each slice of each round.
import { playerId, playerPurse, siteId } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { openFreshPostgres } from '../db/testing.ts';
import { rowsOf } from './rows.ts';
import { openSqlTables } from './sql-tables.ts';

const ACCOUNTS = 60_000;
const PAID = 2_000;

async function openAccounts(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into account (player_id, shard, site_id, role, blocked, session_version, seq)
       select id, 0, 1, 'PLAYER', false, 1, 1 from generate_series(1, $1::int) as id`,
      [ACCOUNTS],
    );
    await tx.query(
      `insert into purse (id, shard, site_id, owner_id, currency, balance)
       select id || ':BINARY:' || kind, 0, 1, id, 'KRW', 100
       from generate_series(1, $1::int) as id, unnest(array['free', 'wait']) as kind`,
      [ACCOUNTS],
    );
  });
  for (const table of ['account', 'purse']) await database.transaction((tx) => tx.query(`analyze ${table}`));
}

/** Those that the session has not reported yet, too. */
const wholeReads = (database: Database) =>
  database.transaction((tx) =>
    tx.query(
      `select relname, sum(seq_scan)::int as times
       from (
         select relname, seq_scan from pg_stat_xact_user_tables
         union all
         select relname, seq_scan from pg_stat_user_tables
       ) as counted
       where relname in ('account', 'purse')
       group by relname
       order by relname`,
    ),
  );

test('two thousand of many accounts are paid without reading the others', async () => {
  const store = await openFreshPostgres();
  const { database } = store;
  await openAccounts(database);
  const rows = rowsOf([]);
  for (let id = 1; id <= PAID; id++) {
    const player = playerId(id * 7);
    rows.seqs.set(player, 2);
    for (const [kind, by] of [
      ['free', 100_000_000n],
      ['wait', -100_000_000n],
    ] as const) {
      const purse = playerPurse(player, 'BINARY', kind);
      rows.purses.set(purse, { id: purse, site: siteId(1), owner: player, currency: 'KRW', by });
    }
  }
  const before = await wholeReads(database);
  const mark = { batch: 0, hash: '' };
  expect(await openSqlTables(database, 0).write(rows, mark, { batch: 1, hash: 'a' })).toBe(true);
  expect(await wholeReads(database)).toEqual(before);
  const [moved] = await database.transaction((tx) =>
    tx.query(
      `select count(*) filter (where balance = 101) as more, count(*) filter (where balance = 99) as less from purse`,
    ),
  );
  expect(moved).toEqual({ more: PAID, less: PAID });
  await store.drop();
});
