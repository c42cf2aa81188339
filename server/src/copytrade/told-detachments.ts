// Followers whom an event of their trader detached. It has no step of theirs, so the centre and web pushes read it from the
// follows, which the shadow wrote from that event.
import type { WireNotification } from '@maru/contract/notification/calls';
import type { NotificationsOf } from '@maru/contract/notification/of-push';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { detachedPush } from './pushes.ts';

export interface DetachedFollow {
  readonly id: number;
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly at: number;
  /** The number of the event: follows are detached in its order. */
  readonly by: number;
}

/** As everything that its push says, by one function for the centre, web pushes and the app. */
export const detachedNotifications = (
  notificationsOf: NotificationsOf,
  { id, at }: Pick<DetachedFollow, 'id' | 'at'>,
): readonly WireNotification[] => notificationsOf('futures', detachedPush(id, millis(at)));

const COLUMNS = `id, site_id as "site", follower_id as "player", detached_ms as "at", detached_by as "by"`;

export interface DetachedAsked {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly since: number;
  readonly most: number;
}

/** Of one follower, newest first. */
export const listDetached = (
  tx: Tx,
  { site, player, since, most }: DetachedAsked,
): Promise<readonly DetachedFollow[]> =>
  tx.query(
    `select ${COLUMNS}
     from copy_follow
     where follower_id = $2 and site_id = $1 and detached_by is not null and detached_ms > $3
     order by detached_by desc
     limit $4`,
    [site, player, since, most],
  );

/** Those after the last one that devices were sent, in the order in which they were detached. */
export const listToPush = (
  tx: Tx,
  { shard, most }: { readonly shard: number; readonly most: number },
): Promise<readonly DetachedFollow[]> =>
  tx.query(
    `select ${COLUMNS}
     from copy_follow
     where shard = $1
       and detached_by is not null
       and (detached_by, id) > (
         coalesce((select detached_by from copy_detached_push where shard = $1), 0),
         coalesce((select follow_id from copy_detached_push where shard = $1), 0)
       )
     order by copy_follow.detached_by, copy_follow.id
     limit $2`,
    [shard, most],
  );

/** Devices were sent all of them up to this one. */
export const setPushedTo = (tx: Tx, shard: number, { by, id }: DetachedFollow): Promise<unknown> =>
  tx.query(
    `insert into copy_detached_push (shard, detached_by, follow_id)
     values ($1, $2, $3)
     on conflict (shard) do update set detached_by = excluded.detached_by, follow_id = excluded.follow_id`,
    [shard, by, id],
  );
