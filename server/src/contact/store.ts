// Inquiries as the tables keep them.
import { MOST_COUNTED } from '@maru/contract/staff/badges';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';

export interface Inquiry {
  readonly id: number;
  readonly player: PlayerId;
  readonly title: string;
  readonly status: 'OPEN' | 'ANSWERED' | 'CLOSED';
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly waitingSince: number | null;
  readonly unread: number;
  readonly entries: number;
  readonly aboutKind: string | null;
  readonly aboutId: number | null;
  readonly sha256: string | null;
  readonly nick: string;
  readonly username: string;
  /** The colleague who works on it. */
  readonly assigned: string | null;
}

export interface Entry {
  readonly id: number;
  readonly sender: 'PLAYER' | 'STAFF';
  readonly staff: number | null;
  readonly text: string;
  readonly at: number;
  readonly seenAt: number | null;
}

export interface Evidence {
  readonly kind: string;
  readonly id: number;
  readonly json: string;
  readonly sha256: string;
}

/** A member has no more than these waiting for an answer. */
const MOST_OPEN = 5;
export const MOST_ENTRIES = 200;
const KEPT_MS = 366 * DAY_MS;
const FORGOTTEN_AT_ONCE = 100;
const MOST_LISTED = 10_000;
const USUAL_OF_MS = 30 * DAY_MS;
/** Fewer say nothing about the next one. */
const LEAST_ANSWERS = 5;

const COLUMNS = `contact.id, contact.player_id as player, contact.title, contact.status,
  contact.created_ms as "createdAt", contact.updated_ms as "updatedAt", contact.waiting_since_ms as "waitingSince",
  contact.unread, contact.entries, contact.about_kind as "aboutKind", contact.about_id as "aboutId",
  contact.evidence_sha256 as sha256, player.nick, player.username, staff.name as assigned`;
const FROM = `contact
  join player on player.id = contact.player_id
  left join player as staff on staff.id = contact.assigned_to`;

interface Owner {
  readonly site: SiteId;
  /** Undefined: staff, who read every inquiry of their site. */
  readonly player?: PlayerId | undefined;
}

/** Inquiries of one member are made and continued one after the other. */
export const lockMember = (tx: Tx, player: PlayerId) =>
  tx.query('select id from player where id = $1 for update', [player]);

export async function hasTooManyOpen(tx: Tx, player: PlayerId): Promise<boolean> {
  const rows = await tx.query(
    `select id from contact where player_id = $1 and status = 'OPEN' limit ${MOST_OPEN}`,
    [player],
  );
  return rows.length >= MOST_OPEN;
}

export async function insertInquiry(
  tx: Tx,
  made: Required<Owner> & {
    readonly player: PlayerId;
    readonly title: string;
    readonly evidence: Evidence | undefined;
    readonly now: Millis;
  },
): Promise<number> {
  const { site, player, title, evidence, now } = made;
  const [row] = await insertRow<{ id: number }>(
    tx,
    'contact',
    {
      ...{ site_id: site, player_id: player, title, status: 'OPEN', created_ms: now, updated_ms: now },
      ...{ waiting_since_ms: now, about_kind: evidence?.kind, about_id: evidence?.id },
      ...{ evidence: evidence?.json, evidence_sha256: evidence?.sha256 },
    },
    'returning id',
  );
  return row?.id ?? 0;
}

/** Keys of two members are never the same one. */
export const writeKeyOf = (player: PlayerId, key: string | undefined): string | undefined =>
  key === undefined ? undefined : `${player} ${key}`;

/** The inquiry that has what was written with this key. Asked while the member is locked. */
export async function findWritten(tx: Tx, key: string | undefined): Promise<number | undefined> {
  if (key === undefined) return undefined;
  const [row] = await tx.query<{ readonly contact: number }>(
    'select contact_id as contact from contact_entry where write_key = $1',
    [key],
  );
  return row?.contact;
}

/** Adds what the member wrote: an answer is awaited, since the oldest entry without one. */
export async function addQuestion(
  tx: Tx,
  contact: number,
  { text, key, now }: { readonly text: string; readonly key: string | undefined; readonly now: Millis },
): Promise<number> {
  await tx.query(
    `update contact
     set status = 'OPEN', entries = entries + 1, updated_ms = $2, waiting_since_ms = coalesce(waiting_since_ms, $2)
     where id = $1`,
    [contact, now],
  );
  return insertEntry(tx, {
    ...{ contact_id: contact, sender: 'PLAYER', body: text, at_ms: now },
    write_key: key,
  });
}

export async function addAnswer(
  tx: Tx,
  contact: number,
  { text, staff, now }: { readonly text: string; readonly staff: PlayerId; readonly now: Millis },
): Promise<number> {
  await tx.query(
    `update contact
     set status = 'ANSWERED', entries = entries + 1, unread = unread + 1, updated_ms = $2, waiting_since_ms = null,
       answered_after_ms = coalesce(answered_after_ms, greatest(0, $2 - created_ms)),
       answered_ms = coalesce(answered_ms, $2)
     where id = $1`,
    [contact, now],
  );
  await markSeen(tx, contact, 'PLAYER', now);
  return insertEntry(tx, { contact_id: contact, sender: 'STAFF', staff_id: staff, body: text, at_ms: now });
}

async function insertEntry(tx: Tx, entry: Parameters<typeof insertRow>[2]): Promise<number> {
  const [row] = await insertRow<{ id: number }>(tx, 'contact_entry', entry, 'returning id');
  return row?.id ?? 0;
}

/** What the other side wrote was seen. */
export const markSeen = (tx: Tx, contact: number, sender: Entry['sender'], now: Millis) =>
  tx.query(
    'update contact_entry set seen_ms = $3 where contact_id = $1 and sender = $2 and seen_ms is null',
    [contact, sender, now],
  );

export const closeInquiry = (tx: Tx, contact: number) =>
  tx.query(`update contact set status = 'CLOSED', waiting_since_ms = null where id = $1`, [contact]);

export async function findInquiry(tx: Tx, { site, player }: Owner, id: number): Promise<Inquiry | undefined> {
  const [row] = await tx.query<Inquiry>(
    `select ${COLUMNS} from ${FROM}
     where contact.id = $1 and contact.site_id = $2 and ($3::bigint is null or contact.player_id = $3)`,
    [id, site, player ?? null],
  );
  return row;
}

export const listEntries = (tx: Tx, contact: number): Promise<readonly Entry[]> =>
  tx.query<Entry>(
    `select id, sender, staff_id as staff, body as text, at_ms as at, seen_ms as "seenAt"
     from contact_entry
     where contact_id = $1
     order by id
     limit ${MOST_ENTRIES}`,
    [contact],
  );

export async function findEvidence(
  tx: Tx,
  { site, player }: Owner,
  id: number,
): Promise<Evidence | undefined> {
  const [row] = await tx.query<Evidence>(
    `select about_kind as kind, about_id as id, evidence as json, evidence_sha256 as sha256
     from contact
     where id = $1 and site_id = $2 and ($3::bigint is null or player_id = $3) and evidence is not null`,
    [id, site, player ?? null],
  );
  return row;
}

export interface InquiryFilter extends Owner {
  readonly isRead?: boolean | undefined;
  readonly isAnswered?: boolean | undefined;
  readonly status?: string | undefined;
  /** Only those that wait, the longest first. */
  readonly isWaiting?: boolean;
}

interface InquiryPage {
  readonly offset: number;
  readonly limit: number;
  /** The last one of the page before, in place of an offset. */
  readonly after?: { readonly since: number; readonly id: number } | undefined;
}

export async function listInquiries(
  tx: Tx,
  { site, player, isRead, isAnswered, status, isWaiting = false }: InquiryFilter,
  { offset, limit, after }: InquiryPage,
): Promise<{ readonly rows: readonly Inquiry[]; readonly total: number }> {
  const order = isWaiting ? 'contact.waiting_since_ms, contact.id' : 'contact.id desc';
  const where = `contact.site_id = $1
      and ($2::bigint is null or contact.player_id = $2)
      and ($3::boolean is null or (contact.unread = 0) = $3)
      and ($4::boolean is null or (contact.answered_ms is not null) = $4)
      and ($5::text is null or contact.status = $5)
      and ${isWaiting ? 'contact.waiting_since_ms is not null' : 'true'}`;
  const beyond = isWaiting
    ? '(contact.waiting_since_ms, contact.id) > ($8::bigint, $9::bigint)'
    : '$8::bigint is not null and contact.id < $9::bigint';
  const given = [site, player ?? null, isRead ?? null, isAnswered ?? null, status ?? null];
  const rows = await tx.query<Inquiry>(
    `select ${COLUMNS}
       from ${FROM}
      where ${where} and ${after === undefined ? 'true' : beyond}
      order by ${order}
     offset $6 limit $7`,
    [
      ...given,
      after === undefined ? Math.min(offset, MOST_LISTED) : 0,
      limit,
      ...(after === undefined ? [] : [after.since, after.id]),
    ],
  );
  // Rows alone: names of members are looked up for those of the page.
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total
       from (select contact.id from contact where ${where} order by ${order} limit ${MOST_LISTED}) as candidate`,
    given,
  );
  return { rows, total: count?.total ?? 0 };
}

/** The median of the first answers of the last 30 days; undefined where there are too few. */
export async function findUsualAnswer(tx: Tx, site: SiteId, now: Millis): Promise<number | null> {
  const [row] = await tx.query<{ median: number | null; answers: number }>(
    `select percentile_disc(0.5) within group (order by answered_after_ms) as median, count(*) as answers
     from (
       select answered_after_ms from contact
       where site_id = $1 and answered_ms > $2
       order by answered_ms desc
       limit 1000
     ) as answer`,
    [site, now - USUAL_OF_MS],
  );
  return row !== undefined && row.answers >= LEAST_ANSWERS ? row.median : null;
}

export async function countWaiting(tx: Tx, site: SiteId): Promise<number> {
  const [count] = await tx.query<{ waiting: number }>(
    `select count(*) as waiting
     from (
       select id from contact where site_id = $1 and waiting_since_ms is not null limit ${MOST_COUNTED}
     ) as inquiry`,
    [site],
  );
  return count?.waiting ?? 0;
}

export async function countUnreadAnswers(tx: Tx, player: PlayerId): Promise<number> {
  const [count] = await tx.query<{ unread: number }>(
    'select coalesce(sum(unread), 0)::bigint as unread from contact where player_id = $1 and unread > 0',
    [player],
  );
  return count?.unread ?? 0;
}

/** The inquiries whose answers were unread; all of the member, where none is named. */
export async function markAnswersRead(
  tx: Tx,
  { site, player, id }: Required<Owner> & { readonly player: PlayerId; readonly id?: number },
  now: Millis,
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    `update contact set unread = 0
     where site_id = $1 and player_id = $2 and unread > 0 and ($3::bigint is null or id = $3)
     returning id`,
    [site, player, id ?? null],
  );
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) {
    await tx.query(
      `update contact_entry set seen_ms = $2 where contact_id = any($1) and sender = 'STAFF' and seen_ms is null`,
      [ids, now],
    );
  }
  return ids;
}

/** Deletes inquiries that nobody wrote to for a year; returns their entries. */
export async function forgetOldInquiries(tx: Tx, now: Millis): Promise<readonly number[]> {
  const old = await tx.query<{ id: number }>(
    `select id from contact where updated_ms < $1 order by updated_ms limit ${FORGOTTEN_AT_ONCE} for update`,
    [now - KEPT_MS],
  );
  if (old.length === 0) return [];
  const ids = old.map(({ id }) => id);
  const entries = await tx.query<{ id: number }>(
    'delete from contact_entry where contact_id = any($1) returning id',
    [ids],
  );
  await tx.query('delete from contact where id = any($1)', [ids]);
  return entries.map(({ id }) => id);
}
