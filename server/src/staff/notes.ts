// What staff note for each other about a member or an inquiry. Notes are only ever added, up to a number.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';

/** Names of our own tables and columns. */
const NOTES = {
  member: { table: 'member_note', subject: 'player_id', body: 'text', most: 200 },
  inquiry: { table: 'contact_note', subject: 'contact_id', body: 'body', most: 100 },
} as const;
type Noted = keyof typeof NOTES;

export interface StaffNote {
  readonly id: number;
  readonly text: string;
  readonly staff: string;
  readonly atMillis: number;
}

interface About {
  readonly site: SiteId;
  /** The number of the member or inquiry. */
  readonly subject: number;
}

/** Undefined when there are as many as may be. */
export async function insertStaffNote(
  tx: Tx,
  noted: Noted,
  note: About & { readonly staff: PlayerId; readonly text: string; readonly now: Millis },
): Promise<number | undefined> {
  const { table, subject, body, most } = NOTES[noted];
  const known = await tx.query(`select id from ${table} where ${subject} = $1 limit ${most}`, [note.subject]);
  if (known.length >= most) return undefined;
  const row = { site_id: note.site, staff_id: note.staff, at_ms: note.now };
  const [made] = await insertRow<{ id: number }>(
    tx,
    table,
    { ...row, [subject]: note.subject, [body]: note.text },
    'returning id',
  );
  return made?.id;
}

/** The newest first. */
export function listStaffNotes(
  tx: Tx,
  noted: Noted,
  { site, subject: of }: About,
  { before, size }: { readonly before?: number | undefined; readonly size: number },
): Promise<readonly StaffNote[]> {
  const { table, subject, body } = NOTES[noted];
  return tx.query<StaffNote>(
    `select note.id, note.${body} as text, coalesce(staff.name, '') as staff, note.at_ms as "atMillis"
       from ${table} as note
       left join player as staff on staff.id = note.staff_id
      where note.${subject} = $2 and note.site_id = $1 and note.id < coalesce($3::bigint, 9007199254740991)
      order by note.id desc
      limit $4`,
    [site, of, before ?? null, size],
  );
}

/** All of them: there are never more. */
export const MOST_INQUIRY_NOTES = NOTES.inquiry.most;
