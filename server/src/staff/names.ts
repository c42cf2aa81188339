// Who somebody is, for lists of staff that have only numbers.
import type { SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';

export interface PersonName {
  readonly id: number;
  readonly username: string;
  readonly name: string;
}

/** People of a site by their numbers; those who are not of it are left out. */
export async function listNames(
  tx: Tx,
  site: SiteId,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PersonName>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<PersonName>(
    'select id, username, name from player where site_id = $1 and id = any($2::bigint[])',
    [site, [...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Names of staff by their numbers: those who run the platform act on sites that their account is not of. */
export async function listStaffNames(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<Pick<PersonName, 'id' | 'name'>>(
    `select id, name from player where id = any($1::bigint[]) and role = 'STAFF'`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
