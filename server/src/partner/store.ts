// The tree of partners as the tables keep it. Every statement names the site and the part of the tree that is seen.
import type { ReplyOf } from '@maru/contract/call';
import { MOST_COUNTED_BELOW, type readPartner } from '@maru/contract/partner/calls';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { FIRST_PASSWORD_COLUMNS, type FirstPasswordRow } from '../accounts/store.ts';
import type { Parameter, Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import { MOST_LISTED } from '../http/paging.ts';
import type { Principal } from '../http/serve.ts';

export const PARTNER_LEVELS = 4;
/** In the office a partner stands below everybody of staff. */
export const OFFICE_LEVEL = 5;

export interface Place {
  readonly id: PlayerId;
  readonly level: number;
  /** Numbers from the head office to itself: `/12/45/`. */
  readonly path: string;
}

/** A part of the tree: everything whose path begins with this. */
type Part = string;
const WHOLE_TREE: Part = '/';
/** No number is written like this. */
const NOTHING: Part = '/-/';

/** Staff see the whole tree of the site, a partner what begins with their own place. */
export async function partSeenBy(
  tx: Tx,
  { site, player, standing }: Pick<Principal, 'site' | 'player' | 'standing'>,
): Promise<Part> {
  if (standing?.role !== 'PARTNER') return WHOLE_TREE;
  return (await findPlace(tx, { site, id: player }))?.path ?? NOTHING;
}

/** Paths are compared byte by byte, and the digit 0 follows the slash. */
export const isWithin = (path: string, part: string): string =>
  `${path} >= ${part} and ${path} < left(${part}, -1) || '0'`;

export async function findPlace(
  tx: Tx,
  {
    site,
    id,
    part = WHOLE_TREE,
    isLocked = false,
  }: {
    readonly site: SiteId;
    readonly id: number;
    readonly part?: Part;
    /** Rates above and below are compared while nobody else changes them. */
    readonly isLocked?: boolean;
  },
): Promise<Place | undefined> {
  const [place] = await tx.query<Place>(
    `select player_id as id, level, path
       from partner
      where site_id = $1
        and player_id = $2
        and ${isWithin('path', '$3::text')}
        ${isLocked ? 'for update' : ''}`,
    [site, id, part],
  );
  return place;
}

export async function insertPlace(
  tx: Tx,
  {
    site,
    id,
    parent,
    now,
  }: {
    readonly site: SiteId;
    readonly id: PlayerId;
    readonly parent: Place | undefined;
    readonly now: Millis;
  },
): Promise<Place> {
  const level = (parent?.level ?? 0) + 1;
  const path = `${parent?.path ?? '/'}${id}/`;
  await insertRow(tx, 'partner', {
    ...{ player_id: id, site_id: site, level, parent_id: parent?.id, path, created_ms: now },
  });
  return { id, level, path };
}

type Partner = ReplyOf<typeof readPartner>;
export interface PartnerRow extends Omit<Partner, 'half' | 'rates'>, FirstPasswordRow {}

const counted = (rows: string): string =>
  `(select count(*)::int from (select 1 from ${rows} limit ${MOST_COUNTED_BELOW}) as counted)`;

const STATUS = `case when coalesce(desk.blocked, false) then 'DENY' else player.status end`;

const COLUMNS = `partner.player_id as id, player.username, player.name, player.nick,
  coalesce(player.partner_code, '') as code, partner.level, partner.parent_id as "parentId", ${STATUS} as status,
  ${counted('player as member where member.partner_id = partner.player_id')} as members,
  ${counted(
    `partner as below join player as member on member.partner_id = below.player_id
      where below.site_id = partner.site_id and ${isWithin('below.path', 'partner.path')}`,
  )} as "membersBelow",
  ${counted('partner as child where child.parent_id = partner.player_id')} as children,
  account.password_until_ms is not null as "isNew", partner.created_ms as "createdMillis",
  ${FIRST_PASSWORD_COLUMNS}`;

const JOINS = `join player on player.id = partner.player_id
  left join account as desk on desk.player_id = partner.player_id
  left join staff_account as account on account.player_id = partner.player_id`;

const FROM = `from partner
  ${JOINS}`;

export interface Filters {
  readonly level?: number | undefined;
  readonly parentId?: number | undefined;
  readonly statusStrs?: readonly string[] | undefined;
  readonly before?: number | undefined;
}

/** The newest that an index finds, and which of them have the status. */
function wherePartners({ site, part, level, parentId, statusStrs, before }: PartnerFilter) {
  const parameters: Parameter[] = [site, part];
  const conditions = ['partner.site_id = $1', isWithin('partner.path', '$2::text')];
  // Only what is asked for, so that each filter finds its own index.
  const add = (condition: string, value: Parameter | undefined) => {
    if (value === undefined) return;
    parameters.push(value);
    conditions.push(`${condition} $${parameters.length}`);
  };
  add('partner.level =', level);
  add('partner.parent_id =', parentId);
  add('partner.player_id <', before);
  const candidates = `(
      select partner.*
        from partner
       where ${conditions.join('\n         and ')}
       order by partner.player_id desc
       limit ${MOST_LISTED}
    ) as partner`;
  if (statusStrs === undefined) return { from: candidates, rest: 'true', parameters };
  parameters.push(statusStrs as string[]);
  return { from: candidates, rest: `${STATUS} = any($${parameters.length})`, parameters };
}

type PartnerFilter = Filters & { readonly site: SiteId; readonly part: Part };

export async function listPartnerRows(
  tx: Tx,
  filter: PartnerFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: readonly PartnerRow[]; readonly total: number }> {
  const { from, rest, parameters } = wherePartners(filter);
  const [count] = await tx.query<{ total: number }>(
    `select count(*)::int as total from ${from} ${filter.statusStrs === undefined ? '' : JOINS} where ${rest}`,
    parameters,
  );
  const total = count?.total ?? 0;
  if (offset >= total) return { rows: [], total };
  const rows = await tx.query<PartnerRow>(
    `select ${COLUMNS} from ${from} ${JOINS}
      where ${rest}
      order by partner.player_id desc
      offset $${parameters.length + 1} limit $${parameters.length + 2}`,
    [...parameters, offset, limit],
  );
  return { rows, total };
}

export async function findPartnerRow(
  tx: Tx,
  { site, id, part }: { readonly site: SiteId; readonly id: number; readonly part: Part },
): Promise<PartnerRow | undefined> {
  const [row] = await tx.query<PartnerRow>(
    `select ${COLUMNS} ${FROM}
      where partner.site_id = $1 and partner.player_id = $2 and ${isWithin('partner.path', '$3::text')}`,
    [site, id, part],
  );
  return row;
}

export const listMembers = (
  tx: Tx,
  {
    partner,
    before,
    size,
  }: { readonly partner: PlayerId; readonly before: number | undefined; readonly size: number },
) =>
  tx.query<{ readonly id: number; readonly nick: string; readonly at: Date }>(
    `select id, nick, created_at as at
       from player
      where partner_id = $1
        and id < $2
      order by id desc
      limit $3`,
    [partner, before ?? Number.MAX_SAFE_INTEGER, size],
  );

export async function isCodeTaken(tx: Tx, site: SiteId, code: string): Promise<boolean> {
  const rows = await tx.query('select 1 from player where site_id = $1 and partner_code = $2', [site, code]);
  return rows.length > 0;
}

/** The place of every partner of a site, by number: a site has hundreds of them, not thousands. */
export async function loadPaths(tx: Tx, site: SiteId): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await tx.query<Place>(
    'select player_id as id, level, path from partner where site_id = $1 order by player_id',
    [site],
  );
  return new Map(rows.map(({ id, path }) => [id, path.split('/').filter(Boolean).map(Number)]));
}
