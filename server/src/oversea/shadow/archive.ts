// Which rows of overseas futures stay behind a snapshot, and how the others go.
import { DAY_MS } from '@maru/engine/time';
import type { Tx } from '../../db/database.ts';
import { type Cutoffs, whole } from '../../shadow/cutoffs.ts';
import type { DeletingSlice, ShadowTable } from '../../shadow/shadow-product.ts';

const ROWS_AT_ONCE = 1_000;
/** Daily profits reach a year back from any date that is asked for. */
const DAYS_SUMMED = 3 * 366;

const orderIsRetained = ({ at }: Cutoffs): string =>
  `(oversea_order.ended_ms is null or oversea_order.ended_ms >= ${whole(at)})`;

const positionIsRetained = ({ at }: Cutoffs): string =>
  `(oversea_position.closed_ms is null or oversea_position.closed_ms >= ${whole(at)})`;

/** The sums of a player's fills by trade date, as the statement of daily profits shows them. */
export const DAY_SUMS = `
  sum(fill.closed_qty)::bigint as closed_qty,
  count(*) filter (where fill.closed_qty > 0) as trades,
  count(*) filter (where fill.net > 0) as wins,
  coalesce(sum(fill.at_ms - closed.opened_ms), 0)::bigint as held_ms,
  sum(fill.pnl) as gross,
  sum(fill.entry_commission + fill.exit_commission) as commission,
  count(*) filter (where fill.cause = 'LOSSCUT') as losscuts`;

/** Sums that were kept before, and those of the fills that are not kept now. */
const daySums = ({ at }: Cutoffs): string =>
  `select
     player_id, site_id, trade_day, option_id, currency,
     sum(closed_qty)::bigint as closed_qty, sum(trades)::bigint as trades, sum(wins)::bigint as wins,
     sum(held_ms)::bigint as held_ms, sum(gross) as gross, sum(commission) as commission,
     sum(losscuts)::bigint as losscuts
   from (
     select * from oversea_day
     union all
     select fill.player_id, fill.site_id, fill.trade_day, fill.option_id, fill.currency, ${DAY_SUMS}
     from oversea_fill as fill
     left join oversea_position as closed on closed.id = fill.closed_position_id
     where fill.at_ms < ${whole(at)}
     group by fill.player_id, fill.site_id, fill.trade_day, fill.option_id, fill.currency
   ) as days
   group by player_id, site_id, trade_day, option_id, currency`;

export const overseaTables: readonly ShadowTable[] = [
  {
    name: 'oversea_order',
    retained: (cutoffs) => `select * from oversea_order where ${orderIsRetained(cutoffs)}`,
  },
  {
    name: 'oversea_position',
    retained: (cutoffs) => `select * from oversea_position where ${positionIsRetained(cutoffs)}`,
  },
  { name: 'oversea_fill', retained: ({ at }) => `select * from oversea_fill where at_ms >= ${whole(at)}` },
  { name: 'oversea_day', retained: daySums },
];

/** Fills look up when their position was opened, so positions go after them. */
export const overseaDeletions = (_shard: number, cutoffs: Cutoffs): readonly DeletingSlice[] => [
  (tx) => sumFills(tx, cutoffs),
  deleteByNumber('oversea_order', orderIsRetained(cutoffs), cutoffs.event),
  deleteByNumber('oversea_position', positionIsRetained(cutoffs), cutoffs.event),
  (tx) => deleteDays(tx, cutoffs),
];

/** The sums enter the table of days in the statement in which the fills leave theirs. */
async function sumFills(tx: Tx, { at }: Cutoffs): ReturnType<DeletingSlice> {
  const [row] = await tx.query<{ rows: number }>(
    `with gone as (
       delete from oversea_fill
       where id in (select id from oversea_fill where at_ms < $1 order by at_ms limit $2)
       returning *
     ),
     summed as (
       insert into oversea_day (
         player_id, site_id, trade_day, option_id, currency,
         closed_qty, trades, wins, held_ms, gross, commission, losscuts
       )
       select fill.player_id, fill.site_id, fill.trade_day, fill.option_id, fill.currency, ${DAY_SUMS}
       from gone as fill
       left join oversea_position as closed on closed.id = fill.closed_position_id
       group by fill.player_id, fill.site_id, fill.trade_day, fill.option_id, fill.currency
       on conflict (player_id, trade_day, option_id, currency, site_id) do update
       set closed_qty = oversea_day.closed_qty + excluded.closed_qty,
         trades = oversea_day.trades + excluded.trades,
         wins = oversea_day.wins + excluded.wins,
         held_ms = oversea_day.held_ms + excluded.held_ms,
         gross = oversea_day.gross + excluded.gross,
         commission = oversea_day.commission + excluded.commission,
         losscuts = oversea_day.losscuts + excluded.losscuts
     )
     select count(*)::int as rows from gone`,
    [at, ROWS_AT_ONCE],
  );
  const rows = row?.rows ?? 0;
  return { rows, isLast: rows < ROWS_AT_ONCE };
}

/** Over the numbers up to the base's event, of which few are left after the first time. */
function deleteByNumber(
  table: 'oversea_order' | 'oversea_position',
  isRetained: string,
  event: number,
): DeletingSlice {
  let after = 0;
  return async (tx) => {
    const seen = await tx.query<{ id: number; is_retained: boolean }>(
      `select id, ${isRetained} as is_retained from ${table} where id > $1 and id <= $2 order by id limit $3`,
      [after, event, ROWS_AT_ONCE],
    );
    const gone = seen.filter(({ is_retained }) => !is_retained).map(({ id }) => id);
    if (gone.length > 0) await tx.query(`delete from ${table} where id = any($1::bigint[])`, [gone]);
    after = seen.at(-1)?.id ?? after;
    return { rows: gone.length, isLast: seen.length < ROWS_AT_ONCE };
  };
}

async function deleteDays(tx: Tx, { at }: Cutoffs): ReturnType<DeletingSlice> {
  const rows = await tx.query(
    `delete from oversea_day
     where ctid in (select ctid from oversea_day where trade_day < $1 limit $2)
     returning trade_day`,
    [Math.floor(at / DAY_MS) - DAYS_SUMMED, ROWS_AT_ONCE],
  );
  return { rows: rows.length, isLast: rows.length < ROWS_AT_ONCE };
}
