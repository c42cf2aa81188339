// The statements of approvals: what somebody has decided and the desk is asked.
import type { Rate } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { bySite } from '../shadow/of-shard.ts';
import { type ApplicationStatus, rateOf } from './application-store.ts';
import type { StaffTerms } from './staff-decisions.ts';

export interface Approval extends StaffTerms {
  readonly staff: PlayerId;
  readonly reason: string;
  readonly at: Millis;
  /** By which the desk knows its command. Each approval has one of its own: a refused key stays refused. */
  readonly key: string;
}

export interface ApprovedApplication {
  readonly id: number;
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly status: ApplicationStatus;
  readonly pairs: readonly number[];
  readonly shareRate: Rate;
  readonly intro: string;
  /** Undefined when the desk is not asked, or has answered. */
  readonly approval: Approval | undefined;
}

export const beginApproval = (tx: Tx, id: number, approval: Approval): Promise<unknown> =>
  tx.query('update copy_application set approval = $2 where id = $1', [id, JSON.stringify(approval)]);

/** It waits for a decision again. */
export const dropApproval = (tx: Tx, id: number): Promise<unknown> =>
  tx.query('update copy_application set approval = null where id = $1', [id]);

/** Nobody else changes it before this transaction ends. */
export async function findApproval(tx: Tx, id: number): Promise<ApprovedApplication | undefined> {
  type Stored = Omit<ApprovedApplication, 'shareRate' | 'approval'>;
  const [row] = await tx.query<Stored & { readonly shareRate: string; readonly approval: string | null }>(
    `select id, site_id as site, player_id as player, status, pairs, share_rate as "shareRate", intro, approval
     from copy_application
     where id = $1
     for update`,
    [id],
  );
  if (row === undefined) return undefined;
  const approval = row.approval === null ? undefined : (JSON.parse(row.approval) as Approval);
  return { ...row, shareRate: rateOf(row.shareRate), approval };
}

/** Begun and not finished, oldest first. */
export async function listApprovals(tx: Tx, shard: number, limit: number): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    `select id
     from copy_application
     where approval is not null and ${bySite(shard, 'copy_application')}
     order by id
     limit $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}
