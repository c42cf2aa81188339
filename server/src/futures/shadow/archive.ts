// Which rows of coin futures are retained at a snapshot, and how the others are deleted.
import { ORDERS_PER_EVENT, orderId } from '@maru/engine/futures/terms';
import { DAY_MS, KST_OFFSET_MS, koreanDate } from '@maru/engine/time';
import type { Tx } from '../../db/database.ts';
import { type Cutoffs, whole } from '../../shadow/cutoffs.ts';
import { byEvent, byShard, bySite, numbersOfShard, type OfShard } from '../../shadow/of-shard.ts';
import type { DeletingSlice, ShadowTable } from '../../shadow/shadow-product.ts';
import { FILLS_PER_EVENT } from '../wire.ts';

const ROWS_AT_ONCE = 1_000;
/** As long as the sums of overseas futures: results reach a year back from any requested date. */
const DAYS_SUMMED = 3 * 366;

const orderIsRetained = ({ at }: Cutoffs): string =>
  `(futures_order.ended_ms is null or futures_order.ended_ms >= ${whole(at)})`;

const positionIsRetained = ({ at }: Cutoffs): string =>
  `(futures_position.closed_ms is null or futures_position.closed_ms >= ${whole(at)})`;

/** The Korean day of a fill. */
const DAY = `((fill.at_ms + ${KST_OFFSET_MS}) / ${DAY_MS})::int`;

/** The key of a day's sums, and what is summed of a player's fills that closed something. */
const DAY_KEY = {
  player_id: 'fill.player_id',
  site_id: 'fill.site_id',
  day: DAY,
  option_id: 'fill.option_id',
  wallet: 'fill.wallet',
  currency: 'fill.currency',
};
const DAY_SUMS = {
  trades: 'count(*)',
  wins: 'count(*) filter (where fill.net > 0)',
  liquidations: `count(*) filter (where fill.cause = 'LIQUIDATION')`,
  gross: 'sum(fill.pnl)',
  funding: 'sum(fill.funding)',
  fees: 'sum(fill.entry_fee + fill.exit_fee + fill.liquidation_fee)',
  net: 'sum(fill.net)',
};
const KEY_NAMES = Object.keys(DAY_KEY);
const SUM_NAMES = Object.keys(DAY_SUMS);
const COUNTS = new Set(['trades', 'wins', 'liquidations']);

/** Sums by day over the rows named `fill`. */
export const sumFillsOf = (fills: string, where: string): string => {
  const columns = Object.entries({ ...DAY_KEY, ...DAY_SUMS }).map(([name, value]) => `${value} as ${name}`);
  return `select ${columns.join(', ')}
   from ${fills} as fill
   where fill.closed_qty > 0 and ${where}
   group by ${Object.values(DAY_KEY).join(', ')}`;
};

/** Sums that were stored before, and those of the fills that are not retained. */
const daySums = ({ at }: Cutoffs): string => {
  const sums = SUM_NAMES.map((name) => `sum(${name})${COUNTS.has(name) ? '::bigint' : ''} as ${name}`);
  return `select ${[...KEY_NAMES, ...sums].join(', ')}
   from (
     select ${[...KEY_NAMES, ...SUM_NAMES].join(', ')} from futures_day
     union all
     ${sumFillsOf('futures_fill', `fill.at_ms < ${whole(at)}`)}
   ) as days
   group by ${KEY_NAMES.join(', ')}`;
};

const sinceThen = (name: string, ofShard: OfShard): ShadowTable => ({
  name,
  ofShard,
  retained: ({ at }) => `select * from ${name} where at_ms >= ${whole(at)}`,
});

const FILL_OF_SHARD = byEvent('event_id');
/** Tables whose rows are deleted by their age alone. */
const OLDER = {
  futures_funding: byShard,
  futures_warning: byEvent('id', FILLS_PER_EVENT),
  futures_liquidation: byEvent('id'),
} as const;

export const futuresTables: readonly ShadowTable[] = [
  {
    name: 'futures_order',
    ofShard: byShard,
    retained: (cutoffs) => `select * from futures_order where ${orderIsRetained(cutoffs)}`,
  },
  {
    name: 'futures_position',
    ofShard: byShard,
    retained: (cutoffs) => `select * from futures_position where ${positionIsRetained(cutoffs)}`,
  },
  sinceThen('futures_fill', FILL_OF_SHARD),
  { name: 'futures_day', ofShard: bySite, retained: daySums },
  sinceThen('futures_funding', OLDER.futures_funding),
  { name: 'futures_funded', ofShard: byShard, retained: () => 'select * from futures_funded' },
  {
    name: 'futures_leverage',
    ofShard: byEvent('event_id'),
    retained: () => 'select * from futures_leverage',
  },
  sinceThen('futures_warning', OLDER.futures_warning),
  sinceThen('futures_liquidation', OLDER.futures_liquidation),
];

/** What a player paid of a funding follows from the fills after it, so it goes before them. */
export function futuresDeletions(shard: number, cutoffs: Cutoffs): readonly DeletingSlice[] {
  const orders = { ...numbersOfShard(shard, ORDERS_PER_EVENT), last: orderId(cutoffs.event + 1) - 1 };
  const positions = { ...numbersOfShard(shard), last: cutoffs.event };
  return [
    deleteOlder('futures_funding', shard, cutoffs),
    (tx) => sumFills(tx, shard, cutoffs),
    deleteByNumber('futures_order', orderIsRetained(cutoffs), orders),
    deleteByNumber('futures_position', positionIsRetained(cutoffs), positions),
    deleteOlder('futures_warning', shard, cutoffs),
    deleteOlder('futures_liquidation', shard, cutoffs),
    (tx) => deleteDays(tx, shard, cutoffs),
  ];
}

/** The sums are added to the table of days in the statement that deletes the fills. */
async function sumFills(tx: Tx, shard: number, { at }: Cutoffs): ReturnType<DeletingSlice> {
  const [row] = await tx.query<{ rows: number }>(
    `with gone as (
       delete from futures_fill
       where id in (
         select id from futures_fill where at_ms < $1 and ${FILL_OF_SHARD(shard, 'futures_fill')} order by at_ms limit $2
       )
       returning *
     ),
     summed as (
       insert into futures_day (${[...KEY_NAMES, ...SUM_NAMES].join(', ')})
       ${sumFillsOf('gone', 'true')}
       on conflict (player_id, day, option_id, wallet, currency, site_id) do update
       set ${SUM_NAMES.map((name) => `${name} = futures_day.${name} + excluded.${name}`).join(', ')}
     )
     select count(*)::int as rows from gone`,
    [at, ROWS_AT_ONCE],
  );
  return sliceOf(row?.rows ?? 0);
}

function deleteOlder(table: keyof typeof OLDER, shard: number, { at }: Cutoffs): DeletingSlice {
  return async (tx) => {
    const gone = await tx.query(
      `delete from ${table}
       where id in (
         select id from ${table} where at_ms < $1 and ${OLDER[table](shard, table)} order by at_ms limit $2
       )
       returning id`,
      [at, ROWS_AT_ONCE],
    );
    return sliceOf(gone.length);
  };
}

/** Goes through the numbers up to the last of the base, of which few are left after the first pass. */
function deleteByNumber(
  table: 'futures_order' | 'futures_position',
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
    `delete from futures_day
     where ctid in (select ctid from futures_day where day < $1 and ${bySite(shard, 'futures_day')} limit $2)
     returning day`,
    [koreanDate(at) - DAYS_SUMMED, ROWS_AT_ONCE],
  );
  return sliceOf(rows.length);
}

const sliceOf = (rows: number) => ({ rows, isLast: rows < ROWS_AT_ONCE });
