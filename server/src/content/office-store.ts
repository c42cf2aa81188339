// Texts as staff edit them. A saved version is never changed.
import type { ReplyOf } from '@maru/contract/call';
import type { officeContent } from '@maru/contract/content/office';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import type { Category } from './categories.ts';
import type { Kind } from './store.ts';

export type Audience = OfficeText['audience'];
export type OfficeText = ReplyOf<typeof officeContent>;
export type OfficeRow = Omit<OfficeText, 'contentKo' | 'contentEn' | 'versions'>;

/** Of one site, without those that were withdrawn. */
export const MOST_TEXTS = 2_000;
const MOST_VERSIONS = 50;

const ROW = `c.id, c.kind, c.name, c.status, v.category, v.is_forced as "isForced", v.is_pushed as "isPushed",
  v.is_pinned as "isPinned", v.audience, v.audience_code as "partnerCode",
  v.title_ko as "titleKo", v.title_en as "titleEn", v.version, c.shown_version as "shownVersion",
  c.from_ms as "fromMillis", c.to_ms as "toMillis", c.announced_ms as "announcedMillis",
  c.changed_ms as "changedMillis"`;

export interface NewVersion {
  readonly site: SiteId;
  readonly category: Category | undefined;
  readonly isForced: boolean;
  readonly isPushed: boolean;
  readonly isPinned: boolean;
  readonly audience: Audience;
  /** Of whose members it is shown to the ones alone. */
  readonly partner: { readonly id: PlayerId; readonly code: string } | undefined;
  readonly titleKo: string;
  readonly htmlKo: string;
  readonly titleEn: string;
  readonly htmlEn: string;
  readonly now: Millis;
  /** Absent for what a first start writes. */
  readonly staff?: number;
}

const insertVersion = (tx: Tx, { id, version, ...saved }: NewVersion & { id: number; version: number }) =>
  insertRow(tx, 'content_version', {
    content_id: id,
    version,
    site_id: saved.site,
    category: saved.category,
    is_forced: saved.isForced,
    is_pushed: saved.isPushed,
    is_pinned: saved.isPinned,
    audience: saved.audience,
    audience_partner: saved.partner?.id,
    audience_code: saved.partner?.code,
    title_ko: saved.titleKo,
    html_ko: saved.htmlKo,
    title_en: saved.titleEn,
    html_en: saved.htmlEn,
    saved_ms: saved.now,
    staff_id: saved.staff,
  });

export async function insertText(
  tx: Tx,
  { kind, name, ...saved }: NewVersion & { readonly kind: Kind; readonly name: string | undefined },
): Promise<number> {
  const { site, now } = saved;
  const [row] = await insertRow<{ id: number }>(
    tx,
    'content',
    { site_id: site, kind, name, status: 'DRAFT', version: 1, created_ms: now, changed_ms: now },
    'returning id',
  );
  const { id } = row!;
  await insertVersion(tx, { ...saved, id, version: 1 });
  return id;
}

/** False when another version was saved since the one that was edited. */
export async function saveVersion(
  tx: Tx,
  { id, edited, ...saved }: NewVersion & { readonly id: number; readonly edited: number },
): Promise<boolean> {
  const version = edited + 1;
  const updated = await tx.query(
    `update content
     set version = $4, changed_ms = $5
     where site_id = $1 and id = $2 and version = $3
     returning id`,
    [saved.site, id, edited, version, saved.now],
  );
  if (updated.length === 0) return false;
  await insertVersion(tx, { ...saved, id, version });
  await tx.query(
    `delete from content_version as v
     using content as c
     where v.content_id = $1 and c.id = $1 and v.version <= $2 and v.version is distinct from c.shown_version`,
    [id, version - MOST_VERSIONS],
  );
  return true;
}

/** Locked, so that of two changes at once the second sees the first. */
export async function lockText(tx: Tx, site: SiteId, id: number): Promise<OfficeRow | undefined> {
  const [row] = await tx.query<OfficeRow>(
    `select ${ROW}
     from content as c
     join content_version as v on v.content_id = c.id and v.version = c.version
     where c.site_id = $1 and c.id = $2
     for update of c`,
    [site, id],
  );
  return row;
}

export async function findText(
  tx: Tx,
  {
    site,
    id,
    version,
  }: { readonly site: SiteId; readonly id: number; readonly version?: number | undefined },
): Promise<OfficeText | undefined> {
  const [row] = await tx.query<Omit<OfficeText, 'versions'>>(
    `select ${ROW}, v.html_ko as "contentKo", v.html_en as "contentEn"
     from content as c
     join content_version as v on v.content_id = c.id and v.version = coalesce($3::int, c.version)
     where c.site_id = $1 and c.id = $2`,
    [site, id, version ?? null],
  );
  if (row === undefined) return undefined;
  const versions = await tx.query<OfficeText['versions'][number]>(
    `select version, saved_ms as "savedMillis", staff_id as staff
     from content_version
     where content_id = $1
     order by version desc
     limit ${MOST_VERSIONS + 1}`,
    [id],
  );
  return { ...row, versions: [...versions] };
}

export interface TextsAsked {
  readonly site: SiteId;
  readonly kind: Kind | undefined;
  readonly status: OfficeRow['status'] | undefined;
  readonly page: number;
  readonly size: number;
}

export async function listTexts(
  tx: Tx,
  { site, kind, status, page, size }: TextsAsked,
): Promise<{ readonly rows: readonly OfficeRow[]; readonly total: number }> {
  const wanted = `content as c
    join content_version as v on v.content_id = c.id and v.version = c.version
    where c.site_id = $1 and ($2::text is null or c.kind = $2) and ($3::text is null or c.status = $3)`;
  const parameters = [site, kind ?? null, status ?? null];
  const rows = await tx.query<OfficeRow>(
    `select ${ROW} from ${wanted} order by c.id desc offset $4 limit $5`,
    [...parameters, page * size, size],
  );
  const [count] = await tx.query<{ total: number }>(`select count(*) as total from ${wanted}`, parameters);
  return { rows, total: count?.total ?? 0 };
}

export async function countTexts(tx: Tx, site: SiteId): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from content where site_id = $1 and status <> 'WITHDRAWN'`,
    [site],
  );
  return row?.count ?? 0;
}

interface Around {
  readonly site: SiteId;
  readonly except: number;
  readonly around: number;
  readonly withinMs: number;
}

/** Notices marked so that begin within this long before or after a time. */
export async function countNoticesAround(
  tx: Tx,
  mark: 'is_forced' | 'is_pushed',
  { site, except, around, withinMs }: Around,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count
     from content as c
     join content_version as v on v.content_id = c.id and v.version = c.shown_version
     where c.site_id = $1
       and c.kind = 'notice'
       and c.status in ('PUBLISHED', 'WITHDRAWN')
       and v.${mark}
       and c.id <> $2
       and c.from_ms > $3
       and c.from_ms < $4`,
    [site, except, around - withinMs, around + withinMs],
  );
  return row?.count ?? 0;
}

export interface Published {
  readonly id: number;
  readonly version: number;
  readonly from: number;
  readonly to: number | null;
  /** Undefined: it is still to be pushed. */
  readonly announced: number | undefined;
  readonly now: Millis;
}

export const setPublished = (tx: Tx, { id, version, from, to, announced, now }: Published) =>
  tx.query(
    `update content
     set status = 'PUBLISHED', shown_version = $2, from_ms = $3, to_ms = $4, announced_ms = $5, changed_ms = $6
     where id = $1`,
    [id, version, from, to, announced ?? null, now],
  );

/** Whoever read it is shown it as new again. */
export const deleteReads = (tx: Tx, id: number) =>
  tx.query('delete from content_read where content_id = $1', [id]);

export const setWithdrawn = (tx: Tx, id: number, now: Millis) =>
  tx.query(`update content set status = 'WITHDRAWN', pushed_to = null, changed_ms = $2 where id = $1`, [
    id,
    now,
  ]);

export async function findPartner(tx: Tx, site: SiteId, code: string): Promise<PlayerId | undefined> {
  const [row] = await tx.query<{ id: PlayerId }>(
    'select id from player where site_id = $1 and partner_code = $2',
    [site, code],
  );
  return row?.id;
}

/** Members of the site, or of one partner, counted up to a bound. */
export async function countMembers(
  tx: Tx,
  {
    site,
    partner,
    most,
  }: { readonly site: SiteId; readonly partner: PlayerId | undefined; readonly most: number },
): Promise<number> {
  const of = partner === undefined ? 'site_id = $1' : 'site_id = $1 and partner_id = $3';
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count
     from (
       select from player
       where ${of} and role = 'PLAYER'
       ${partner === undefined ? 'order by id' : ''}
       limit $2
     ) as member`,
    partner === undefined ? [site, most] : [site, most, partner],
  );
  return row?.count ?? 0;
}

/** Of these players those who are members of a partner. */
export const listOfPartner = (
  tx: Tx,
  { players, partner }: { readonly players: readonly PlayerId[]; readonly partner: PlayerId },
): Promise<readonly { readonly id: PlayerId }[]> =>
  tx.query('select id from player where id = any($1) and partner_id = $2', [players, partner]);
