import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { instrumentIdOf } from '../market/options.ts';
import type { Traded } from '../market/popular.ts';

interface Row {
  readonly site_id: SiteId;
  readonly player_id: PlayerId;
  readonly option_id: number;
  readonly orders: number;
}

/** Who bet on what, in the newest bets of all sites. */
export async function countNewestBets(
  tx: Tx,
  { most, since }: { readonly most: number; readonly since: Millis },
): Promise<readonly Traded[]> {
  const rows = await tx.query<Row>(
    `select site_id, player_id, option_id, count(*)::int as orders
     from (
       select site_id, player_id, option_id, accepted_ms
       from bet
       order by id desc
       limit $1
     ) as newest
     where accepted_ms >= $2
     group by site_id, player_id, option_id`,
    [most, since],
  );
  return rows.map(({ site_id, player_id, option_id, orders }) => ({
    site: site_id,
    player: player_id,
    instrument: instrumentIdOf(option_id),
    orders,
  }));
}
