// Notices that are told in the notification centre and by web push. They are one row for all members: the centre reads
// them by their time, and devices get them in slices.
import type { WireNotification } from '@maru/contract/notification/calls';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { bySite } from '../shadow/of-shard.ts';

export interface ToldNotice {
  readonly id: number;
  readonly site: SiteId;
  readonly from: number;
  readonly title: string;
  readonly titleEn: string;
}

const COLUMNS = `c.id, c.site_id as "site", c.from_ms as "from", v.title_ko as title,
  case when v.title_en = '' then v.title_ko else v.title_en end as "titleEn"`;

const TOLD = `content as c
  join content_version as v on v.content_id = c.id and v.version = c.shown_version and v.is_pushed`;

export const noticeNotification = ({ id, from, title, titleEn }: ToldNotice): WireNotification => ({
  // One that comes back after it was withdrawn is new.
  id: `notice ${id} ${from}`,
  category: 'NOTICE',
  at: from,
  path: `/more/notice/${id}`,
  content: { kind: 'NOTICE', title, titleEn },
});

export interface ToldAsked {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly since: number;
  readonly now: Millis;
  readonly most: number;
}

/** Those that are shown now, newest first; nobody is told what was published before they came. */
export const listToldNotices = (
  tx: Tx,
  { site, player, since, now, most }: ToldAsked,
): Promise<readonly ToldNotice[]> =>
  tx.query(
    `select ${COLUMNS}
     from ${TOLD}
     where c.site_id = $1
       and c.kind = 'notice'
       and c.status = 'PUBLISHED'
       and c.from_ms > $3
       and c.from_ms <= $4
       and (c.to_ms is null or c.to_ms > $4)
       and c.from_ms >= (select extract(epoch from created_at) * 1000 from player where id = $2 and site_id = $1)
     order by c.from_ms desc
     limit $5`,
    [site, player, since, now, most],
  );

export interface PushedNotice extends ToldNotice {
  readonly to: number | null;
  readonly pushedTo: number;
}

/** The oldest of the shard's sites that has devices left. */
export async function findToPush(tx: Tx, shard: number): Promise<PushedNotice | undefined> {
  const [row] = await tx.query<PushedNotice>(
    `select ${COLUMNS}, c.to_ms as "to", c.pushed_to as "pushedTo"
     from ${TOLD}
     where c.pushed_to is not null and ${bySite(shard, 'c')}
     order by c.from_ms, c.id
     limit 1`,
  );
  return row;
}

/** Undefined: nobody is left. A notice that was withdrawn meanwhile stays ended. */
export const setPushedTo = (tx: Tx, id: number, device: number | undefined) =>
  tx.query('update content set pushed_to = $2 where id = $1 and pushed_to is not null', [id, device ?? null]);
