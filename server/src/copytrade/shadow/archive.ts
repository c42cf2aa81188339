// Which rows of copy trading are retained at a snapshot, and how the others are deleted.
import { LEADS_PER_EVENT } from '@maru/engine/copytrade/terms';
import { koreanDate } from '@maru/engine/time';
import type { Tx } from '../../db/database.ts';
import { FILLS_PER_EVENT } from '../../futures/wire.ts';
import { type Cutoffs, whole } from '../../shadow/cutoffs.ts';
import type { MarkRow } from '../../shadow/load-book.ts';
import { byEvent, byShard, bySite, type OfShard } from '../../shadow/of-shard.ts';
import type { DeletingSlice, ShadowTable } from '../../shadow/shadow-product.ts';

const ROWS_AT_ONCE = 1_000;
/** As long as the sums of coin futures. */
const DAYS_SUMMED = 3 * 366;
/** Results of one follow are shown for a year. */
const FOLLOW_DAYS_SUMMED = 400;

/** No lead up to this number waited for a follow at the mark. */
const handledBefore = (cutoffs: Cutoffs): number => cutoffs['copyLead'] ?? 0;

/** Leads are handled in order, so what waits is above the lowest number that an active follow has handled. */
export async function findCopyCutoffs(tx: Tx, shard: number, _mark: MarkRow): Promise<{ copyLead: number }> {
  const [row] = await tx.query<{ lead: number | null }>(
    `select min(copy_follow.handled) as lead
     from copy_follow
     join copy_trader on copy_trader.player_id = copy_follow.trader_id
     where copy_follow.shard = $1 and copy_follow.ended_ms is null and copy_follow.state = 'ACTIVE'
       and copy_follow.handled < copy_trader.last_lead`,
    [shard],
  );
  return { copyLead: row?.lead ?? Number.MAX_SAFE_INTEGER };
}

const leadIsRetained = (cutoffs: Cutoffs): string =>
  `(copy_lead.at_ms >= ${whole(cutoffs.at)} or copy_lead.id > ${whole(handledBefore(cutoffs))})`;
const missIsRetained = (cutoffs: Cutoffs): string =>
  `(copy_miss.at_ms >= ${whole(cutoffs.at)} or copy_miss.lead_id > ${whole(handledBefore(cutoffs))})`;
const followIsRetained = ({ at }: Cutoffs): string =>
  `(copy_follow.ended_ms is null or copy_follow.ended_ms >= ${whole(at)})`;

type TableName = keyof typeof OF_SHARD;
const OF_SHARD = {
  copy_trader: byShard,
  copy_follow: byShard,
  copy_open: byEvent('follow_id'),
  copy_lead: byShard,
  copy_miss: byEvent('lead_id', LEADS_PER_EVENT),
  copy_record: byEvent('id', FILLS_PER_EVENT),
  copy_share: byEvent('id'),
  copy_day: bySite,
  copy_follow_day: byEvent('follow_id'),
} as const satisfies Readonly<Record<string, OfShard>>;

const all = (name: TableName): ShadowTable => ({
  name,
  ofShard: OF_SHARD[name],
  retained: () => `select * from ${name}`,
});
const where = (name: TableName, isRetained: (cutoffs: Cutoffs) => string): ShadowTable => ({
  name,
  ofShard: OF_SHARD[name],
  retained: (cutoffs) => `select * from ${name} where ${isRetained(cutoffs)}`,
});

export const copytradeTables: readonly ShadowTable[] = [
  all('copy_trader'),
  where('copy_follow', followIsRetained),
  all('copy_open'),
  where('copy_lead', leadIsRetained),
  where('copy_miss', missIsRetained),
  where('copy_record', ({ at }) => `at_ms >= ${whole(at)}`),
  where('copy_share', ({ at }) => `at_ms >= ${whole(at)}`),
  where('copy_day', ({ at }) => `day >= ${whole(koreanDate(at) - DAYS_SUMMED)}`),
  where('copy_follow_day', ({ at }) => `day >= ${whole(koreanDate(at) - FOLLOW_DAYS_SUMMED)}`),
];

export function copytradeDeletions(shard: number, cutoffs: Cutoffs): readonly DeletingSlice[] {
  const deleted =
    (table: TableName, condition: string): DeletingSlice =>
    (tx) =>
      deleteWhere(tx, table, `${condition} and ${OF_SHARD[table](shard, table)}`);
  return [
    (tx) => deleteOldest(tx, 'copy_record', { shard, cutoffs }),
    (tx) => deleteOldest(tx, 'copy_share', { shard, cutoffs }),
    deleted('copy_miss', `at_ms < ${whole(cutoffs.at)} and not ${missIsRetained(cutoffs)}`),
    deleted('copy_lead', `at_ms < ${whole(cutoffs.at)} and not ${leadIsRetained(cutoffs)}`),
    deleted('copy_follow', `ended_ms < ${whole(cutoffs.at)}`),
    deleted('copy_day', `day < ${whole(koreanDate(cutoffs.at) - DAYS_SUMMED)}`),
    deleted('copy_follow_day', `day < ${whole(koreanDate(cutoffs.at) - FOLLOW_DAYS_SUMMED)}`),
  ];
}

/** Their numbers rise with time, so the oldest are the first and need no further index. */
async function deleteOldest(
  tx: Tx,
  table: 'copy_record' | 'copy_share',
  { shard, cutoffs: { at } }: { readonly shard: number; readonly cutoffs: Cutoffs },
): ReturnType<DeletingSlice> {
  const gone = await tx.query(
    `delete from ${table}
     where id in (
       select id
       from (
         select id, at_ms from ${table} where ${OF_SHARD[table](shard, table)} order by id limit $2
       ) as oldest
       where at_ms < $1
     )
     returning id`,
    [at, ROWS_AT_ONCE],
  );
  return sliceOf(gone.length);
}

async function deleteWhere(tx: Tx, table: TableName, condition: string): ReturnType<DeletingSlice> {
  const gone = await tx.query(
    `delete from ${table}
     where ctid in (select ctid from ${table} where ${condition} limit $1)
     returning 1 as one`,
    [ROWS_AT_ONCE],
  );
  return sliceOf(gone.length);
}

const sliceOf = (rows: number) => ({ rows, isLast: rows < ROWS_AT_ONCE });
