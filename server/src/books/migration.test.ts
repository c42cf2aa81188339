// The books of a platform that has run for a while: they begin with what lies in its purses.
import { readFile } from 'node:fs/promises';
import { siteId } from '@maru/engine/purse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { balancesOf, incomeOf, sheetsOf } from './figures.ts';
import { findFirstDay, listDays, sumUntil } from './store.ts';

const MIGRATION = new URL('../../migrations/0071-books.sql', import.meta.url);
const SITE = siteId(1);
/** 2026-11-12 in Korea. */
const AT = Date.parse('2026-11-12T22:00:00+09:00');

const PURSES = [
  ['1:BINARY:free', 1, 'KRW', '700.5'],
  ['2:BINARY:free', 2, 'KRW', '99.5'],
  ['2:BINARY:wait', 2, 'KRW', '200'],
  ['2:FUTURES:free', 2, 'USDT', '0.00000001'],
  ['house:1:practice:KRW', null, 'KRW', '-950'],
  ['house:1:pnl:binary:KRW', null, 'KRW', '-50'],
  ['house:1:provider-kpay:USDT', null, 'USDT', '-0.00000001'],
  ['house:1:fee:KRW', null, 'KRW', '0'],
] as const;

describe.each(testDatabases)('the books of older tables, on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());

  test('begin with the purses, the day before, and add up to nothing', async () => {
    const text = await readFile(MIGRATION, 'utf8');
    await store.database.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('drop table ledger_day');
      await tx.query('delete from purse');
      await tx.query('delete from shadow_mark');
      for (const [id, owner, currency, balance] of PURSES)
        await tx.query(
          'insert into purse (id, shard, site_id, owner_id, currency, balance) values ($1, 0, 1, $2, $3, $4)',
          [id, owner, currency, balance],
        );
      await tx.query(
        `insert into shadow_mark (shard, batch, hash, event_id, at_ms) values (0, 5, '', 9, $1)`,
        [AT],
      );
      for (const statement of text.split(/;\n/).filter((each) => each.trim() !== ''))
        await tx.query(statement);
    });
    const found = await store.database.transaction(async (tx) => ({
      first: await findFirstDay(tx, SITE),
      rows: await sumUntil(tx, { site: SITE, until: 30_000 }),
      days: await listDays(tx, { site: SITE, from: 0, to: 30_000 }),
    }));
    expect(found.first).toBe(Math.floor((AT + 9 * 3_600_000) / 86_400_000) - 1);
    const sheets = sheetsOf(balancesOf(found.rows));
    expect(
      sheets.map(({ currency, assets, members, result, difference }) => [
        ...[currency, assets, members, result, difference],
      ]),
    ).toEqual([
      ['KRW', 95_000_000_000n, 100_000_000_000n, -5_000_000_000n, 0n],
      ['USDT', 1n, 1n, 0n, 0n],
    ]);
    // What the books begin with is no income.
    expect(incomeOf(found.days)).toEqual([]);
  });
});
