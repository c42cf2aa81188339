// What was copied and missed, and what traders were paid, as lists of it.
import type { Amount, Qty } from '@maru/engine/amount';
import type { MissedReason } from '@maru/engine/copytrade/events';
import type { CopySizing } from '@maru/engine/futures/events';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Parameter, Tx } from '../db/database.ts';
import { MOST_LISTED } from '../http/paging.ts';
import { fieldsOf, rowReader, selectFrom } from '../shadow/statements.ts';
import type { Read } from '../shadow/table.ts';
import { readSizing } from './shadow/sizing-text.ts';
import { leads, records, shares } from './shadow/tables.ts';

const shown = rowReader(records, fieldsOf(records, 'seq'));
const ofLeads = rowReader(leads, ['margin', 'closed', 'of']);

type Stored = Omit<Read<typeof records.columns>, 'seq' | 'sizing'>;

export interface RecordRow extends Stored {
  readonly sizing?: CopySizing | undefined;
  /** What the trader's fill was, where it is still kept. */
  readonly ofLead?: { readonly margin: Amount; readonly closed: Qty; readonly of: Qty } | undefined;
}

export interface RecordFilter {
  readonly site: SiteId;
  readonly follower?: number | undefined;
  readonly trader?: number | undefined;
  readonly follow?: number | undefined;
  /** FILLED or MISSED; all of them where it is absent. */
  readonly status?: 'FILLED' | 'MISSED' | undefined;
  readonly reasons?: readonly MissedReason[] | undefined;
  /** Only those that come after this one in a list of the newest first. */
  readonly before?: number | undefined;
}

const isMissed = ({ status, reasons }: RecordFilter): boolean => status === 'MISSED' || reasons !== undefined;

/** Where the looking ends; without it after `MOST_LISTED`. */
type Looked = RecordFilter & { readonly oldest?: number | undefined };

/** The newest that an index finds: a filter that fits few rows reads no more than one that fits all. */
function candidates(filter: Looked, columns = 'record.*') {
  const { site, follower, trader, before, oldest } = filter;
  const parameters: Parameter[] = [];
  const conditions: string[] = [];
  const add = (condition: (place: string) => string, value: Parameter | undefined) => {
    if (value !== undefined) conditions.push(condition(`$${parameters.push(value)}`));
  };
  // By one of them: what two of them have in common could be far back.
  if (follower !== undefined) add((place) => `record.follower_id = ${place}`, follower);
  else if (trader !== undefined) add((place) => `record.trader_id = ${place}`, trader);
  else add((place) => `record.site_id = ${place}`, site);
  add((place) => `record.id < ${place}`, before);
  add((place) => `record.id >= ${place}`, oldest);
  // These have indexes of their own.
  if (isMissed(filter)) conditions.push('record.reason is not null');
  const text = `(
      select ${columns}
      from copy_record as record
      where ${conditions.join(' and ')}
      order by record.id desc
      ${oldest === undefined ? `limit ${MOST_LISTED}` : ''}
    )`;
  return { text, parameters };
}

function restOf({ site, trader, follow, status, reasons }: RecordFilter, parameters: Parameter[]): string {
  const conditions = [`record.site_id = $${parameters.push(site)}`];
  if (trader !== undefined) conditions.push(`record.trader_id = $${parameters.push(trader)}`);
  if (follow !== undefined) conditions.push(`record.follow_id = $${parameters.push(follow)}`);
  if (status !== undefined) conditions.push(`record.reason is ${status === 'MISSED' ? 'not null' : 'null'}`);
  if (reasons !== undefined) conditions.push(`record.reason = any($${parameters.push(reasons)}::text[])`);
  return conditions.join(' and ');
}

/** Whether all that the index finds are wanted, but those of a person of another site. */
const isExact = ({ follower, trader, follow, status, reasons }: RecordFilter): boolean =>
  (follower === undefined || trader === undefined) &&
  follow === undefined &&
  status !== 'FILLED' &&
  reasons === undefined;

/** The last of those that are looked at, and whether there are more behind it. Undefined where there are none. */
async function findOldest(
  tx: Tx,
  filter: RecordFilter,
): Promise<{ readonly id: number; readonly hasMore: boolean } | undefined> {
  const { text, parameters } = candidates(filter, 'record.id');
  const [row] = await tx.query<{ id: number; count: number }>(
    `select record.id, looked.count
     from (select min(id) as id, count(*)::int as count from ${text} as found) as looked
     join copy_record as record on record.id = looked.id
     where record.site_id = $${parameters.length + 1}`,
    [...parameters, filter.site],
  );
  return row && { id: row.id, hasMore: row.count === MOST_LISTED };
}

/**
 * Those after `before`, newest first. A page that looked at `MOST_LISTED` and found fewer than it may have is not the last:
 * `next` is where the looking goes on.
 */
export async function pageRecords(
  tx: Tx,
  filter: RecordFilter,
  size: number,
): Promise<{ readonly rows: readonly RecordRow[]; readonly next: number | null }> {
  // What was filled has no reason.
  if (filter.status === 'FILLED' && filter.reasons !== undefined) return { rows: [], next: null };
  const window = { offset: 0, limit: size };
  const nextOf = (rows: readonly RecordRow[]) => (rows.length < size ? null : (rows.at(-1)?.id ?? null));
  if (isExact(filter)) {
    const rows = await listRecords(tx, filter, window);
    return { rows, next: nextOf(rows) };
  }
  const oldest = await findOldest(tx, filter);
  if (oldest === undefined) return { rows: [], next: null };
  const rows = await listRecords(tx, { ...filter, oldest: oldest.id }, window);
  return { rows, next: nextOf(rows) ?? (oldest.hasMore ? oldest.id : null) };
}

export async function listRecords(
  tx: Tx,
  filter: Looked,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly RecordRow[]> {
  if (offset >= MOST_LISTED) return [];
  const { text, parameters } = candidates(filter);
  const rest = restOf(filter, parameters);
  const rows = await tx.query<object & { lead_margin: string | null }>(
    `select ${shown.columns('record')}, lead.margin as lead_margin, lead.closed_qty, lead.of_qty
     from (
       select record.*
       from ${text} as record
       where ${rest}
       order by record.id desc
       offset $${parameters.length + 1} limit $${parameters.length + 2}
     ) as record
     left join copy_lead as lead on lead.id = record.lead_id
     order by record.id desc`,
    [...parameters, offset, limit],
  );
  return rows.map((row) => {
    const { sizing, ...stored } = shown.read(row);
    const ofLead = row.lead_margin === null ? undefined : ofLeads.read({ ...row, margin: row.lead_margin });
    return { ...stored, sizing: sizing === undefined ? undefined : readSizing(sizing), ofLead };
  });
}

/** Up to `MOST_LISTED`. */
export async function countRecords(tx: Tx, filter: RecordFilter): Promise<number> {
  const { text, parameters } = candidates(filter);
  const rest = restOf(filter, parameters);
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${text} as record where ${rest}`,
    parameters,
  );
  return row?.count ?? 0;
}

const readShares = selectFrom(shares, fieldsOf(shares));

interface ShareFilter {
  readonly trader: PlayerId;
  /** Only those that come after this one in the list, newest first. */
  readonly before?: number | undefined;
}

const ofShares = ({ trader, before = Number.MAX_SAFE_INTEGER }: ShareFilter) => [trader, before];

export const listShares = (
  tx: Tx,
  filter: ShareFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) =>
  offset >= MOST_LISTED
    ? Promise.resolve([])
    : readShares(tx, 'where trader_id = $1 and id < $2 order by id desc offset $3 limit $4', [
        ...ofShares(filter),
        offset,
        limit,
      ]);

/** Up to `MOST_LISTED`. */
export async function countShares(tx: Tx, filter: ShareFilter): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count
     from (select id from copy_share where trader_id = $1 and id < $2 limit ${MOST_LISTED}) as share`,
    ofShares(filter),
  );
  return row?.count ?? 0;
}
