// Published texts as readers get them from the tables.
import type { KINDS } from '@maru/contract/content/office';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { detachFiles } from '../file/attach.ts';
import type { Category } from './categories.ts';
import { attachedTo } from './pictures.ts';

export type Kind = (typeof KINDS)[number];

/** A notice counts as read when it is older. */
export const UNREAD_FOR_MS = 30 * DAY_MS;
/** More at once would keep somebody from the app. */
const MOST_FORCED = 3;

export interface ShownRow {
  readonly id: number;
  readonly version: number;
  readonly category: Category | null;
  readonly from: number;
  readonly to: number | null;
  readonly isPinned: boolean;
  readonly isRead: boolean;
  readonly titleKo: string;
  readonly titleEn: string;
}

export interface ShownText extends ShownRow {
  readonly htmlKo: string;
  readonly htmlEn: string;
}

/** Who asks; a guest has read nothing and is shown nothing as new. */
export interface Reader {
  readonly site: SiteId;
  readonly player: PlayerId | undefined;
  readonly now: Millis;
  /** Whether the member has an open position: some notices are for those. */
  readonly isHolding: boolean;
}

const ROW = `c.id, v.version, v.category, c.from_ms as "from", c.to_ms as "to", v.is_pinned as "isPinned",
  (r.player_id is not null) as "isRead", v.title_ko as "titleKo", v.title_en as "titleEn"`;
const TEXT = `${ROW}, v.html_ko as "htmlKo", v.html_en as "htmlEn"`;

/** $1 the site, $2 the member or null, $3 now, $4 whether the member has an open position. */
const OPEN = `content as c
  join content_version as v on v.content_id = c.id and v.version = c.shown_version
  left join content_read as r on r.content_id = c.id and r.player_id = $2
  where c.site_id = $1
    and c.status = 'PUBLISHED'
    and c.from_ms <= $3
    and (c.to_ms is null or c.to_ms > $3)
    and (
      v.audience = 'ALL'
      or (v.audience = 'HOLDING' and $4::boolean)
      or (v.audience = 'PARTNER' and v.audience_partner = (select partner_id from player where id = $2))
    )`;

const parametersOf = ({ site, player, now, isHolding }: Reader) =>
  [site, player ?? null, now, isHolding] as const;

export async function findShown(
  tx: Tx,
  reader: Reader,
  { kind, id }: { readonly kind: Kind; readonly id: number },
): Promise<ShownText | undefined> {
  const [row] = await tx.query<ShownText>(`select ${TEXT} from ${OPEN} and c.kind = $5 and c.id = $6`, [
    ...parametersOf(reader),
    kind,
    id,
  ]);
  return row;
}

export async function findPage(tx: Tx, reader: Reader, name: string): Promise<ShownText | undefined> {
  const [row] = await tx.query<ShownText>(
    `select ${TEXT} from ${OPEN} and c.kind = 'static' and c.name = $5`,
    [...parametersOf(reader), name],
  );
  return row;
}

export interface ListAsked {
  readonly kind: Kind;
  readonly category: Category | undefined;
  readonly keyword: string | undefined;
  readonly isEnglish: boolean;
  readonly isFull: boolean;
  readonly page: number;
  readonly size: number;
}

/** Bounded by how many texts a site may have (`MOST_TEXTS`). */
export async function listShown(
  tx: Tx,
  reader: Reader,
  { kind, category, keyword, isEnglish, isFull, page, size }: ListAsked,
): Promise<{ readonly rows: readonly (ShownRow & Partial<ShownText>)[]; readonly total: number }> {
  const title = isEnglish ? `(case when v.title_en = '' then v.title_ko else v.title_en end)` : 'v.title_ko';
  const wanted = `${OPEN}
    and c.kind = $5
    and ($6::text is null or v.category = $6)
    and ($7::text is null or position(lower($7) in lower(${title})) > 0)`;
  const parameters = [...parametersOf(reader), kind, category ?? null, keyword || null];
  const rows = await tx.query<ShownRow & Partial<ShownText>>(
    `select ${isFull ? TEXT : ROW}
     from ${wanted}
     order by v.is_pinned desc, c.from_ms desc, c.id desc
     offset $8 limit $9`,
    [...parameters, page * size, size],
  );
  const [count] = await tx.query<{ total: number }>(`select count(*) as total from ${wanted}`, parameters);
  return { rows, total: count?.total ?? 0 };
}

export const countByCategory = (
  tx: Tx,
  reader: Reader,
): Promise<readonly { readonly category: Category; readonly count: number }[]> =>
  tx.query(
    `select v.category, count(*) as count
     from ${OPEN} and c.kind = 'notice' and v.category is not null
     group by v.category`,
    parametersOf(reader),
  );

/** The newest first; a member gets those that are not read yet. */
export const listForced = (tx: Tx, reader: Reader): Promise<readonly ShownText[]> =>
  tx.query(
    `select ${TEXT}
     from ${OPEN} and c.kind = 'notice' and v.is_forced and r.player_id is null and c.from_ms > $5
     order by c.from_ms desc, c.id desc
     limit ${MOST_FORCED}`,
    [...parametersOf(reader), reader.now - UNREAD_FOR_MS],
  );

export async function countUnread(tx: Tx, reader: Reader): Promise<number> {
  const [row] = await tx.query<{ unread: number }>(
    `select count(*) as unread
     from ${OPEN} and c.kind = 'notice' and r.player_id is null and c.from_ms > $5`,
    [...parametersOf(reader), reader.now - UNREAD_FOR_MS],
  );
  return row?.unread ?? 0;
}

export const insertRead = (
  tx: Tx,
  {
    site,
    player,
    now,
    id,
  }: Pick<Reader, 'site' | 'now'> & { readonly player: PlayerId; readonly id: number },
): Promise<unknown> =>
  tx.query(
    `insert into content_read (player_id, content_id, site_id, at_ms)
     values ($1, $2, $3, $4)
     on conflict do nothing`,
    [player, id, site, now],
  );

/**
 * Those of notices that count as read anyway, and texts that were withdrawn long ago: a bounded slice of both. True when
 * nothing is left.
 */
export async function deleteOld(
  tx: Tx,
  {
    now,
    withdrawnForMs,
    most,
  }: { readonly now: Millis; readonly withdrawnForMs: number; readonly most: number },
): Promise<boolean> {
  const read = await tx.query(
    `delete from content_read
     where (player_id, content_id) in (
       select r.player_id, r.content_id
       from content as c
       join content_read as r on r.content_id = c.id
       where c.from_ms < $1
       limit ${most}
     )
     returning content_id`,
    [now - UNREAD_FOR_MS],
  );
  const deleted = await tx.query<{ id: number }>(
    `delete from content
     where id in (
       select id from content where status = 'WITHDRAWN' and changed_ms < $1 order by changed_ms limit ${most}
     )
     returning id`,
    [now - withdrawnForMs],
  );
  if (deleted.length > 0)
    await detachFiles(
      tx,
      deleted.map(({ id }) => attachedTo(id)),
    );
  return read.length < most && deleted.length < most;
}
