// An inquiry with its entries and their pictures, as the wire shows it.
import type { Tx } from '../db/database.ts';
import { listAttached } from '../file/attach.ts';
import { type Inquiry, listEntries } from './store.ts';

/** What a picture of an entry is attached to. */
export const entryName = (entry: number): string => `contact_entry ${entry}`;

/** Of the letter that tells about an answer. */
export const letterSubject = (contact: number): string => `contact ${contact}`;

const bit = (is: boolean): 0 | 1 => (is ? 1 : 0);

export const wireInquiry = (row: Inquiry) => ({
  id: row.id,
  playerId: row.player,
  title: row.title,
  status: row.status,
  isRead: bit(row.unread === 0),
  isAnswer: bit(row.status === 'ANSWERED'),
  unread: row.unread,
  createdMillis: row.createdAt,
  updatedMillis: row.updatedAt,
  waitingSinceMillis: row.waitingSince,
  about:
    row.aboutKind === null || row.aboutId === null || row.sha256 === null
      ? null
      : { kind: row.aboutKind, id: row.aboutId, sha256: row.sha256 },
});

export const officeInquiry = (row: Inquiry) => ({
  ...wireInquiry(row),
  nick: row.nick,
  username: row.username,
  assigned: row.assigned,
});

export async function wireEntries(tx: Tx, contact: number) {
  const entries = await listEntries(tx, contact);
  const files = await listAttached(
    tx,
    entries.map(({ id }) => entryName(id)),
  );
  const byEntry = Map.groupBy(files, ({ to }) => to);
  return entries.map(({ id, sender, staff, text, at, seenAt }) => ({
    id,
    from: sender === 'PLAYER' ? ('MEMBER' as const) : ('STAFF' as const),
    text,
    atMillis: at,
    isSeen: seenAt !== null,
    files: (byEntry.get(entryName(id)) ?? []).map(({ to: _, ...file }) => file),
    staff,
  }));
}
