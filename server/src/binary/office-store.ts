// What staff read and write: requests to void, and rounds with what was staked on them.

import { amount } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

export interface VoidRequest {
  readonly id: number;
  readonly round: number;
  readonly reason: string;
  readonly requestedBy: number;
  readonly requestedAt: number;
  readonly approvedBy: number | null;
  readonly approvedAt: number | null;
}

interface VoidRow {
  readonly id: number;
  readonly round_id: number;
  readonly reason: string;
  readonly requested_by: number;
  readonly requested_ms: number;
  readonly approved_by: number | null;
  readonly approved_ms: number | null;
}

const VOID_COLUMNS = 'id, round_id, reason, requested_by, requested_ms, approved_by, approved_ms';

const readVoid = (row: VoidRow): VoidRequest => ({
  id: row.id,
  round: row.round_id,
  reason: row.reason,
  requestedBy: row.requested_by,
  requestedAt: row.requested_ms,
  approvedBy: row.approved_by,
  approvedAt: row.approved_ms,
});

/** Undefined when the round was asked about before. */
export async function insertVoidRequest(
  tx: Tx,
  asked: {
    readonly site: SiteId;
    readonly round: number;
    readonly reason: string;
    readonly staff: number;
    readonly now: Millis;
  },
): Promise<VoidRequest | undefined> {
  const [row] = await tx.query<VoidRow>(
    `insert into void_request (site_id, round_id, reason, requested_by, requested_ms)
     values ($1, $2, $3, $4, $5)
     on conflict (site_id, round_id) do nothing
     returning ${VOID_COLUMNS}`,
    [asked.site, asked.round, asked.reason, asked.staff, asked.now],
  );
  return row && readVoid(row);
}

export async function findVoidRequest(tx: Tx, site: SiteId, id: number): Promise<VoidRequest | undefined> {
  const [row] = await tx.query<VoidRow>(
    `select ${VOID_COLUMNS} from void_request where site_id = $1 and id = $2`,
    [site, id],
  );
  return row && readVoid(row);
}

export async function approveVoidRequest(
  tx: Tx,
  { id, staff, now }: { readonly id: number; readonly staff: number; readonly now: Millis },
): Promise<VoidRequest | undefined> {
  const [row] = await tx.query<VoidRow>(
    `update void_request
     set approved_by = coalesce(approved_by, $2), approved_ms = coalesce(approved_ms, $3)
     where id = $1
     returning ${VOID_COLUMNS}`,
    [id, staff, now],
  );
  return row && readVoid(row);
}

export async function listVoidRequests(
  tx: Tx,
  { site, page, size }: { readonly site: SiteId; readonly page: number; readonly size: number },
): Promise<{ readonly requests: readonly VoidRequest[]; readonly total: number }> {
  const rows = await tx.query<VoidRow>(
    `select ${VOID_COLUMNS}
     from void_request
     where site_id = $1
     order by id desc
     offset $2 limit $3`,
    [site, page * size, size],
  );
  const [count] = await tx.query<{ total: number }>(
    'select count(*) as total from void_request where site_id = $1',
    [site],
  );
  return { requests: rows.map(readVoid), total: count?.total ?? 0 };
}

export interface StakedRound {
  readonly round: number;
  readonly bets: number;
  readonly players: number;
  readonly stake: bigint;
  readonly stakes: Readonly<Record<string, string>>;
  readonly isPaid: boolean;
}

export async function listStakedRounds(
  tx: Tx,
  filter: {
    readonly site: SiteId;
    readonly option?: number | undefined;
    readonly statuses?: readonly number[] | undefined;
    readonly from: number;
    readonly to: number;
    readonly page: number;
    readonly size: number;
  },
): Promise<{ readonly rounds: readonly StakedRound[]; readonly total: number }> {
  const { site, option, statuses, from, to, page, size } = filter;
  const condition = `site_id = $1
       and close_ms >= $2
       and close_ms < $3
       and ($4::int is null or option_id = $4)
       and ($5::int[] is null or (case when voided_event is not null then 3 else status end) = any($5))`;
  const parameters = [site, from, to, option ?? null, statuses ?? null];
  const rows = await tx.query<{
    round_id: number;
    bet_count: number;
    stake: string;
    is_paid: boolean;
  }>(
    `select round_id, bet_count, stake, settled_event is not null as is_paid
     from bet_round
     where ${condition}
     order by close_ms desc, round_id desc
     offset $6 limit $7`,
    [...parameters, page * size, size],
  );
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from bet_round where ${condition}`,
    parameters,
  );
  const sums = await tx.query<{ round_id: number; pick: string; stake: string }>(
    `select round_id, pick, sum(stake)::text as stake
     from bet
     where site_id = $1 and round_id = any($2::bigint[])
     group by round_id, pick`,
    [site, rows.map((row) => row.round_id)],
  );
  const players = await tx.query<{ round_id: number; players: number }>(
    `select round_id, count(distinct player_id) as players
     from bet
     where site_id = $1 and round_id = any($2::bigint[])
     group by round_id`,
    [site, rows.map((row) => row.round_id)],
  );
  return {
    total: count?.total ?? 0,
    rounds: rows.map((row) => ({
      round: row.round_id,
      bets: row.bet_count,
      players: players.find((each) => each.round_id === row.round_id)?.players ?? 0,
      stake: amount(row.stake),
      stakes: Object.fromEntries(
        sums.filter((each) => each.round_id === row.round_id).map((each) => [each.pick, each.stake]),
      ),
      isPaid: row.is_paid,
    })),
  };
}
