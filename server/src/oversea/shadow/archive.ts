// Which rows of overseas futures are retained at a snapshot, and how the others are deleted.
import { DAY_MS } from '@maru/engine/time';
import type { Tx } from '../../db/database.ts';
import { type Cutoffs, whole } from '../../shadow/cutoffs.ts';
import { byEvent, byShard, bySite, numbersOfShard } from '../../shadow/of-shard.ts';
import type { DeletingSlice, ShadowTable } from '../../shadow/shadow-product.ts';

const ROWS_AT_ONCE = 1_000;
/** Daily profits reach a year back from any requested date. */
const DAYS_SUMMED = 3 * 366;

const orderIsRetained = ({ at }: Cutoffs): string =>
  `(oversea_order.ended_ms is null or oversea_order.ended_ms >= ${whole(at)})`;

const positionIsRetained = ({ at }: Cutoffs): string =>
  `(oversea_position.closed_ms is null or oversea_position.closed_ms >= ${whole(at)})`;

/** The key of a day's sums, and what is summed of a player's fills by trade date, as daily profits show it. */
const DAY_KEY = ['player_id', 'site_id', 'trade_day', 'option_id', 'currency'];
const DAY_SUMS = {
  closed_qty: 'sum(fill.closed_qty)::bigint',
  trades: 'count(*) filter (where fill.closed_qty > 0)',
  wins: 'count(*) filter (where fill.net > 0)',
  held_ms: 'coalesce(sum(fill.at_ms - closed.opened_ms), 0)::bigint',
  gross: 'sum(fill.pnl)',
  commission: 'sum(fill.entry_commission + fill.exit_commission)',
  losscuts: `count(*) filter (where fill.cause = 'LOSSCUT')`,
};
const SUM_NAMES = Object.keys(DAY_SUMS);
export const SUM_COLUMNS = SUM_NAMES.join(', ');

/** Sums over the rows named `fill`, grouped by these columns. */
export const sumFillsOf = (fills: string, key: readonly string[], where = 'true'): string =>
  `select ${key.map((name) => `fill.${name}`).join(', ')},
     ${Object.entries(DAY_SUMS)
       .map(([name, sum]) => `${sum} as ${name}`)
       .join(', ')}
   from ${fills} as fill
   left join oversea_position as closed on closed.id = fill.closed_position_id
   where ${where}
   group by ${key.map((name) => `fill.${name}`).join(', ')}`;

/** Sums of sums: money stays a decimal, counts stay whole. */
export const SUMS_OF_SUMS = SUM_NAMES.map((name) =>
  name === 'gross' || name === 'commission' ? `sum(${name}) as ${name}` : `sum(${name})::bigint as ${name}`,
).join(', ');

/** Sums that were stored before, and those of the fills that are not retained. */
const daySums = ({ at }: Cutoffs): string =>
  `select ${DAY_KEY.join(', ')}, ${SUMS_OF_SUMS}
   from (
     select * from oversea_day
     union all
     ${sumFillsOf('oversea_fill', DAY_KEY, `fill.at_ms < ${whole(at)}`)}
   ) as days
   group by ${DAY_KEY.join(', ')}`;

const FILL_OF_SHARD = byEvent('event_id');

export const overseaTables: readonly ShadowTable[] = [
  {
    name: 'oversea_order',
    ofShard: byShard,
    retained: (cutoffs) => `select * from oversea_order where ${orderIsRetained(cutoffs)}`,
  },
  {
    name: 'oversea_position',
    ofShard: byShard,
    retained: (cutoffs) => `select * from oversea_position where ${positionIsRetained(cutoffs)}`,
  },
  {
    name: 'oversea_fill',
    ofShard: FILL_OF_SHARD,
    retained: ({ at }) => `select * from oversea_fill where at_ms >= ${whole(at)}`,
  },
  { name: 'oversea_day', ofShard: bySite, retained: daySums },
];

/** The sums of fills read when their position was opened, so positions are deleted after fills. */
export function overseaDeletions(shard: number, cutoffs: Cutoffs): readonly DeletingSlice[] {
  const numbers = { first: numbersOfShard(shard).first, last: cutoffs.event };
  return [
    (tx) => sumFills(tx, shard, cutoffs),
    deleteByNumber('oversea_order', orderIsRetained(cutoffs), numbers),
    deleteByNumber('oversea_position', positionIsRetained(cutoffs), numbers),
    (tx) => deleteDays(tx, shard, cutoffs),
  ];
}

/** The sums are added to the table of days in the statement that deletes the fills. */
async function sumFills(tx: Tx, shard: number, { at }: Cutoffs): ReturnType<DeletingSlice> {
  const [row] = await tx.query<{ rows: number }>(
    `with gone as (
       delete from oversea_fill
       where id in (
         select id from oversea_fill where at_ms < $1 and ${FILL_OF_SHARD(shard, 'oversea_fill')} order by at_ms limit $2
       )
       returning *
     ),
     summed as (
       insert into oversea_day (${[...DAY_KEY, ...SUM_NAMES].join(', ')})
       ${sumFillsOf('gone', DAY_KEY)}
       on conflict (player_id, trade_day, option_id, currency, site_id) do update
       set ${SUM_NAMES.map((name) => `${name} = oversea_day.${name} + excluded.${name}`).join(', ')}
     )
     select count(*)::int as rows from gone`,
    [at, ROWS_AT_ONCE],
  );
  const rows = row?.rows ?? 0;
  return { rows, isLast: rows < ROWS_AT_ONCE };
}

/** Goes through the numbers up to the base's event, of which few are left after the first pass. */
function deleteByNumber(
  table: 'oversea_order' | 'oversea_position',
  isRetained: string,
  { first, last }: { readonly first: number; readonly last: number },
): DeletingSlice {
  let after = first - 1;
  return async (tx) => {
    const seen = await tx.query<{ id: number; is_retained: boolean }>(
      `select id, ${isRetained} as is_retained from ${table} where id > $1 and id <= $2 order by id limit $3`,
      [after, last, ROWS_AT_ONCE],
    );
    const gone = seen.filter(({ is_retained }) => !is_retained).map(({ id }) => id);
    if (gone.length > 0) await tx.query(`delete from ${table} where id = any($1::bigint[])`, [gone]);
    after = seen.at(-1)?.id ?? after;
    return { rows: gone.length, isLast: seen.length < ROWS_AT_ONCE };
  };
}

async function deleteDays(tx: Tx, shard: number, { at }: Cutoffs): ReturnType<DeletingSlice> {
  const rows = await tx.query(
    `delete from oversea_day
     where ctid in (select ctid from oversea_day where trade_day < $1 and ${bySite(shard, 'oversea_day')} limit $2)
     returning trade_day`,
    [Math.floor(at / DAY_MS) - DAYS_SUMMED, ROWS_AT_ONCE],
  );
  return { rows: rows.length, isLast: rows.length < ROWS_AT_ONCE };
}
