// The statements of reminders of releases.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { bySite } from '../shadow/of-shard.ts';

export interface Owner {
  readonly site: SiteId;
  readonly player: PlayerId;
}

export interface Release {
  readonly atMillis: number;
  readonly country: string;
  readonly code: string;
}

/** A reminder that the member was told, with the names of its release. */
export interface ToldReminder extends Owner, Release {
  readonly nameKo: string;
  readonly nameEn: string;
  readonly toldAt: number;
}

/** What is still to be told, in the order of the releases; bounded by what a member may have. */
export const listReminders = (tx: Tx, { site, player }: Owner): Promise<readonly Release[]> =>
  tx.query(
    `select at_ms as "atMillis", country, code
     from economic_reminder
     where site_id = $1 and player_id = $2 and told_ms is null
     order by at_ms, country, code`,
    [site, player],
  );

/** Reminders of one member are counted and made by one transaction at a time. */
export async function countForReminding(tx: Tx, { site, player }: Owner): Promise<number> {
  await tx.query('select id from player where site_id = $1 and id = $2 for no key update', [site, player]);
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count
     from economic_reminder
     where site_id = $1 and player_id = $2 and told_ms is null`,
    [site, player],
  );
  return row?.count ?? 0;
}

/** False when there is no such release that is still to come. */
export async function insertReminder(
  tx: Tx,
  { site, player }: Owner,
  { atMillis, country, code }: Release,
  { due, now }: { readonly due: number; readonly now: Millis },
): Promise<boolean> {
  const found = await tx.query(
    `select from economic_indicator
     where site_id = $1 and at_ms = $2 and country = $3 and code = $4 and at_ms > $5
     for key share`,
    [site, atMillis, country, code, now],
  );
  if (found.length === 0) return false;
  await tx.query(
    `insert into economic_reminder (site_id, player_id, at_ms, country, code, due_ms)
     values ($1, $2, $3, $4, $5, $6)
     on conflict on constraint a_release_is_reminded_of_once do nothing`,
    [site, player, atMillis, country, code, due],
  );
  return true;
}

/** One that was told stays in the centre. */
export const deleteReminder = (
  tx: Tx,
  { site, player }: Owner,
  { atMillis, country, code }: Release,
): Promise<unknown> =>
  tx.query(
    `delete from economic_reminder
     where site_id = $1 and player_id = $2 and at_ms = $3 and country = $4 and code = $5 and told_ms is null`,
    [site, player, atMillis, country, code],
  );

const COLUMNS = `r.site_id as "site", r.player_id as "player", r.at_ms as "atMillis", r.country, r.code,
  r.told_ms as "toldAt", i.name_ko as "nameKo", i.name_en as "nameEn"`;

const OF_RELEASE = `i.site_id = r.site_id and i.at_ms = r.at_ms and i.country = r.country and i.code = r.code`;

/** Marked before they are told: a process that ends in between tells none of them twice, and the centre has them. */
export const takeDueReminders = (
  tx: Tx,
  { shard, now, most }: { readonly shard: number; readonly now: Millis; readonly most: number },
): Promise<readonly ToldReminder[]> =>
  tx.query(
    `update economic_reminder as r
     set told_ms = $1
     from economic_indicator as i
     where ${OF_RELEASE}
       and (r.player_id, r.at_ms, r.country, r.code) in (
         select player_id, at_ms, country, code
         from economic_reminder
         where told_ms is null and due_ms <= $1 and ${bySite(shard, 'economic_reminder')}
         order by due_ms
         limit $2
       )
     returning ${COLUMNS}`,
    [now, most],
  );

/** What a member was told after this moment, newest first. */
export const listToldReminders = (
  tx: Tx,
  { site, player, since, most }: Owner & { readonly since: number; readonly most: number },
): Promise<readonly ToldReminder[]> =>
  tx.query(
    `select ${COLUMNS}
     from economic_reminder as r
     join economic_indicator as i on ${OF_RELEASE}
     where r.site_id = $1 and r.player_id = $2 and r.told_ms > $3
     order by r.told_ms desc
     limit $4`,
    [site, player, since, most],
  );

/** A bounded slice; how many were deleted. */
export async function deleteOldReminders(
  tx: Tx,
  { before, most }: { readonly before: number; readonly most: number },
): Promise<number> {
  const rows = await tx.query(
    `delete from economic_reminder
     where (player_id, at_ms, country, code) in (
       select player_id, at_ms, country, code from economic_reminder where told_ms < $1 order by told_ms limit $2
     )
     returning player_id`,
    [before, most],
  );
  return rows.length;
}
