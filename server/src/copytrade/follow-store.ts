// Follows and their open copies, as calls read them.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { MOST_LISTED } from '../http/paging.ts';
import { fieldsOf, selectFrom } from '../shadow/statements.ts';
import type { Read } from '../shadow/table.ts';
import { follows, openCopies } from './shadow/tables.ts';

const readFollows = selectFrom(follows, fieldsOf(follows, 'shard'));
const readCopies = selectFrom(openCopies, fieldsOf(openCopies));

export type FollowRow = Omit<Read<typeof follows.columns>, 'shard'>;
export type CopyRow = Read<typeof openCopies.columns>;

/** Between two people; who it is of is checked by who asks. */
export async function findFollow(tx: Tx, site: SiteId, id: number): Promise<FollowRow | undefined> {
  return (await readFollows(tx, 'where id = $1 and site_id = $2', [id, site]))[0];
}

/** The one that has not ended. */
export async function findRunning(tx: Tx, follower: PlayerId): Promise<FollowRow | undefined> {
  return (await readFollows(tx, 'where follower_id = $1 and ended_ms is null', [follower]))[0];
}

export const listFollowsOf = (tx: Tx, follower: PlayerId, most: number): Promise<readonly FollowRow[]> =>
  readFollows(tx, 'where follower_id = $1 order by id desc limit $2', [follower, most]);

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Those that have not ended, and that may invest most first. */
export async function listFollowers(
  tx: Tx,
  trader: PlayerId,
  { offset, limit }: Page,
): Promise<readonly FollowRow[]> {
  if (offset >= MOST_LISTED) return [];
  return readFollows(
    tx,
    'where trader_id = $1 and ended_ms is null order by max_bet desc, id desc offset $2 limit $3',
    [trader, offset, limit],
  );
}

export interface FollowFilter {
  readonly site: SiteId;
  readonly trader?: number | undefined;
  readonly follower?: number | undefined;
  readonly before?: number | undefined;
}

/** For staff: newest first, ended ones too. */
export const listFollows = (
  tx: Tx,
  { site, trader, follower, before }: FollowFilter,
  limit: number,
): Promise<readonly FollowRow[]> =>
  readFollows(
    tx,
    `where site_id = $1
       and ${trader === undefined ? '$2::bigint is null' : 'trader_id = $2'}
       and ${follower === undefined ? '$3::bigint is null' : 'follower_id = $3'}
       and ($4::bigint is null or id < $4)
     order by id desc
     limit $5`,
    [site, trader ?? null, follower ?? null, before ?? null, limit],
  );

export const listCopies = (tx: Tx, ids: readonly number[]): Promise<readonly CopyRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : readCopies(tx, 'where follow_id = any($1::bigint[]) order by follow_id, opened_ms, option_id', [ids]);
