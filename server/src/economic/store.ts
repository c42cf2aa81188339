// Economic indicators as the tables keep them.
import type { WireIndicator } from '@maru/contract/economic/calls';
import type { SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';

export interface Indicator extends Omit<WireIndicator, 'atMillis'> {
  readonly at: number;
}

/** More on one day of the calendar are not shown. */
const MOST_SHOWN = 400;

export const listIndicators = (
  tx: Tx,
  {
    site,
    from,
    to,
    importance,
    now,
  }: { site: SiteId; from: number; to: number; importance: number; now: number },
): Promise<readonly (WireIndicator & { readonly isSample: boolean })[]> =>
  tx.query(
    `select at_ms as "atMillis", country, code, name_ko as "nameKo", name_en as "nameEn", importance, previous,
            forecast, (case when at_ms <= $5 then actual end) as actual, unit, is_sample as "isSample"
     from economic_indicator
     where site_id = $1 and at_ms >= $2 and at_ms < $3 and importance >= $4
     order by at_ms, importance desc, country, code
     limit ${MOST_SHOWN}`,
    [site, from, to, importance, now],
  );

/** Those with the same time, country and code are replaced. Returns how many were not there before. */
export async function writeIndicators(
  tx: Tx,
  {
    site,
    rows,
    isSample,
  }: { readonly site: SiteId; readonly rows: readonly Indicator[]; readonly isSample: boolean },
): Promise<number> {
  const written = await tx.query<{ isNew: boolean }>(
    `insert into economic_indicator
       (site_id, at_ms, country, code, name_ko, name_en, importance, previous, forecast, actual, unit, is_sample)
     select $1, at, country, code, "nameKo", "nameEn", importance, previous, forecast, actual, unit, $3
     from jsonb_to_recordset($2::text::jsonb) as each (
       at bigint, country text, code text, "nameKo" text, "nameEn" text, importance smallint,
       previous text, forecast text, actual text, unit text
     )
     on conflict (site_id, at_ms, country, code) do update
     set name_ko = excluded.name_ko, name_en = excluded.name_en, importance = excluded.importance,
         previous = excluded.previous, forecast = excluded.forecast, actual = excluded.actual,
         unit = excluded.unit, is_sample = excluded.is_sample
     returning (xmax = 0) as "isNew"`,
    [site, JSON.stringify(rows), isSample],
  );
  return written.filter(({ isNew }) => isNew).length;
}

export const deleteSamples = (tx: Tx, site: SiteId) =>
  tx.query('delete from economic_indicator where site_id = $1 and is_sample', [site]);

/** Whether staff have imported any. */
export async function hasImported(tx: Tx, site: SiteId): Promise<boolean> {
  const rows = await tx.query('select from economic_indicator where site_id = $1 and not is_sample limit 1', [
    site,
  ]);
  return rows.length > 0;
}

export async function countIndicators(tx: Tx, site: SiteId): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*) as count from economic_indicator where site_id = $1',
    [site],
  );
  return row?.count ?? 0;
}

export async function deleteOld(
  tx: Tx,
  { before, samplesBefore }: { readonly before: number; readonly samplesBefore: number },
): Promise<void> {
  await tx.query('delete from economic_indicator where at_ms < $1 or (at_ms < $2 and is_sample)', [
    before,
    samplesBefore,
  ]);
}
