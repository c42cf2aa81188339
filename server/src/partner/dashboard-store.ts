// The line of a partner as the app shows it: who stands in it, and how many members hang under each.
import { MOST_COUNTED_BELOW } from '@maru/contract/partner/calls';
import type { SiteId } from '@maru/engine/purse';
import { DAY_MS, KST_OFFSET_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { isWithin } from './store.ts';

export interface LineNode {
  readonly id: number;
  readonly path: string;
  readonly parentId: number | null;
  readonly name: string;
  readonly code: string;
  readonly level: number;
  readonly members: number;
}

/** A part of the tree, each partner before those below. */
export const listLine = (
  tx: Tx,
  { site, part, limit }: { readonly site: SiteId; readonly part: string; readonly limit: number },
): Promise<readonly LineNode[]> =>
  tx.query<LineNode>(
    `select partner.player_id as id, partner.path, partner.parent_id as "parentId", player.name,
            coalesce(player.partner_code, '') as code, partner.level,
            (select count(*)::int
               from (
                 select 1
                   from partner as below
                   join player as member on member.partner_id = below.player_id
                  where below.site_id = partner.site_id and ${isWithin('below.path', 'partner.path')}
                  limit ${MOST_COUNTED_BELOW}
               ) as counted) as members
       from partner
       join player on player.id = partner.player_id
      where partner.site_id = $1
        and ${isWithin('partner.path', '$2::text')}
      order by partner.path
      limit $3`,
    [site, part, limit],
  );

function startOfMonth(now: Millis): Date {
  const korean = new Date(now + KST_OFFSET_MS);
  return new Date(Date.UTC(korean.getUTCFullYear(), korean.getUTCMonth(), 1) - KST_OFFSET_MS);
}

/** Numbers grow with time: the first one of the month is found, and each partner's members are read from it on. */
export async function countJoined(
  tx: Tx,
  { site, part, now }: { readonly site: SiteId; readonly part: string; readonly now: Millis },
): Promise<number> {
  const since = startOfMonth(now);
  const [first] = await tx.query<{ id: number }>(
    `select id
       from player
      where site_id = $1
        and created_at >= $2
        and created_at < $3
      order by created_at, id
      limit 1`,
    [site, since, new Date(now + DAY_MS)],
  );
  if (first === undefined) return 0;
  const [row] = await tx.query<{ joined: number }>(
    `select count(*)::int as joined
       from (
         select 1
           from partner as below
           join player as member on member.partner_id = below.player_id and member.id >= $3
          where below.site_id = $1
            and ${isWithin('below.path', '$2::text')}
          limit ${MOST_COUNTED_BELOW}
       ) as counted`,
    [site, part, first.id],
  );
  return row?.joined ?? 0;
}
