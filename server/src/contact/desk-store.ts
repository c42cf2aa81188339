// How staff share the work on inquiries, as the tables keep it.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import { listStaffNotes, MOST_INQUIRY_NOTES, type StaffNote } from '../staff/notes.ts';

const MOST_TEMPLATES = 100;
const MOST_COLLEAGUES = 100;

export interface Desk {
  readonly notes: readonly StaffNote[];
  readonly assigned: { readonly id: number; readonly name: string } | null;
  readonly member: {
    readonly id: number;
    readonly name: string;
    readonly nick: string;
    readonly username: string;
  };
}

export async function findDesk(tx: Tx, site: SiteId, contact: number): Promise<Desk | undefined> {
  const [row] = await tx.query<
    Desk['member'] & { readonly assignedTo: number | null; readonly assignedName: string | null }
  >(
    `select player.id, player.name, player.nick, player.username, contact.assigned_to as "assignedTo",
            staff.name as "assignedName"
       from contact
       join player on player.id = contact.player_id
       left join player as staff on staff.id = contact.assigned_to
      where contact.id = $1 and contact.site_id = $2`,
    [contact, site],
  );
  if (row === undefined) return undefined;
  const { assignedTo, assignedName, ...member } = row;
  const about = { site, subject: contact };
  const newest = await listStaffNotes(tx, 'inquiry', about, { size: MOST_INQUIRY_NOTES });
  const notes = newest.toReversed();
  const assigned = assignedTo === null ? null : { id: assignedTo, name: assignedName ?? '' };
  return { notes, assigned, member };
}

export const assign = (tx: Tx, contact: number, staff: PlayerId | null) =>
  tx.query('update contact set assigned_to = $2 where id = $1', [contact, staff]);

export const reopenInquiry = (tx: Tx, contact: number, now: Millis) =>
  tx.query(`update contact set status = 'OPEN', waiting_since_ms = $2, updated_ms = $2 where id = $1`, [
    contact,
    now,
  ]);

export interface Colleague {
  readonly id: PlayerId;
  readonly name: string;
}

export const listColleagues = (tx: Tx, site: SiteId): Promise<readonly Colleague[]> =>
  tx.query<Colleague>(
    `select id, name from player where site_id = $1 and role = 'STAFF' order by name limit ${MOST_COLLEAGUES}`,
    [site],
  );

export const isColleague = async (tx: Tx, site: SiteId, staff: PlayerId): Promise<boolean> =>
  (await tx.query(`select id from player where site_id = $1 and id = $2 and role = 'STAFF'`, [site, staff]))
    .length > 0;

export interface Template {
  readonly id: number;
  readonly name: string;
  readonly text: string;
}

export const listTemplates = (tx: Tx, site: SiteId): Promise<readonly Template[]> =>
  tx.query<Template>(
    `select id, name, body as text from contact_template where site_id = $1 order by name limit ${MOST_TEMPLATES}`,
    [site],
  );

/** One of the same name is replaced; undefined when the site has as many as may be. */
export async function saveTemplate(
  tx: Tx,
  saved: {
    readonly site: SiteId;
    readonly name: string;
    readonly text: string;
    readonly staff: PlayerId;
    readonly now: Millis;
  },
): Promise<Template | undefined> {
  const { site, name, text, staff, now } = saved;
  const known = await listTemplates(tx, site);
  if (known.length >= MOST_TEMPLATES && !known.some((each) => each.name === name)) return undefined;
  const [template] = await insertRow<Template>(
    tx,
    'contact_template',
    { site_id: site, name, body: text, staff_id: staff, saved_ms: now },
    `on conflict (site_id, name)
       do update set body = excluded.body, staff_id = excluded.staff_id, saved_ms = excluded.saved_ms
     returning id, name, body as text`,
  );
  return template;
}

export async function deleteTemplate(tx: Tx, site: SiteId, template: number): Promise<string | undefined> {
  const [gone] = await tx.query<{ name: string }>(
    'delete from contact_template where site_id = $1 and id = $2 returning name',
    [site, template],
  );
  return gone?.name;
}
