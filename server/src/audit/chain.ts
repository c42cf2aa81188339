// The chain of the audit log as it is checked: each row is hashed anew from its columns, apart from the database, which
// wrote the hash when the change was made.
import { hash as hashOf } from 'node:crypto';
import type { AUDIT_FAULTS } from '@maru/contract/audit/calls';
import type { SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';

export type AuditFault = (typeof AUDIT_FAULTS)[number];

/** A place in the chain: everything up to it has been checked. */
export interface Place {
  readonly number: number;
  readonly hash: string;
}

export const BEGINNING: Place = { number: 0, hash: '' };

/** Every column as text, in the order in which it is hashed after the number and the previous hash. */
const HASHED = `id::text, site_id::text, ((extract(epoch from at) * 1000000)::bigint)::text,
  area, action, subject, before, after, reason, staff_id::text, confirmed_by::text, origin`;

interface Link {
  readonly number: number;
  readonly previous: string;
  readonly hash: string;
  readonly fields: readonly (string | null)[];
}

/** As `audit_text` of the database. */
const textOf = (fields: readonly (string | null)[]): string =>
  fields.map((field) => (field === null ? '-' : `${Buffer.byteLength(field)}:${field}`)).join(',');

const hashOfLink = ({ number, previous, fields }: Link): string =>
  hashOf('sha256', textOf([String(number), previous, ...fields]), 'hex');

export type Slice =
  | { readonly ok: true; readonly place: Place; readonly isLast: boolean }
  | { readonly ok: false; readonly fault: AuditFault; readonly number: number };

/**
 * Checks the rows that follow a place, at most so many. `known` are hashes by number that were noted outside of the
 * database: a chain that was computed anew as a whole differs from them.
 */
export async function checkSlice(
  tx: Tx,
  {
    site,
    from,
    size,
    known,
  }: {
    readonly site: SiteId;
    readonly from: Place;
    readonly size: number;
    readonly known: ReadonlyMap<number, string>;
  },
): Promise<Slice> {
  const links = await tx.query<Link>(
    `select number, previous, hash, array[${HASHED}] as fields
       from staff_change
      where site_id = $1
        and number > $2
      order by number
      limit $3`,
    [site, from.number, size],
  );
  let place = from;
  for (const link of links) {
    const expected = place.number + 1;
    if (link.number !== expected) return { ok: false, fault: 'REMOVED', number: expected };
    if (link.hash !== hashOfLink(link)) return { ok: false, fault: 'CHANGED', number: link.number };
    if (link.previous !== place.hash) return { ok: false, fault: 'BROKEN', number: link.number };
    const noted = known.get(link.number);
    if (noted !== undefined && noted !== link.hash)
      return { ok: false, fault: 'REWRITTEN', number: link.number };
    place = { number: link.number, hash: link.hash };
  }
  return { ok: true, place, isLast: links.length < size };
}

/** A row that was added without being chained. */
export async function hasUnchained(tx: Tx, site: SiteId): Promise<boolean> {
  const rows = await tx.query('select id from staff_change where site_id = $1 and number is null limit 1', [
    site,
  ]);
  return rows.length > 0;
}

export async function findEnd(tx: Tx, site: SiteId): Promise<Place> {
  const [end] = await tx.query<Place>(
    'select number, hash from staff_change where site_id = $1 and number is not null order by number desc limit 1',
    [site],
  );
  return end ?? BEGINNING;
}
