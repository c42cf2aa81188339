import { DAY_MS, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { insertTestSite } from '../desk/testing.ts';
import { deleteOld } from './store.ts';

const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
const FIVE_YEARS_MS = 5 * 365 * DAY_MS;

describe.each(testDatabases)('what staff published, on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
    await insertTestSite(store);
    await store.database.transaction(async (tx) => {
      await tx.query(
        `insert into content (id, site_id, kind, status, version, shown_version, from_ms, created_ms, changed_ms)
         overriding system value
         values (1, 1, 'notice', 'PUBLISHED', 1, 1, $1, $1, $1), (2, 1, 'notice', 'WITHDRAWN', 1, 1, $1, $1, $1)`,
        [START],
      );
      await tx.query(
        'insert into content_read (player_id, content_id, site_id, at_ms) select n, 1, 1, $1 from generate_series(1, 5) n',
        [START],
      );
    });
  });
  afterAll(() => store.drop());

  const deleteAt = (at: number) =>
    store.database.transaction((tx) =>
      deleteOld(tx, { now: millis(at), withdrawnForMs: FIVE_YEARS_MS, most: 3 }),
    );
  const idsIn = (table: 'content' | 'content_read') =>
    store.database.transaction((tx) => tx.query(`select 1 from ${table}`));

  test('loses its marks of readers after thirty days, slice by slice until none is left', async () => {
    expect(await deleteAt(START + 30 * DAY_MS)).toBe(true);
    expect(await idsIn('content_read')).toHaveLength(5);
    expect(await deleteAt(START + 30 * DAY_MS + 1)).toBe(false);
    expect(await deleteAt(START + 30 * DAY_MS + 1)).toBe(true);
    expect(await idsIn('content_read')).toHaveLength(0);
  });

  test('is deleted five years after it was withdrawn, and else stays', async () => {
    await deleteAt(START + FIVE_YEARS_MS);
    expect(await idsIn('content')).toHaveLength(2);
    await deleteAt(START + FIVE_YEARS_MS + 1);
    expect(await idsIn('content')).toHaveLength(1);
  });
});
