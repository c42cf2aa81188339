// What staff read and write: requests to void, and rounds with their stakes.

import { MOST_COUNTED } from '@maru/contract/staff/badges';
import { amount, toDecimal } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Parameter, Tx } from '../db/database.ts';
import { MOST_LISTED } from '../http/paging.ts';
import { listOfSite, type SitePage } from '../staff/site-list.ts';

export interface VoidRequest {
  readonly id: number;
  readonly round: number;
  readonly reason: string;
  readonly requestedBy: number;
  readonly requestedAt: number;
  readonly approvedBy: number | null;
  readonly approvedAt: number | null;
  readonly withdrawnBy: number | null;
  readonly withdrawnAt: number | null;
}

const VOID_COLUMNS = `id, round_id as round, reason, requested_by as "requestedBy", requested_ms as "requestedAt",
  approved_by as "approvedBy", approved_ms as "approvedAt", withdrawn_by as "withdrawnBy",
  withdrawn_ms as "withdrawnAt"`;

/** Undefined when there is a request for the round already. */
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
  const [request] = await tx.query<VoidRequest>(
    `insert into void_request (site_id, round_id, reason, requested_by, requested_ms)
     values ($1, $2, $3, $4, $5)
     on conflict (site_id, round_id) where withdrawn_ms is null do nothing
     returning ${VOID_COLUMNS}`,
    [asked.site, asked.round, asked.reason, asked.staff, asked.now],
  );
  return request;
}

export async function findVoidRequest(tx: Tx, site: SiteId, id: number): Promise<VoidRequest | undefined> {
  const [request] = await tx.query<VoidRequest>(
    `select ${VOID_COLUMNS} from void_request where site_id = $1 and id = $2`,
    [site, id],
  );
  return request;
}

/** Undefined when it was turned down. */
export async function approveVoidRequest(
  tx: Tx,
  { id, staff, now }: { readonly id: number; readonly staff: number; readonly now: Millis },
): Promise<VoidRequest | undefined> {
  const [request] = await tx.query<VoidRequest>(
    `update void_request
     set approved_by = coalesce(approved_by, $2), approved_ms = coalesce(approved_ms, $3)
     where id = $1 and withdrawn_ms is null
     returning ${VOID_COLUMNS}`,
    [id, staff, now],
  );
  return request;
}

/** The desk has not done it: it waits again. */
export async function releaseVoidRequest(tx: Tx, id: number): Promise<void> {
  await tx.query('update void_request set approved_by = null, approved_ms = null where id = $1', [id]);
}

/** Undefined when it is no longer waiting. */
export async function withdrawVoidRequest(
  tx: Tx,
  { id, staff, now }: { readonly id: number; readonly staff: number; readonly now: Millis },
): Promise<VoidRequest | undefined> {
  const [request] = await tx.query<VoidRequest>(
    `update void_request
     set withdrawn_by = $2, withdrawn_ms = $3
     where id = $1 and approved_ms is null and withdrawn_ms is null
     returning ${VOID_COLUMNS}`,
    [id, staff, now],
  );
  return request;
}

/** The newest about the round. */
export async function findVoidOfRound(tx: Tx, site: SiteId, round: number): Promise<VoidRequest | undefined> {
  const [request] = await tx.query<VoidRequest>(
    `select ${VOID_COLUMNS}
     from void_request
     where site_id = $1 and round_id = $2
     order by id desc
     limit 1`,
    [site, round],
  );
  return request;
}

export const listVoidRequests = (tx: Tx, page: SitePage) =>
  listOfSite<VoidRequest>(tx, { table: 'void_request', columns: VOID_COLUMNS }, page);

/** Those that wait for a second person; no more are counted than the menu shows. */
export async function countWaitingVoids(tx: Tx, site: SiteId): Promise<number> {
  const [row] = await tx.query<{ waiting: number }>(
    `select count(*) as waiting
     from (
       select id from void_request
       where site_id = $1 and approved_ms is null and withdrawn_ms is null
       limit ${MOST_COUNTED}
     ) as request`,
    [site],
  );
  return row?.waiting ?? 0;
}

export interface StakedRound {
  readonly round: number;
  readonly bets: number;
  /** Undefined until everybody is paid: until then the desk has the number. */
  readonly players: number | undefined;
  readonly stake: bigint;
  readonly stakes: Readonly<Record<string, string>>;
  /** How many bets have which status. */
  readonly betsByStatus: Readonly<Record<string, number>>;
  readonly isPaid: boolean;
}

export interface StakedFilter {
  readonly site: SiteId;
  readonly offer?: number | undefined;
  readonly statuses?: readonly number[] | undefined;
  readonly from: number;
  readonly to: number;
  /** Only rounds that come after this one in a list of the newest first. */
  readonly before?: number | undefined;
  readonly page: number;
  readonly size: number;
}

/**
 * At most `MOST_LISTED` back from where the list begins. The counts of a round were stored when its bets were written.
 */
export async function listStakedRounds(
  tx: Tx,
  filter: StakedFilter,
): Promise<{ readonly rounds: readonly StakedRound[]; readonly total: number }> {
  const { site, offer, statuses, from, to, before, page, size } = filter;
  const parameters: Parameter[] = [site, from, to, statuses ?? null];
  const conditions = ['site_id = $1', 'close_ms >= $2', 'close_ms < $3'];
  if (offer !== undefined) conditions.push(`option_id = $${parameters.push(offer)}`);
  if (before !== undefined) {
    conditions.push(
      `(close_ms, round_id) < (
         select close_ms, round_id from bet_round where site_id = $1 and round_id = $${parameters.push(before)}
       )`,
    );
  }
  const within = `from bet_round where ${conditions.join(' and ')}`;
  const candidates = `select
       round_id, close_ms, bet_count, stake, paid_players, settled_event is not null as is_paid,
       case when voided_event is not null then 3 else status end as status
     ${within}
     order by close_ms desc, round_id desc
     limit ${MOST_LISTED}`;
  const fits = '($4::int[] is null or status = any($4))';
  const rows = await tx.query<{
    round_id: number;
    bet_count: number;
    stake: string;
    paid_players: number;
    is_paid: boolean;
  }>(
    `select round_id, bet_count, stake, paid_players, is_paid
     from (${candidates}) as candidate
     where ${fits}
     order by close_ms desc, round_id desc
     offset $${parameters.length + 1} limit $${parameters.length + 2}`,
    [...parameters, page * size, size],
  );
  // Whatever their order, as many are counted; sorting them would read all of a period that has a few more.
  const counted = statuses === undefined ? `select 0 as status ${within} limit ${MOST_LISTED}` : candidates;
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from (${counted}) as candidate where ${fits}`,
    parameters,
  );
  const states = await tx.query<{
    round_id: number;
    pick: string;
    status: number;
    bets: number;
    stake: string;
  }>(
    `select round_id, pick, status, sum(bets) as bets, sum(stake)::text as stake
     from round_state
     where site_id = $1 and round_id = any($2::bigint[])
     group by round_id, pick, status`,
    [site, rows.map((row) => row.round_id)],
  );
  const byRound = Map.groupBy(states, ({ round_id }) => round_id);
  return {
    total: count?.total ?? 0,
    rounds: rows.map((row) => ({
      round: row.round_id,
      bets: row.bet_count,
      players: row.is_paid ? row.paid_players : undefined,
      stake: amount(row.stake),
      ...countedOf(byRound.get(row.round_id) ?? []),
      isPaid: row.is_paid,
    })),
  };
}

function countedOf(
  states: readonly {
    readonly pick: string;
    readonly status: number;
    readonly bets: number;
    readonly stake: string;
  }[],
): Pick<StakedRound, 'stakes' | 'betsByStatus'> {
  const stakes = new Map<string, bigint>();
  const bets = new Map<string, number>();
  for (const state of states) {
    stakes.set(state.pick, (stakes.get(state.pick) ?? 0n) + amount(state.stake));
    bets.set(String(state.status), (bets.get(String(state.status)) ?? 0) + state.bets);
  }
  return {
    stakes: Object.fromEntries(Array.from(stakes, ([pick, stake]) => [pick, toDecimal(stake)])),
    betsByStatus: Object.fromEntries(bets),
  };
}
