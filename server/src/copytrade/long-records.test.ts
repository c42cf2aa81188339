// Records of a follower with a long history, and of a site beside a busier one: no filter reads further back than a list
// does, what fits few rows reads no more than what fits all, and what is further back is on the next pages.
import { playerId, siteId } from '@maru/engine/purse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import {
  countRecords,
  countShares,
  listRecords,
  listShares,
  pageRecords,
  type RecordFilter,
} from './record-store.ts';

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

/** Another follower, of another trader, has missed as many, almost all for one reason. */
const [CAPPED, FILLED] = [RECORDS + 5, RECORDS + 6];
const missed = `insert into copy_record (
     id, seq, site_id, follow_id, follower_id, trader_id, kind, cause, lead_id, lead_price, lead_ms, option_id, side,
     position_id, qty, price, fee, net, reason, at_ms
   )
   select n, n, 1, 9, 4, 5, 'OPEN', 'MIRROR', n, 100, n, 1, 'LONG', fill, fill, fill, fill, fill,
     case n when ${FILLED} then null when ${CAPPED} then 'CAP' else 'PAIR_OFF' end, n
   from (
     select n, case n when ${FILLED} then 1 end as fill from generate_series(${RECORDS + 1}, ${2 * RECORDS}) as n
   ) as record`;

const SHARED = playerId(6);
const shares = `insert into copy_share (
     id, site_id, follow_id, follower_id, trader_id, kind, share, total, shared, waived, at_ms
   )
   select n, 1, 9, 4, ${SHARED}, 'DAILY', 1, 10, 1, 0, n from generate_series(1, ${RECORDS}) as n`;

describe.each(testDatabases)('a long list of records on $name', ({ open }) => {
  let store: TestDatabase;
  beforeAll(async () => {
    store = await open();
    await store.database.transaction((tx) => tx.query(record));
    await store.database.transaction((tx) => tx.query(missed));
    await store.database.transaction((tx) => tx.query(shares));
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

  const pages = async (asked: Partial<RecordFilter>) => {
    const found: number[][] = [];
    let before: number | undefined;
    do {
      const filter = { site: siteId(1), ...asked, before };
      const { rows, next } = await store.database.transaction((tx) => pageRecords(tx, filter, 2));
      found.push(rows.map(({ id }) => id));
      before = next ?? undefined;
    } while (before !== undefined && found.length < 10);
    return found;
  };

  test('reads shares of any age after the last one of a list', async () => {
    const listed = (before?: number, offset = 0) =>
      store.database.transaction(async (tx) => {
        const filter = { trader: SHARED, before };
        const rows = await listShares(tx, filter, { offset, limit: 2 });
        return { ids: rows.map(({ id }) => id), total: await countShares(tx, filter) };
      });
    expect(await listed()).toEqual({ ids: [RECORDS, RECORDS - 1], total: LOOKED_AT });
    expect(await listed(undefined, LOOKED_AT)).toEqual({ ids: [], total: LOOKED_AT });
    expect(await listed(2_000)).toEqual({ ids: [1_999, 1_998], total: 1_999 });
    expect(await listed(2_000, 1_998)).toEqual({ ids: [1], total: 1_999 });
  });

  test('goes on behind a page on which it has found nothing', async () => {
    expect(await pages({ trader: 5, reasons: ['CAP'] })).toEqual([[], [CAPPED]]);
    expect(await pages({ trader: 5, status: 'FILLED' })).toEqual([[], [FILLED]]);
    expect(await pages({ follower: 4, trader: 5, status: 'FILLED' })).toEqual([[], [FILLED]]);
    expect(await pages({ follower: 4, trader: 2 })).toEqual([[], []]);
    expect(await pages({ status: 'FILLED', reasons: ['CAP'] })).toEqual([[]]);
  });

  test('finds what was missed behind very many that were not, and nothing of another site', async () => {
    await store.database.transaction((tx) =>
      tx.query(`update copy_record set reason = 'CAP', position_id = null, qty = null, price = null, fee = null,
         net = null where id in (${OLD}, 9)`),
    );
    const filter = { trader: 2, status: 'MISSED' } as const;
    expect(await pages(filter)).toEqual([[9, OLD], []]);
    expect(await pages({ ...filter, reasons: ['CAP'] })).toEqual([[9, OLD], []]);
    expect(await pages({ ...filter, site: QUIET })).toEqual([[]]);
    expect(await pages({ follower: 4, reasons: ['CAP'], site: QUIET })).toEqual([[]]);
  });
});
