// Who traded what, in the newest orders of a product, over all sites of a shard.
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { byEvent } from '../shadow/of-shard.ts';
import type { Traded } from './popular.ts';

/** The table of a product's orders: each row has its site, player, option and an increasing number. */
export interface TradedRows {
  readonly table: string;
  readonly timeColumn: string;
  /** How many orders an event may make: their numbers follow from it. */
  readonly perEvent: number;
  readonly instrumentOf: (option: number) => number;
}

export async function countNewestTrades(
  tx: Tx,
  { table, timeColumn, perEvent, instrumentOf }: TradedRows,
  { shard, most, since }: { readonly shard: number; readonly most: number; readonly since: Millis },
): Promise<readonly Traded[]> {
  const rows = await tx.query<Omit<Traded, 'instrument'> & { readonly option: number }>(
    `select site_id as site, player_id as player, option_id as option, count(*)::int as orders
     from (
       select site_id, player_id, option_id, ${timeColumn} as traded_ms
       from ${table}
       where ${byEvent('id', perEvent)(shard, table)}
       order by id desc
       limit $1
     ) as newest
     where traded_ms >= $2
     group by site_id, player_id, option_id`,
    [most, since],
  );
  return rows.map(({ option, ...row }) => ({ ...row, instrument: instrumentOf(option) }));
}
