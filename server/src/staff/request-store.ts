// Requests of staff as the tables keep them.
import type { ReplyOf } from '@maru/contract/call';
import type { approveStaffRequest } from '@maru/contract/staff';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

export type StaffRequest = ReplyOf<typeof approveStaffRequest>;

interface Row {
  readonly id: number;
  readonly kind: StaffRequest['kind'];
  readonly subject: string;
  readonly body: string;
  readonly reason: string;
  readonly requested_by: number;
  readonly requested_ms: number;
  readonly approved_by: number | null;
  readonly approved_ms: number | null;
  readonly withdrawn_by: number | null;
  readonly outcome: string | null;
}

const COLUMNS =
  'id, kind, subject, body, reason, requested_by, requested_ms, approved_by, approved_ms, withdrawn_by, outcome';

const numberOrNull = (value: number | null): number | null => (value === null ? null : Number(value));

const readRow = (row: Row): StaffRequest => ({
  id: Number(row.id),
  kind: row.kind,
  subject: row.subject,
  body: row.body,
  reason: row.reason,
  requestedBy: Number(row.requested_by),
  requestedMillis: Number(row.requested_ms),
  approvedBy: numberOrNull(row.approved_by),
  approvedMillis: numberOrNull(row.approved_ms),
  withdrawnBy: numberOrNull(row.withdrawn_by),
  outcome: row.outcome,
});

export async function insertRequest(
  tx: Tx,
  asked: {
    readonly site: SiteId;
    readonly kind: StaffRequest['kind'];
    readonly subject: string;
    readonly body: string;
    readonly reason: string;
    readonly staff: number;
    readonly now: Millis;
    readonly outdatedAt: Millis;
  },
): Promise<StaffRequest | undefined> {
  const { site, kind, subject, body, reason, staff, now, outdatedAt } = asked;
  await tx.query(
    `update staff_request
        set withdrawn_by = requested_by, withdrawn_ms = $4
      where site_id = $1
        and kind = $2
        and subject = $3
        and approved_by is null
        and withdrawn_by is null
        and requested_ms < $5`,
    [site, kind, subject, now, outdatedAt],
  );
  const [row] = await tx.query<Row>(
    `insert into staff_request (site_id, kind, subject, body, reason, requested_by, requested_ms)
     values ($1, $2, $3, $4, $5, $6, $7)
     returning ${COLUMNS}`,
    [site, kind, subject, body, reason, staff, now],
  );
  return row && readRow(row);
}

export async function findRequest(tx: Tx, site: SiteId, id: number): Promise<StaffRequest | undefined> {
  const [row] = await tx.query<Row>(`select ${COLUMNS} from staff_request where site_id = $1 and id = $2`, [
    site,
    id,
  ]);
  return row && readRow(row);
}

export async function listRequests(
  tx: Tx,
  {
    site,
    before,
    size,
  }: { readonly site: SiteId; readonly before: number | undefined; readonly size: number },
): Promise<readonly StaffRequest[]> {
  const rows = await tx.query<Row>(
    `select ${COLUMNS}
       from staff_request
      where site_id = $1
        and ($2::bigint is null or id < $2)
      order by id desc
      limit $3`,
    [site, before ?? null, size],
  );
  return rows.map(readRow);
}

/** Undefined when it does not wait any more. */
export async function approveRequest(
  tx: Tx,
  { id, staff, now }: { readonly id: number; readonly staff: number; readonly now: Millis },
): Promise<StaffRequest | undefined> {
  const [row] = await tx.query<Row>(
    `update staff_request
        set approved_by = $2, approved_ms = $3
      where id = $1 and approved_by is null and withdrawn_by is null
     returning ${COLUMNS}`,
    [id, staff, now],
  );
  return row && readRow(row);
}

export async function withdrawRequest(
  tx: Tx,
  { id, staff, now }: { readonly id: number; readonly staff: number; readonly now: Millis },
): Promise<StaffRequest | undefined> {
  const [row] = await tx.query<Row>(
    `update staff_request
        set withdrawn_by = $2, withdrawn_ms = $3
      where id = $1 and approved_by is null and withdrawn_by is null
     returning ${COLUMNS}`,
    [id, staff, now],
  );
  return row && readRow(row);
}

export async function noteOutcome(
  tx: Tx,
  { id, outcome }: { readonly id: number; readonly outcome: string },
): Promise<StaffRequest | undefined> {
  const [row] = await tx.query<Row>(
    `update staff_request set outcome = $2 where id = $1 returning ${COLUMNS}`,
    [id, outcome],
  );
  return row && readRow(row);
}
