// The queue of the cashier: open requests, oldest first. A member has one of each type at most, and no read goes further
// than the first of them.
import { type Amount, amount } from '@maru/engine/amount';
import type { RowType } from '@maru/engine/cashier/request-machine';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Parameter, Tx } from '../db/database.ts';
import { fieldsOf, rowReader } from '../shadow/statements.ts';
import type { CashierRow } from './row-store.ts';
import { cashierRows } from './shadow/tables.ts';

const shown = rowReader(cashierRows, fieldsOf(cashierRows, 'shard'));

/** How much of the queue is searched and counted. */
const MOST_WAITING = 1_000;

export type QueueKind = 'DEPOSIT' | 'WITHDRAWAL' | 'P2P' | 'GRANT';

/** Only conditions of our own. */
const OF_KIND: Readonly<Record<QueueKind, string>> = {
  DEPOSIT: `line.type in ('D', 'WB') and line.channel <> 'p2p'`,
  WITHDRAWAL: `line.type in ('W', 'WS') and line.channel <> 'p2p'`,
  P2P: `line.channel = 'p2p'`,
  GRANT: `line.type in ('PB', 'PM')`,
};

export interface QueueFilter {
  readonly site: SiteId;
  readonly kind?: QueueKind | undefined;
  readonly search?: string | undefined;
  readonly after: number;
  readonly limit: number;
}

export async function listQueue(
  tx: Tx,
  { site, kind, search = '', after, limit }: QueueFilter,
): Promise<readonly CashierRow[]> {
  const parameters: Parameter[] = [site, after];
  const given = (value: Parameter): string => `$${parameters.push(value)}`;
  const rest = ['true'];
  if (kind !== undefined) rest.push(OF_KIND[kind]);
  if (search !== '') {
    const word = given(search.toLowerCase());
    // `position` knows no patterns; what is searched is the bounded queue and no table of members. An account is found
    // by its last digits, which are shown, or as a whole: a search for a part of it would spell it out.
    rest.push(
      `(line.id::text = ${word}
        or exists (select from player where player.id = line.player_id
          and position(${word} in lower(player.username || ' ' || player.name || ' ' || player.nick)) > 0)
        or exists (select from payout_account where payout_account.id = line.payout_id
          and replace(${word}, '-', '') in (right(payout_account.account, 4), lower(payout_account.account))))`,
    );
  }
  const rows = await tx.query<never>(
    `select ${shown.columns('line')}
       from (
         select * from cashier_row
          where site_id = $1 and status in (0, 4) and id > $2
          order by id
          limit ${MOST_WAITING}
       ) as line
      where ${rest.join(' and ')}
      order by line.id
      limit ${given(limit)}`,
    parameters,
  );
  return rows.map((row) => shown.read(row));
}

interface WaitingSum {
  readonly kind: QueueKind;
  readonly currency: string;
  readonly count: number;
  readonly amount: Amount;
  readonly oldest: number;
}

export interface Waiting {
  readonly sums: readonly WaitingSum[];
  readonly held: number;
  readonly isMore: boolean;
}

export async function sumQueue(tx: Tx, site: SiteId): Promise<Waiting> {
  const sums = await tx.query<Omit<WaitingSum, 'amount'> & { readonly amount: string }>(
    `select case
              when ${OF_KIND.P2P} then 'P2P'
              when ${OF_KIND.GRANT} then 'GRANT'
              when ${OF_KIND.DEPOSIT} then 'DEPOSIT'
              else 'WITHDRAWAL'
            end as kind,
            line.currency, count(*)::int as count, sum(line.amount)::text as amount,
            min(line.created_ms) as oldest
       from (
         select type, channel, currency, amount, created_ms
           from cashier_row
          where site_id = $1 and status in (0, 4)
          order by id
          limit ${MOST_WAITING}
       ) as line
      group by 1, 2`,
    [site],
  );
  const [held] = await tx.query<{ readonly count: number }>(
    `select count(*)::int as count
       from (select row_id from dnw_hold where site_id = $1 limit ${MOST_WAITING}) as marked
      where exists (select from cashier_row where id = marked.row_id and status in (0, 4))`,
    [site],
  );
  return {
    sums: sums.map((each) => ({ ...each, amount: amount(each.amount) })),
    held: held?.count ?? 0,
    isMore: sums.reduce((total, { count }) => total + count, 0) >= MOST_WAITING,
  };
}

export async function countQueue(tx: Tx, site: SiteId): Promise<number> {
  const [row] = await tx.query<{ readonly count: number }>(
    `select count(*)::int as count
       from (select id from cashier_row where site_id = $1 and status in (0, 4) limit ${MOST_WAITING}) as line`,
    [site],
  );
  return row?.count ?? 0;
}

interface DoneSum {
  readonly type: RowType;
  readonly currency: string;
  readonly amount: Amount;
}

/** What came and went in a window of at most a day. */
export async function sumDone(
  tx: Tx,
  { site, from, to }: { readonly site: SiteId; readonly from: number; readonly to: number },
): Promise<readonly DoneSum[]> {
  const rows = await tx.query<Omit<DoneSum, 'amount'> & { readonly amount: string }>(
    `select type, currency, sum(amount)::text as amount
       from cashier_row
      where site_id = $1 and status = 1 and ended_ms >= $2 and ended_ms < $3 and type in ('D', 'WB', 'W', 'WS')
      group by type, currency`,
    [site, from, to],
  );
  return rows.map((row) => ({ ...row, amount: amount(row.amount) }));
}

/** Filters that fit few requests read no further than so many. */
const MOST_ENDED = 10_000;

export interface EndedFilter {
  readonly site: SiteId;
  readonly kind?: QueueKind | undefined;
  readonly status?: number | undefined;
  readonly player?: PlayerId | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Newest first, by the number they got when they were asked for. */
export async function listEnded(tx: Tx, filter: EndedFilter): Promise<readonly CashierRow[]> {
  const { site, kind, status, player, before, limit } = filter;
  const rows = await tx.query<never>(
    `select ${shown.columns('line')}
       from (
         select * from cashier_row
          where site_id = $1 and ${player === undefined ? '$4::bigint is null' : 'player_id = $4'}
            and status in (1, 2, 3) and type in ('D', 'W', 'WB', 'WS', 'PB', 'PM') and id < $2
          order by id desc
          limit ${MOST_ENDED}
       ) as line
      where ${kind === undefined ? 'true' : OF_KIND[kind]} and ($3::int is null or line.status = $3)
      order by line.id desc
      limit $5`,
    [site, before ?? Number.MAX_SAFE_INTEGER, status ?? null, player ?? null, limit],
  );
  return rows.map((row) => shown.read(row));
}
