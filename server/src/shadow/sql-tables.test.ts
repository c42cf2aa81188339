// A payment finds its players by their keys. A plan that reads whole tables would cost more with every account that was
// ever opened, for each slice of each round.

import { type Amount, ONE } from '@maru/engine/amount';
import { Bug } from '@maru/engine/assert';
import type { AnyEvent } from '@maru/engine/products';
import { playerId, playerPurse, siteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { emptyDatabase, openFreshPostgres, type TestDatabase, testDatabases } from '../db/testing.ts';
import { seal } from '../journal/record.ts';
import { shadowParts } from '../shadow-products.ts';
import { rowsOf } from './rows.ts';
import { openSqlTables } from './sql-tables.ts';
import { NO_MARK } from './tables.ts';

const ACCOUNTS = 60_000;
const PAID = 2_000;

async function openAccounts(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into account (player_id, shard, site_id, role, blocked, session_version, seq, digest)
       select id, 0, 1, 'PLAYER', false, 1, 1, 0 from generate_series(1, $1::int) as id`,
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

/** Includes reads that the session has not reported yet. */
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
  const rows = rowsOf([], shadowParts.products);
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
  expect(
    await openSqlTables(database, 0, shadowParts.products).write(rows, mark, { batch: 1, hash: 'a' }),
  ).toBe(true);
  expect(await wholeReads(database)).toEqual(before);
  const [moved] = await database.transaction((tx) =>
    tx.query(
      `select count(*) filter (where balance = 101) as more, count(*) filter (where balance = 99) as less from purse`,
    ),
  );
  expect(moved).toEqual({ more: PAID, less: PAID });
  await store.drop();
});

const HISTORY = { kind: 'FUNDS_HELD', at: millis(1_800_000_000_000) } as const;

for (const { name, open } of testDatabases) {
  describe(name, () => {
    let store: TestDatabase;
    beforeAll(async () => {
      store = await open();
    });
    beforeEach(() => emptyDatabase(store));
    afterAll(() => store.drop());

    /** One account with 100 free, at batch 1. */
    async function openOne(): Promise<ReturnType<typeof openSqlTables>> {
      await store.database.transaction(async (tx) => {
        await tx.query(`insert into account values (1, 0, 1, 'PLAYER', false, 1, 1, 0)`);
        await tx.query(`insert into wallet values (1, 'BINARY', 'KRW', 0, 1)`);
        await tx.query(`insert into purse values ('1:BINARY:free', 0, 1, 1, 'KRW', 100)`);
      });
      return openSqlTables(store.database, 0, shadowParts.products);
    }

    test('money that a player sets aside is one row of the history, and the ledger shows both its ends', async () => {
      const tables = await openOne();
      const event = heldEvent(2, 30n);
      const batch = seal({ shard: 0, batch: 1, epoch: 1, previous: '', events: [event] });
      expect(await tables.write(rowsOf([batch], shadowParts.products), NO_MARK, batch)).toBe(true);
      const seen = await store.database.transaction(async (tx) => ({
        transfers: await tx.query('select * from transfer'),
        ledger: await tx.query(
          'select event_id, player_id, leg, site_id, currency, from_id, to_id, amount, reason from ledger',
        ),
        purses: await tx.query('select id, balance from purse order by id'),
        holds: await tx.query('select id, player_id, amount from hold'),
      }));
      expect(seen).toEqual({
        transfers: [],
        ledger: [
          {
            event_id: 2,
            player_id: 1,
            leg: 0,
            site_id: 1,
            currency: 'KRW',
            from_id: '1:BINARY:free',
            to_id: '1:BINARY:wait',
            amount: '30.00000000',
            reason: 'HOLD',
          },
        ],
        purses: [
          { id: '1:BINARY:free', balance: '70.00000000' },
          { id: '1:BINARY:wait', balance: '30.00000000' },
        ],
        holds: [{ id: 2, player_id: 1, amount: '30.00000000' }],
      });
    });

    test('a hold is deleted from the tables when it is released, in the same write or in a later one', async () => {
      const tables = await openOne();
      const first = seal({
        shard: 0,
        batch: 1,
        epoch: 1,
        previous: '',
        events: [heldEvent(2, 30n), releasedEvent(3, 2, 30n), heldEvent(4, 10n)],
      });
      expect(await tables.write(rowsOf([first], shadowParts.products), NO_MARK, first)).toBe(true);
      const holds = () => store.database.transaction((tx) => tx.query('select id from hold'));
      expect(await holds()).toEqual([{ id: 4 }]);
      const events = [releasedEvent(5, 4, 10n)];
      const second = seal({ shard: 0, batch: 2, epoch: 1, previous: first.hash, events });
      expect(await tables.write(rowsOf([second], shadowParts.products), first, second)).toBe(true);
      expect(await holds()).toEqual([]);
    });

    test('money never enters a purse of another currency or site', async () => {
      const tables = await openOne();
      const rows = rowsOf([], shadowParts.products);
      const id = playerPurse(playerId(1), 'BINARY', 'free');
      rows.purses.set(id, { id, site: siteId(1), owner: playerId(1), currency: 'USDT', by: 1n });
      await expect(tables.write(rows, NO_MARK, { batch: 1, hash: 'a' })).rejects.toThrow(Bug);
      rows.purses.set(id, { id, site: siteId(2), owner: playerId(1), currency: 'KRW', by: 1n });
      await expect(tables.write(rows, NO_MARK, { batch: 1, hash: 'a' })).rejects.toThrow(Bug);
      expect(await tables.mark()).toEqual(NO_MARK);
    });
  });
}

const purseOf = (kind: 'free' | 'wait') => playerPurse(playerId(1), 'BINARY', kind);
const step = (seq: number) => ({ site: siteId(1), steps: [{ player: playerId(1), seq }], after: [] });
const moved = (from: 'free' | 'wait', to: 'free' | 'wait', amount: Amount, reason: string) => ({
  transfers: [{ from: purseOf(from), to: purseOf(to), currency: 'KRW', amount, reason }],
});

function heldEvent(id: number, whole: bigint): AnyEvent {
  const amount = (whole * ONE) as Amount;
  const money = moved('free', 'wait', amount, 'HOLD');
  return { ...HISTORY, id, ...step(id), ...money, wallet: 'BINARY', amount, purpose: 'test' };
}

function releasedEvent(id: number, hold: number, whole: bigint): AnyEvent {
  const amount = (whole * ONE) as Amount;
  const money = moved('wait', 'free', amount, 'RELEASE');
  return { ...HISTORY, kind: 'FUNDS_RELEASED', id, ...step(id), ...money, hold, wallet: 'BINARY' };
}
