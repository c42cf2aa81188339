import { playerId } from '@maru/engine/purse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFreshPostgres, type TestDatabase } from '../db/testing.ts';
import { listNext } from './store.ts';

const HISTORY = 20_000;
const SLICE = 500;
const player = playerId(1);
let store: TestDatabase;

beforeAll(async () => {
  store = await openFreshPostgres();
});
afterAll(() => store.drop());

test('a slice of a long history fetches its own rows alone, also before the table was analyzed', async () => {
  const { database } = store;
  await database.transaction((tx) =>
    tx.query(
      `insert into account_event (player_id, seq, event_id, kind, at, body)
       select 1 + number % 2, 1 + number / 2, number, 'TEST', now(), repeat('x', 300)
       from generate_series(0, ${2 * HISTORY - 1}) as number`,
    ),
  );
  const fetched = await database.transaction(async (tx) => {
    const rows = await listNext(tx, { player, since: 100, most: SLICE });
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: SLICE }, (_, place) => 101 + place));
    const [counted] = await tx.query<{ rows: number }>(
      `select seq_tup_read + idx_tup_fetch as rows
       from pg_stat_xact_user_tables
       where relname = 'account_event'`,
    );
    return counted?.rows;
  });
  expect(fetched).toBeGreaterThan(0);
  // The planner itself reads a few rows at the ends of an index.
  expect(fetched).toBeLessThanOrEqual(SLICE + 10);
});
