// The turnover of days against the fills of products that have fills; the stakes of bets are held against the ledger in
// `books.test.ts`.
import { amount } from '@maru/engine/amount';
import { dayNumber, formatIsoDate } from '@maru/engine/market/calendar-date';
import { koreanDate, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { betFairness } from './binary/fairness.ts';
import { readTurnover } from './books/turnover.ts';
import type { Tx } from './db/database.ts';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import { insertTestSite, SITE } from './desk/testing.ts';
import { countDays } from './fairness/days.ts';
import { futuresFairness } from './futures/fairness.ts';
import { overseaFairness } from './oversea/fairness.ts';

const NOW = millis(Date.parse('2026-11-12T22:00:00+09:00'));

/** A fill with these columns; the others are empty, false, or nothing. */
async function insertFill(tx: Tx, table: string, given: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = await tx.query<{ name: string; type: string; isFree: boolean }>(
    `select column_name::text as name, data_type::text as type, is_nullable = 'YES' as "isFree"
     from information_schema.columns
     where table_schema = 'public' and table_name = $1`,
    [table],
  );
  const plainOf = (type: string) => (type === 'text' ? '' : type === 'boolean' ? false : 0);
  const row = columns.map(({ name, type, isFree }) => [name, given[name] ?? (isFree ? null : plainOf(type))]);
  await tx.query(`insert into ${table} select (json_populate_record(null::${table}, $1::json)).*`, [
    JSON.stringify(Object.fromEntries(row)),
  ]);
}

describe.each(testDatabases)('the turnover of days on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
    await insertTestSite(store);
  });
  afterAll(() => store.drop());

  test('is the value of all fills of the day, apart from the stakes of bets', async () => {
    const fill = { site_id: SITE, player_id: 1, at_ms: NOW - 1_000, currency: 'KRW', side: 'LONG' };
    await store.database.transaction(async (tx) => {
      const future = { ...fill, price: 25_000, multiplier: 20, rate: '1385.5', opened_qty: 0, closed_qty: 0 };
      await insertFill(tx, 'oversea_fill', { ...future, id: 1, qty: 2, opened_qty: 2 });
      await insertFill(tx, 'oversea_fill', { ...future, id: 2, qty: 1, opened_qty: 1, price: -10 });
      await insertFill(tx, 'oversea_fill', {
        ...future,
        id: 3,
        qty: 1,
        opened_qty: 1,
        at_ms: NOW - 86_400_000,
      });
      const coin = { ...fill, contract: 'LINEAR', margin_type: 'CROSS', fee_rate: '0.0005' };
      await insertFill(tx, 'futures_fill', {
        ...coin,
        id: 4,
        qty: 1,
        opened_qty: 1,
        position_qty: 1,
        fee: '300',
      });
    });
    const rates = { quotesAt: async () => () => undefined };
    const sources = [overseaFairness, futuresFairness, betFairness];
    await countDays({ database: store.database, sources, instruments: [], rates }, SITE, NOW);
    const day = koreanDate(NOW);
    const rows = await store.database.transaction((tx) =>
      readTurnover(tx, { site: SITE, from: day, to: day, nameOf: (product) => product }),
    );
    const date = formatIsoDate(dayNumber(day));
    const shown = rows.map((row) => [row.date, row.product, row.base, amount(row.won)]);
    expect(shown).toEqual([
      [date, 'BINARY', 'STAKES', amount('0')],
      [date, 'FUTURES', 'NOTIONAL', amount('600000')],
      [date, 'OVERSEA', 'NOTIONAL', amount('1385777100')],
    ]);
  });
});
