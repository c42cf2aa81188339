// Who traded what, in the newest orders of a product, over all sites.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { Traded } from './popular.ts';

/** The table of a product's orders: each row has its site, player, option and an increasing number. */
export interface TradedRows {
  readonly table: string;
  readonly timeColumn: string;
  readonly instrumentOf: (option: number) => number;
}

interface Row {
  readonly site_id: SiteId;
  readonly player_id: PlayerId;
  readonly option_id: number;
  readonly orders: number;
}

export async function countNewestTrades(
  tx: Tx,
  { table, timeColumn, instrumentOf }: TradedRows,
  { most, since }: { readonly most: number; readonly since: Millis },
): Promise<readonly Traded[]> {
  const rows = await tx.query<Row>(
    `select site_id, player_id, option_id, count(*)::int as orders
     from (
       select site_id, player_id, option_id, ${timeColumn} as traded_ms
       from ${table}
       order by id desc
       limit $1
     ) as newest
     where traded_ms >= $2
     group by site_id, player_id, option_id`,
    [most, since],
  );
  return rows.map(({ site_id, player_id, option_id, orders }) => ({
    site: site_id,
    player: player_id,
    instrument: instrumentOf(option_id),
    orders,
  }));
}
