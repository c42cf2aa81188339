// Records of a follower with a long history, and of a site beside a busier one: no filter reads further back than a list
// does, and what fits few rows reads no more than what fits all.
import { siteId } from '@maru/engine/purse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { countRecords, listRecords, type RecordFilter } from './record-store.ts';

const RECORDS = 12_000;
const LOOKED_AT = 10_000;
/** Further back than a list reads, and within it; all others are of another follow. */
const [OLD, NEW] = [5, 11_000];
const QUIET = siteId(2);
const QUIET_RECORDS = [1_000, 2_000];

const record = `insert into copy_record (
     id, seq, site_id, follow_id, follower_id, trader_id, kind, cause, lead_id, lead_price, lead_ms, option_id, side,
     position_id, qty, price, fee, net, at_ms
   )
   select n, n, case when n in (${QUIET_RECORDS}) then 2 else 1 end, case when n in (${OLD}, ${NEW}) then 7 else 8 end,
     case when n in (${QUIET_RECORDS}) then 3 else 1 end, 2, 'OPEN', 'MIRROR', n, 100, n, 1, 'LONG', n, 1, 100, 0, 0, n
   from generate_series(1, ${RECORDS}) as n`;

describe.each(testDatabases)('a long list of records on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
    await store.database.transaction((tx) => tx.query(record));
    await store.database.transaction((tx) => tx.query('analyze copy_record'));
  });
  afterAll(() => store.drop());

  const list = (asked: Partial<RecordFilter>) =>
    store.database.transaction(async (tx) => {
      const filter = { site: siteId(1), ...asked };
      const rows = await listRecords(tx, filter, { offset: 0, limit: 2 });
      return { ids: rows.map(({ id }) => id), total: await countRecords(tx, filter) };
    });

  test('reads only so far back for one follow, also for one that is nobody’s', async () => {
    expect(await list({ follower: 1 })).toEqual({ ids: [RECORDS, RECORDS - 1], total: LOOKED_AT });
    expect(await list({ follower: 1, follow: 7 })).toEqual({ ids: [NEW], total: 1 });
    expect(await list({ follower: 1, follow: 9 })).toEqual({ ids: [], total: 0 });
    expect(await list({ follower: 1, follow: 7, before: 5_000 })).toEqual({ ids: [OLD], total: 1 });
  });

  test('finds those of a quiet site without looking through the others', async () => {
    expect(await list({ site: QUIET })).toEqual({ ids: QUIET_RECORDS.toReversed(), total: 2 });
    const plan = await store.database.transaction((tx) =>
      tx.query<{ 'QUERY PLAN': string }>(
        `explain select id from copy_record where site_id = ${QUIET} order by id desc limit 1000`,
      ),
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('copy_record_of_site');
  });
});
