// The conversations of P2P requests.
import { assert } from '@maru/engine/assert';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import { areFree, attachFiles, detachFiles, listAttached } from '../file/attach.ts';
import type { StoredFile } from '../file/store.ts';

interface MessageRow {
  readonly id: number;
  readonly sender: 'PLAYER' | 'COUNTERPART' | 'STAFF';
  readonly text: string;
  readonly at: number;
}

export interface P2pMessage extends MessageRow {
  readonly files: readonly StoredFile[];
}

const COLUMNS = 'id, sender, body as text, at_ms as at';

/** One request has no more than these: a list is never longer. */
const MOST_MESSAGES = 300;
/** Long after any dispute about the request. */
const KEPT_MS = 366 * DAY_MS;
const FORGOTTEN_AT_ONCE = 500;

/** What a picture of a message is attached to. */
const messageName = (id: number): string => `p2p_message ${id}`;

async function withFiles(tx: Tx, rows: readonly MessageRow[]): Promise<readonly P2pMessage[]> {
  const attached = await listAttached(
    tx,
    rows.map(({ id }) => messageName(id)),
  );
  const byMessage = Map.groupBy(attached, ({ to }) => to);
  return rows.map((row) => ({
    ...row,
    files: (byMessage.get(messageName(row.id)) ?? []).map(({ to: _, ...file }) => file),
  }));
}

/** Oldest first. */
export const listMessages = async (tx: Tx, request: number, after = 0): Promise<readonly P2pMessage[]> =>
  withFiles(
    tx,
    await tx.query<MessageRow>(
      `select ${COLUMNS} from p2p_message where request_id = $1 and id > $2 order by id limit ${MOST_MESSAGES}`,
      [request, after],
    ),
  );

/** Messages of one request are added one after the other. */
export async function insertMessage(
  tx: Tx,
  message: Pick<MessageRow, 'sender' | 'text'> & {
    readonly site: SiteId;
    readonly request: number;
    readonly player: PlayerId;
    readonly staff?: PlayerId;
    readonly fileIds: readonly string[];
    readonly now: Millis;
  },
): Promise<P2pMessage | 'TOO_MANY_MESSAGES' | 'FILE_NOT_FOUND'> {
  const { site, request, player, staff, sender, text, fileIds: ids, now } = message;
  await tx.query('select id from player where id = $1 for update', [player]);
  const [count] = await tx.query<{ total: number }>(
    'select count(*) as total from p2p_message where request_id = $1',
    [request],
  );
  if ((count?.total ?? 0) >= MOST_MESSAGES) return 'TOO_MANY_MESSAGES';
  if (!(await areFree(tx, { site, by: staff ?? player, ids }))) return 'FILE_NOT_FOUND';
  const [row] = await insertRow<MessageRow>(
    tx,
    'p2p_message',
    {
      ...{ site_id: site, request_id: request, player_id: player, sender, staff_id: staff, body: text },
      at_ms: now,
    },
    `returning ${COLUMNS}`,
  );
  assert(row !== undefined, 'an inserted message is returned');
  await attachFiles(tx, { owner: player, ids, to: messageName(row.id) });
  const [sent] = await withFiles(tx, [row]);
  return sent ?? { ...row, files: [] };
}

/** Deletes messages that are older than a year; their pictures go as files that nothing was attached to. */
export async function forgetOldMessages(tx: Tx, now: Millis): Promise<number> {
  const gone = await tx.query<{ id: number }>(
    `delete from p2p_message
     where id in (
       select id from p2p_message where at_ms < $1 order by at_ms limit ${FORGOTTEN_AT_ONCE}
     )
     returning id`,
    [now - KEPT_MS],
  );
  await detachFiles(
    tx,
    gone.map(({ id }) => messageName(id)),
  );
  return gone.length;
}
