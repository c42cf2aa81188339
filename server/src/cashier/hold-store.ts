// Marks of staff on requests that wait for something. A mark decides nothing: the desk does not know it.
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';

export interface Hold {
  readonly row: number;
  readonly reason: string;
  readonly staff: number;
  readonly at: number;
}

const COLUMNS = 'row_id as "row", reason, staff_id as staff, at_ms as at';

export const listHolds = (tx: Tx, site: SiteId, rows: readonly number[]): Promise<readonly Hold[]> =>
  tx.query<Hold>(`select ${COLUMNS} from dnw_hold where site_id = $1 and row_id = any($2::bigint[])`, [
    site,
    [...rows],
  ]);

/** A second mark replaces the first. */
export async function putHold(
  tx: Tx,
  { site, row, staff, reason, now }: Omit<Hold, 'at'> & { readonly site: SiteId; readonly now: Millis },
): Promise<void> {
  await insertRow(
    tx,
    'dnw_hold',
    { row_id: row, site_id: site, staff_id: staff, reason, at_ms: now },
    'on conflict (row_id) do update set staff_id = excluded.staff_id, reason = excluded.reason, at_ms = excluded.at_ms',
  );
}

export async function deleteHold(tx: Tx, site: SiteId, row: number): Promise<Hold | undefined> {
  const [gone] = await tx.query<Hold>(
    `delete from dnw_hold where site_id = $1 and row_id = $2 returning ${COLUMNS}`,
    [site, row],
  );
  return gone;
}

/** Of requests that ended without a decision of staff: cancelled by their player, or by the clock. */
export async function forgetHolds(tx: Tx): Promise<void> {
  await tx.query(
    `delete from dnw_hold
      where exists (
        select from cashier_row where cashier_row.id = dnw_hold.row_id and cashier_row.status not in (0, 4)
      )`,
  );
}
