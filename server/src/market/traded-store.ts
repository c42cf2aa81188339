// Who traded what, in the newest orders of a product, over all sites.
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { Traded } from './popular.ts';

/** The table of a product's orders: each row has its site, player, option and an increasing number. */
export interface TradedRows {
  readonly table: string;
  readonly timeColumn: string;
  readonly instrumentOf: (option: number) => number;
}

export async function countNewestTrades(
  tx: Tx,
  { table, timeColumn, instrumentOf }: TradedRows,
  { most, since }: { readonly most: number; readonly since: Millis },
): Promise<readonly Traded[]> {
  const rows = await tx.query<Omit<Traded, 'instrument'> & { readonly option: number }>(
    `select site_id as site, player_id as player, option_id as option, count(*)::int as orders
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
  return rows.map(({ option, ...row }) => ({ ...row, instrument: instrumentOf(option) }));
}
