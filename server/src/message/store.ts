// Letters as the tables keep them.
import type { MessageKind } from '@maru/contract/message/calls';
import type { Language } from '@maru/contract/refusals';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import { bySite } from '../shadow/of-shard.ts';
import { LETTER_HEAD, type LetterHead } from './letter-notifications.ts';
import { type Letter, letterColumns } from './post-message.ts';

const KEPT_MS = 90 * DAY_MS;
/** Deleted in one transaction. */
const FORGOTTEN_AT_ONCE = 1_000;
/** Told in one transaction. */
const TOLD_AT_ONCE = 500;
/** Members to whom one transaction writes a letter to everybody. */
const WRITTEN_AT_ONCE = 500;

export interface StoredMessage {
  readonly id: number;
  readonly kind: MessageKind;
  readonly title: string;
  readonly content: string;
  readonly link: string | null;
  readonly readAt: number | null;
  readonly createdAt: number;
}

interface Owner {
  readonly site: SiteId;
  readonly player: PlayerId;
}

/** Newest first. `isRead` undefined: all. */
export async function listMessages(
  tx: Tx,
  { site, player }: Owner,
  page: {
    readonly language: Language;
    readonly isRead: boolean | undefined;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<{ readonly rows: readonly StoredMessage[]; readonly total: number }> {
  const { language, isRead, offset, limit } = page;
  const where = `site_id = $1 and player_id = $2 and ($3::boolean is null or (read_ms is not null) = $3)`;
  const owner = [site, player, isRead ?? null];
  const rows = await tx.query<StoredMessage>(
    `select id, kind, title_${language} as title, body_${language} as content, link, read_ms as "readAt",
       created_ms as "createdAt"
     from message
     where ${where}
     order by id desc
     offset $4 limit $5`,
    [...owner, offset, limit],
  );
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from message where ${where}`,
    owner,
  );
  return { rows, total: count?.total ?? 0 };
}

export async function countUnread(tx: Tx, { player }: Pick<Owner, 'player'>): Promise<number> {
  const [count] = await tx.query<{ unread: number }>(
    'select count(*) as unread from message where player_id = $1 and read_ms is null',
    [player],
  );
  return count?.unread ?? 0;
}

export const markAllRead = (tx: Tx, { site, player }: Owner, now: Millis) =>
  tx.query('update message set read_ms = $3 where site_id = $1 and player_id = $2 and read_ms is null', [
    site,
    player,
    now,
  ]);

/** False when the member has no such letter. One that was read stays as it was. */
export async function markRead(tx: Tx, { site, player }: Owner, id: number, now: Millis): Promise<boolean> {
  const rows = await tx.query(
    `update message
     set read_ms = coalesce(read_ms, $4)
     where site_id = $1 and player_id = $2 and id = $3
     returning id`,
    [site, player, id, now],
  );
  return rows.length > 0;
}

export async function removeMessage(tx: Tx, { site, player }: Owner, id: number): Promise<boolean> {
  const rows = await tx.query(
    'delete from message where site_id = $1 and player_id = $2 and id = $3 returning id',
    [site, player, id],
  );
  return rows.length > 0;
}

/** Notes that the next untold letters of the shard's sites are told; empty when all are. */
export function takeUntold(tx: Tx, shard: number): Promise<readonly LetterHead[]> {
  return tx.query<LetterHead>(
    `update message
     set is_told = true
     where id in (
       select id from message where not is_told and ${bySite(shard, 'message')} order by id limit ${TOLD_AT_ONCE}
     )
     returning ${LETTER_HEAD}`,
  );
}

/** Of each of these players, also of those who have none. */
export async function countUnreadOf(
  tx: Tx,
  players: readonly PlayerId[],
): Promise<readonly { readonly player: PlayerId; readonly unread: number }[]> {
  if (players.length === 0) return [];
  const rows = await tx.query<{ player: PlayerId; unread: number }>(
    `select player_id as player, count(*) as unread
     from message
     where player_id = any($1) and read_ms is null
     group by player_id`,
    [players],
  );
  const counts = new Map(rows.map(({ player, unread }) => [player, unread]));
  return players.map((player) => ({ player, unread: counts.get(player) ?? 0 }));
}

/** How many letters and batches were deleted. */
export async function forgetOldMessages(tx: Tx, now: Millis): Promise<number> {
  let forgotten = 0;
  for (const table of ['message', 'message_batch']) {
    const rows = await tx.query(
      `delete from ${table}
       where id in (
         select id from ${table} where created_ms < $1 order by created_ms limit ${FORGOTTEN_AT_ONCE}
       )
       returning id`,
      [now - KEPT_MS],
    );
    forgotten += rows.length;
  }
  return forgotten;
}

/** Whether this is somebody of the site who reads letters. */
export async function isMember(tx: Tx, { site, player }: Owner): Promise<boolean> {
  const rows = await tx.query(`select id from player where site_id = $1 and id = $2 and role <> 'STAFF'`, [
    site,
    player,
  ]);
  return rows.length > 0;
}

export interface StoredBatch {
  readonly id: number;
  readonly kind: MessageKind;
  readonly title: string;
  readonly content: string;
  readonly createdAt: number;
  readonly staff: number;
  readonly letters: number;
  readonly doneAt: number | null;
}

const BATCH = `id, kind, title_ko as title, body_ko as content, created_ms as "createdAt", staff_id as staff, letters,
  done_ms as "doneAt"`;

export async function insertBatch(
  tx: Tx,
  batch: Letter & { readonly site: SiteId; readonly staff: PlayerId; readonly now: Millis },
): Promise<StoredBatch | undefined> {
  const [row] = await insertRow<StoredBatch>(
    tx,
    'message_batch',
    { site_id: batch.site, staff_id: batch.staff, ...letterColumns(batch), created_ms: batch.now },
    `returning ${BATCH}`,
  );
  return row;
}

export const BATCH_TABLE = { table: 'message_batch', columns: BATCH };

/** Writes the next slice of the oldest batch of the shard's sites; false when none is under way. */
export async function writeBatch(tx: Tx, shard: number, now: Millis): Promise<boolean> {
  const [batch] = await tx.query<{ id: number; site: SiteId; last: number }>(
    `select id, site_id as site, last_player as last
     from message_batch
     where done_ms is null and ${bySite(shard, 'message_batch')}
     order by id
     limit 1
     for update`,
  );
  if (batch === undefined) return false;
  const players = await tx.query<{ id: number }>(
    `select id from player
     where site_id = $1 and id > $2 and role <> 'STAFF' and closed_at is null
     order by id
     limit ${WRITTEN_AT_ONCE}`,
    [batch.site, batch.last],
  );
  await tx.query(
    `insert into message (site_id, player_id, kind, title_ko, title_en, body_ko, body_en, link, created_ms)
     select site_id, player, kind, title_ko, title_en, body_ko, body_en, link, $3
     from message_batch, unnest($2::bigint[]) as player
     where id = $1`,
    [batch.id, players.map(({ id }) => id), now],
  );
  const isDone = players.length < WRITTEN_AT_ONCE;
  await tx.query(
    'update message_batch set last_player = $2, letters = letters + $3, done_ms = $4 where id = $1',
    [batch.id, players.at(-1)?.id ?? batch.last, players.length, isDone ? now : null],
  );
  return true;
}
