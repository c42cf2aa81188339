// Lists of the history: requests and everything that was done at once. Rows are written by the shadow and never archived.
import { type Amount, amount, amountOfUnits } from '@maru/engine/amount';
import type { RowType } from '@maru/engine/cashier/request-machine';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Parameter, Tx } from '../db/database.ts';
import { MOST_LISTED } from '../http/paging.ts';
import { fieldsOf, rowReader } from '../shadow/statements.ts';
import type { RowOf } from '../shadow/table.ts';
import { cashierRows, type RowStatus } from './shadow/tables.ts';

export type CashierRow = Omit<RowOf<typeof cashierRows>, 'shard'>;

const shown = rowReader(cashierRows, fieldsOf(cashierRows, 'shard'));

export interface RowFilter {
  readonly site: SiteId;
  /** Only what the player may see: a grant that nobody has approved does not exist for its player. */
  readonly player?: PlayerId | undefined;
  readonly isForStaff?: boolean;
  readonly types?: readonly RowType[] | undefined;
  readonly excludedTypes?: readonly RowType[] | undefined;
  readonly statuses?: readonly RowStatus[] | undefined;
  readonly wallets?: readonly string[] | undefined;
  readonly keyword?: string | undefined;
  /** Only rows that come after this one in a list of the newest first. */
  readonly before?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

const HIDDEN_FROM_PLAYER = `(line.type not in ('PB', 'PM') or line.status = 1)`;

/** Only conditions of our own; every value is a parameter. */
function where(filter: RowFilter, isOldestFirst: boolean) {
  const parameters: Parameter[] = [filter.site];
  const given = (value: Parameter): string => `$${parameters.push(value)}`;
  const indexed = ['site_id = $1'];
  if (filter.player !== undefined) indexed.push(`player_id = ${given(filter.player)}`);
  if (isOldestFirst) indexed.push('status in (0, 4)');
  else if (filter.before !== undefined) indexed.push(`id < ${given(filter.before)}`);
  // A filter that fits few rows reads no more than one that fits all.
  const candidates = `(select * from cashier_row where ${indexed.join(' and ')}
    order by id ${isOldestFirst ? 'asc' : 'desc'} limit ${MOST_LISTED})`;
  const rest = ['true'];
  if (filter.isForStaff !== true) rest.push(HIDDEN_FROM_PLAYER);
  if (filter.types !== undefined) rest.push(`line.type = any(${given([...filter.types])}::text[])`);
  if (filter.excludedTypes !== undefined)
    rest.push(`line.type <> all(${given([...filter.excludedTypes])}::text[])`);
  if (filter.statuses !== undefined)
    rest.push(`line.status = any(${given([...filter.statuses])}::smallint[])`);
  if (filter.wallets !== undefined) rest.push(`line.wallet = any(${given([...filter.wallets])}::text[])`);
  if (filter.from !== undefined) rest.push(`line.created_ms >= ${given(filter.from)}`);
  if (filter.to !== undefined) rest.push(`line.created_ms < ${given(filter.to)}`);
  if (filter.keyword !== undefined && filter.keyword !== '') {
    const word = given(filter.keyword);
    // `position` knows no patterns: a percent sign is a percent sign.
    rest.push(
      `(line.id::text = ${word} or position(lower(${word}) in lower(line.wallet || ' ' || line.currency || ' ' ||
        line.channel || ' ' || coalesce(line.counterpart_wallet, '') || ' ' || coalesce(line.reason, ''))) > 0)`,
    );
  }
  return { candidates, rest: rest.join(' and '), parameters, given };
}

export async function listRows(
  tx: Tx,
  filter: RowFilter,
  {
    offset,
    limit,
    isOldestFirst = false,
  }: { readonly offset: number; readonly limit: number; readonly isOldestFirst?: boolean },
): Promise<{ readonly rows: readonly CashierRow[]; readonly total: number }> {
  const { candidates, rest, parameters, given } = where(filter, isOldestFirst);
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from ${candidates} as line where ${rest}`,
    parameters,
  );
  const total = count?.total ?? 0;
  if (offset >= total) return { rows: [], total };
  const [skipped, taken] = [given(offset), given(limit)];
  const rows = await tx.query<never>(
    `select ${shown.columns('line')}
       from ${candidates} as line
      where ${rest}
      order by line.id ${isOldestFirst ? 'asc' : 'desc'}
      offset ${skipped} limit ${taken}`,
    parameters,
  );
  return { rows: rows.map((row) => shown.read(row)), total };
}

/** A row by its number; of this player, where one is given. */
export async function findRow(
  tx: Tx,
  { site, player, id }: { readonly site: SiteId; readonly player?: PlayerId; readonly id: number },
): Promise<CashierRow | undefined> {
  const [row] = await tx.query<never>(
    `select ${shown.columns('line')}
       from cashier_row as line
      where line.id = $1 and line.site_id = $2 and ($3::bigint is null or line.player_id = $3)`,
    [id, site, player ?? null],
  );
  return row && shown.read(row);
}

/** Whose row it is, on whatever site: a provider knows the number only. */
interface OwnerOfRow {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly wallet: string;
  readonly at: Millis;
}

export async function findOwnerOfRow(tx: Tx, id: number): Promise<OwnerOfRow | undefined> {
  const [row] = await tx.query<OwnerOfRow>(
    'select site_id as site, player_id as player, wallet, created_ms as at from cashier_row where id = $1',
    [id],
  );
  return row;
}

export async function findNewestP2p(
  tx: Tx,
  { site, player }: { readonly site: SiteId; readonly player: PlayerId },
): Promise<CashierRow | undefined> {
  const [row] = await tx.query<never>(
    `select ${shown.columns('line')}
       from cashier_row as line
      where line.site_id = $1 and line.player_id = $2 and line.channel = 'p2p' and line.type in ('WB', 'WS')
      order by line.id desc
      limit 1`,
    [site, player],
  );
  return row && shown.read(row);
}

/** Whether this payment of a provider has been done for the player already, however long ago. */
export async function hasCredit(
  tx: Tx,
  of: { readonly player: PlayerId; readonly provider: string; readonly external: string },
): Promise<boolean> {
  const rows = await tx.query(
    `select 1
       from cashier_row
      where player_id = $1 and provider = $2 and external_id = $3 and status = 1
      limit 1`,
    [of.player, of.provider, of.external],
  );
  return rows.length > 0;
}

export async function firstDepositAt(tx: Tx, player: PlayerId): Promise<number | undefined> {
  const [row] = await tx.query<{ at: number | null }>(
    `select min(ended_ms) as at
       from cashier_row
      where player_id = $1 and type in ('D', 'WB') and status = 1`,
    [player],
  );
  return row?.at ?? undefined;
}

export interface LeavingSum {
  readonly currency: string;
  readonly amount: Amount;
}

/** What was asked to leave since then and was not refused or cancelled, without fees. */
export async function sumLeaving(
  tx: Tx,
  { player, since }: { readonly player: PlayerId; readonly since: Millis },
): Promise<readonly LeavingSum[]> {
  const rows = await tx.query<{ readonly currency: string; readonly amount: string }>(
    `select currency, sum(amount)::text as amount
       from cashier_row
      where player_id = $1 and created_ms >= $2 and type in ('W', 'WS') and status in (0, 1, 4)
      group by currency`,
    [player, since],
  );
  return rows.map((row) => ({ currency: row.currency, amount: amount(row.amount) }));
}

export interface RowSum {
  readonly wallet: string;
  readonly currency: string;
  readonly type: RowType;
  readonly count: number;
  readonly amount: Amount;
  readonly fee: Amount;
  readonly change: Amount;
}

/** What is done, by wallet and type. */
export async function sumRows(
  tx: Tx,
  {
    site,
    player,
    wallets,
    from,
    to,
  }: Required<Pick<RowFilter, 'site'>> &
    Pick<RowFilter, 'wallets'> & {
      readonly player: PlayerId;
      readonly from: number;
      readonly to: number;
    },
): Promise<readonly RowSum[]> {
  type Summed = Omit<RowSum, 'amount' | 'fee' | 'change'> &
    Readonly<Record<'amount' | 'fee' | 'change', string>>;
  const rows = await tx.query<Summed>(
    `select wallet, currency, type, count(*) as count, sum(amount) as amount, sum(fee) as fee, sum(change) as change
       from cashier_row
      where site_id = $1
        and player_id = $2
        and status = 1
        and type <> 'E'
        and ended_ms >= $3
        and ended_ms < $4
        and ($5::text[] is null or wallet = any($5::text[]))
      group by wallet, currency, type
      order by wallet, type
      limit 1000`,
    [site, player, from, to, wallets === undefined ? null : [...wallets]],
  );
  /** A sum may be more than any single amount can be; it has all of its eight places. */
  const unitsOf = (sum: string): Amount => amountOfUnits(BigInt(sum.replace('.', '')));
  return rows.map((row) => ({
    ...row,
    amount: unitsOf(row.amount),
    fee: unitsOf(row.fee),
    change: unitsOf(row.change),
  }));
}

export interface WithdrawalTimes {
  readonly done: number;
  readonly rejected: number;
  readonly cancelled: number;
  readonly median: number | null;
  readonly slowest: number | null;
}

export async function findWithdrawalTimes(tx: Tx, site: SiteId, since: number): Promise<WithdrawalTimes> {
  const [row] = await tx.query<WithdrawalTimes>(
    `select count(*) filter (where status = 1) as done,
            count(*) filter (where status = 2) as rejected,
            count(*) filter (where status = 3) as cancelled,
            floor(percentile_disc(0.5) within group (order by ended_ms - created_ms)
              filter (where status = 1))::bigint as median,
            floor(percentile_disc(0.9) within group (order by ended_ms - created_ms)
              filter (where status = 1))::bigint as slowest
       from (
         select status, ended_ms, created_ms
           from cashier_row
          where site_id = $1 and type = 'W' and ended_ms >= $2
          order by ended_ms desc
          limit 100000
       ) as ended`,
    [site, since],
  );
  return row ?? { done: 0, rejected: 0, cancelled: 0, median: null, slowest: null };
}

/** How long the last requests of this channel took that were done: the middle of them. */
export async function findUsualMs(tx: Tx, site: SiteId, type: 'WB' | 'WS'): Promise<number | null> {
  const [row] = await tx.query<{ median: number | null }>(
    `select percentile_disc(0.5) within group (order by ended_ms - created_ms) as median
       from (
         select ended_ms, created_ms
           from cashier_row
          where site_id = $1 and type = $2 and status = 1 and channel = 'p2p' and ended_ms is not null
          order by ended_ms desc
          limit 100
       ) as ended`,
    [site, type],
  );
  return row?.median ?? null;
}

/** Withdrawals that wait for a decision, counted up to a thousand. */
export async function countWithdrawals(tx: Tx, site: SiteId): Promise<number> {
  const [row] = await tx.query<{ waiting: number }>(
    `select count(*)::int as waiting
       from (select 1 from cashier_row where site_id = $1 and status in (0, 4) and type = 'W' limit 1000) as withdrawal`,
    [site],
  );
  return row?.waiting ?? 0;
}
