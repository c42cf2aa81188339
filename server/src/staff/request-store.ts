// Requests of staff as the tables keep them.
import type { ReplyOf } from '@maru/contract/call';
import type { approveStaffRequest } from '@maru/contract/staff/calls';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Parameter, Tx } from '../db/database.ts';

export type StaffRequest = ReplyOf<typeof approveStaffRequest>;

const COLUMNS = `id, kind, subject, body, reason, requested_by as "requestedBy", requested_ms as "requestedMillis",
  approved_by as "approvedBy", approved_ms as "approvedMillis", withdrawn_by as "withdrawnBy", outcome,
  decision_reason as "decisionReason"`;

/** The one request that a statement concerns. */
async function findOne(
  tx: Tx,
  text: string,
  parameters: readonly Parameter[],
): Promise<StaffRequest | undefined> {
  const [request] = await tx.query<StaffRequest>(text, parameters);
  return request;
}

export interface NewRequest {
  readonly site: SiteId;
  readonly kind: StaffRequest['kind'];
  readonly subject: string;
  /** The requested change, as JSON. */
  readonly body: unknown;
  readonly reason: string;
  readonly staff: number;
  readonly now: Millis;
}

/** A request for the same that was made before `outdatedAt` is withdrawn: it must not prevent new ones. */
export async function insertRequest(
  tx: Tx,
  { site, kind, subject, body, reason, staff, now }: NewRequest,
  outdatedAt: Millis,
): Promise<StaffRequest | undefined> {
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
  return findOne(
    tx,
    `insert into staff_request (site_id, kind, subject, body, reason, requested_by, requested_ms)
     values ($1, $2, $3, $4, $5, $6, $7)
     returning ${COLUMNS}`,
    [site, kind, subject, JSON.stringify(body), reason, staff, now],
  );
}

export const findRequest = (tx: Tx, site: SiteId, id: number): Promise<StaffRequest | undefined> =>
  findOne(tx, `select ${COLUMNS} from staff_request where site_id = $1 and id = $2`, [site, id]);

/** The newest of a kind that nobody has decided about and that may still be approved. */
export const findWaiting = (
  tx: Tx,
  { site, kind, since }: Pick<NewRequest, 'site' | 'kind'> & { readonly since: Millis },
): Promise<StaffRequest | undefined> =>
  findOne(
    tx,
    `select ${COLUMNS}
       from staff_request
      where site_id = $1
        and kind = $2
        and approved_by is null
        and withdrawn_by is null
        and requested_ms >= $3
      order by id desc
      limit 1`,
    [site, kind, since],
  );

export const listRequests = (
  tx: Tx,
  {
    site,
    before,
    size,
  }: { readonly site: SiteId; readonly before: number | undefined; readonly size: number },
): Promise<readonly StaffRequest[]> =>
  tx.query<StaffRequest>(
    `select ${COLUMNS}
       from staff_request
      where site_id = $1
        and ($2::bigint is null or id < $2)
      order by id desc
      limit $3`,
    [site, before ?? null, size],
  );

/** Undefined when it is no longer waiting. */
export const endRequest = (
  tx: Tx,
  end: 'approved' | 'withdrawn',
  {
    id,
    staff,
    now,
    reason,
  }: { readonly id: number; readonly staff: number; readonly now: Millis; readonly reason: string },
): Promise<StaffRequest | undefined> =>
  findOne(
    tx,
    `update staff_request
        set ${end}_by = $2, ${end}_ms = $3, decision_reason = $4
      where id = $1 and approved_by is null and withdrawn_by is null
     returning ${COLUMNS}`,
    [id, staff, now, reason],
  );

export const noteOutcome = (
  tx: Tx,
  { id, outcome }: { readonly id: number; readonly outcome: string },
): Promise<StaffRequest | undefined> =>
  findOne(tx, `update staff_request set outcome = $2 where id = $1 returning ${COLUMNS}`, [id, outcome]);
