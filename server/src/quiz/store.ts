// Who has passed the questions about leverage, and how often leveraged accounts lose.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

export async function hasPassed(tx: Tx, player: PlayerId): Promise<boolean> {
  return (await tx.query('select 1 from quiz_pass where player_id = $1', [player])).length > 0;
}

/** May be called repeatedly. */
export async function passQuiz(
  tx: Tx,
  { player, site, now }: { readonly player: PlayerId; readonly site: SiteId; readonly now: Millis },
): Promise<void> {
  await tx.query(
    'insert into quiz_pass (player_id, site_id, passed_at) values ($1, $2, $3) on conflict do nothing',
    [player, site, new Date(now)],
  );
}

/**
 * Of the newest fills of perpetual contracts: how many accounts lost in sum, and how many traded at all. An account is a
 * member's wallet: sums in different currencies cannot be added up.
 */
export async function countLosers(
  tx: Tx,
  { site, since, most }: { readonly site: SiteId; readonly since: Millis; readonly most: number },
): Promise<{ readonly lost: number; readonly all: number }> {
  const [row] = await tx.query<{ lost: number; all: number }>(
    `with fill as (
       select player_id, wallet, net
       from futures_fill
       where site_id = $1 and at_ms >= $2
       order by at_ms desc
       limit $3
     ), result as (
       select sum(net) as net from fill group by player_id, wallet
     )
     select count(*) filter (where net < 0) as lost, count(*) as all from result`,
    [site, since, most],
  );
  return { lost: Number(row?.lost ?? 0), all: Number(row?.all ?? 0) };
}
