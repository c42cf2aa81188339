// The kept figures of days, and what is read of them for the board.
import type { FairnessRows, WireProductDay, WireVoidedRound } from '@maru/contract/fairness/calls';
import { LEAST_ACCOUNTS } from '@maru/contract/fairness/words';
import { amount, toDecimal } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import type { VoidedRound } from '../product/fairness-source.ts';
import type { Counted } from './order-counts.ts';

export interface DayRow {
  readonly site: SiteId;
  readonly day: number;
  readonly product: string;
}

export async function addCounted(tx: Tx, { orders, speeds }: Counted): Promise<void> {
  if (orders.length > 0)
    await tx.query(
      `insert into fairness_order_day (site_id, day, product, side, outcome, orders)
       select site, day, product, side, outcome, orders
       from jsonb_to_recordset($1::text::jsonb) as each (
         site bigint, day int, product text, side text, outcome text, orders bigint
       )
       on conflict (site_id, day, product, side, outcome)
       do update set orders = fairness_order_day.orders + excluded.orders`,
      [JSON.stringify(orders)],
    );
  if (speeds.length > 0)
    await tx.query(
      `insert into fairness_speed_day (site_id, day, product, ms, orders)
       select site, day, product, ms, orders
       from jsonb_to_recordset($1::text::jsonb) as each (
         site bigint, day int, product text, ms int, orders bigint
       )
       on conflict (site_id, day, product, ms)
       do update set orders = fairness_speed_day.orders + excluded.orders`,
      [JSON.stringify(speeds)],
    );
}

/** Replaces what the day had. */
export async function writeAccountNets(
  tx: Tx,
  { site, day, product }: DayRow,
  nets: ReadonlyMap<PlayerId, bigint>,
): Promise<void> {
  await tx.query('delete from fairness_account_day where site_id = $1 and product = $2 and day = $3', [
    site,
    product,
    day,
  ]);
  await tx.query(
    `insert into fairness_account_day (site_id, product, day, player_id, net)
     select $1, $2, $3, player, net
     from unnest($4::bigint[], $5::numeric[]) as each (player, net)`,
    [site, product, day, [...nets.keys()], Array.from(nets.values(), toDecimal)],
  );
}

export interface DaySums {
  readonly turnover: bigint;
  readonly taken: bigint;
  readonly promised: bigint | undefined;
  readonly contracts: bigint | undefined;
  readonly rounds: number;
  readonly voided: number;
  readonly tied: number;
}

/** The accounts of the day are counted from their rows, and those of ninety days when the day is over. */
export const writeDay = (
  tx: Tx,
  { site, day, product }: DayRow,
  sums: DaySums,
  { isOver, firstDay }: { readonly isOver: boolean; readonly firstDay: number },
) =>
  tx.query(
    `insert into fairness_day (
       site_id, day, product, accounts, winners, accounts_90, winners_90,
       turnover, taken, promised, contracts, rounds, voided, tied
     )
     select
       $1, $2, $3, of_day.accounts, of_day.winners, of_all.accounts, of_all.winners,
       $4::numeric, $5::numeric, $6::numeric, $7::numeric, $8::int, $9::int, $10::int
     from (
       select count(*)::int as accounts, (count(*) filter (where net > 0))::int as winners
       from fairness_account_day
       where site_id = $1 and product = $3 and day = $2
     ) as of_day
     left join lateral (
       select count(*)::int as accounts, (count(*) filter (where net > 0))::int as winners
       from (
         select sum(net) as net
         from fairness_account_day
         where site_id = $1 and product = $3 and day between $12 and $2
         group by player_id
       ) as account
     ) as of_all on $11::boolean
     on conflict (site_id, day, product) do update
     set accounts = excluded.accounts, winners = excluded.winners,
         accounts_90 = coalesce(excluded.accounts_90, fairness_day.accounts_90),
         winners_90 = coalesce(excluded.winners_90, fairness_day.winners_90),
         turnover = excluded.turnover, taken = excluded.taken, promised = excluded.promised,
         contracts = excluded.contracts, rounds = excluded.rounds, voided = excluded.voided,
         tied = excluded.tied`,
    [
      site,
      day,
      product,
      toDecimal(sums.turnover),
      toDecimal(sums.taken),
      sums.promised === undefined ? null : toDecimal(sums.promised),
      sums.contracts === undefined ? null : toDecimal(sums.contracts),
      sums.rounds,
      sums.voided,
      sums.tied,
      isOver,
      firstDay,
    ],
  );

export async function writeVoided(
  tx: Tx,
  { site, day, product }: DayRow,
  voided: readonly VoidedRound[],
): Promise<void> {
  await tx.query('delete from fairness_void where site_id = $1 and day = $2 and product = $3', [
    site,
    day,
    product,
  ]);
  if (voided.length === 0) return;
  await tx.query(
    `insert into fairness_void
       (site_id, day, round_id, product, name_ko, name_en, type, number, closed_ms, reason, text)
     select $1, $2, round, $3, "nameKo", "nameEn", type, number, "closedAt", reason, text
     from jsonb_to_recordset($4::text::jsonb) as each (
       round bigint, "nameKo" text, "nameEn" text, type text, number int, "closedAt" bigint, reason text, text text
     )`,
    [site, day, product, JSON.stringify(voided)],
  );
}

export async function writePayouts(
  tx: Tx,
  { site, day }: Pick<DayRow, 'site' | 'day'>,
  counts: readonly { readonly outcome: string; readonly minutes: number; readonly payouts: number }[],
): Promise<void> {
  await tx.query('delete from fairness_payout_day where site_id = $1 and day = $2', [site, day]);
  await tx.query(
    `insert into fairness_payout_day (site_id, day, outcome, minutes, payouts)
     select $1, $2, outcome, minutes, payouts
     from jsonb_to_recordset($3::text::jsonb) as each (outcome text, minutes int, payouts int)`,
    [site, day, JSON.stringify(counts)],
  );
}

/** What the board no longer shows. The sums of days stay. */
export async function deleteOldDays(tx: Tx, site: SiteId, before: number): Promise<void> {
  for (const table of ['fairness_order_day', 'fairness_speed_day', 'fairness_payout_day', 'fairness_void'])
    await tx.query(`delete from ${table} where site_id = $1 and day < $2`, [site, before]);
  // Each product is named, so that the key finds the rows.
  await tx.query(
    `delete from fairness_account_day
     where site_id = $1 and day < $2
       and product in (select distinct product from fairness_day where site_id = $1 and day >= $2)`,
    [site, before],
  );
}

export interface Since {
  readonly site: SiteId;
  /** Of winning accounts and rounds. */
  readonly firstDay: number;
  /** Of orders, times and withdrawals. */
  readonly recentDay: number;
}

/** Everything that the figures of the board are computed from, except minutes and incidents. */
export async function readRows(
  tx: Tx,
  { site, firstDay, recentDay }: Since,
): Promise<Pick<FairnessRows, 'days' | 'orders' | 'speeds' | 'payouts' | 'voided'>> {
  const days = await tx.query<WireProductDay>(
    `select
       day, product, accounts, winners, accounts_90 as "accounts90", winners_90 as "winners90",
       turnover::text as turnover, taken::text as taken, promised::text as promised,
       contracts::text as contracts, rounds, voided, tied
     from fairness_day
     where site_id = $1 and day >= $2
     order by day, product`,
    [site, firstDay],
  );
  const orders = await tx.query<FairnessRows['orders'][number]>(
    `select day, product, side, outcome, orders
     from fairness_order_day
     where site_id = $1 and day >= $2
     order by day, product, side, outcome`,
    [site, recentDay],
  );
  const speeds = await tx.query<FairnessRows['speeds'][number]>(
    `select product, ms, sum(orders)::int as orders
     from fairness_speed_day
     where site_id = $1 and day >= $2
     group by product, ms
     order by product, ms`,
    [site, recentDay],
  );
  const payouts = await tx.query<FairnessRows['payouts'][number]>(
    `select outcome, minutes, sum(payouts)::int as payouts
     from fairness_payout_day
     where site_id = $1 and day >= $2
     group by outcome, minutes
     order by outcome, minutes`,
    [site, recentDay],
  );
  const voided = await tx.query<WireVoidedRound>(
    `select
       round_id as "roundId", product, name_ko as "nameKo", name_en as "nameEn", type, number,
       closed_ms as "closedMillis", reason, text
     from fairness_void
     where site_id = $1 and day >= $2
     order by closed_ms desc, round_id desc
     limit 200`,
    [site, firstDay],
  );
  return {
    days: days.map(withoutFew),
    orders: [...orders],
    speeds: [...speeds],
    payouts: [...payouts],
    voided: [...voided],
  };
}

const shortened = (text: string | null): string | null => (text === null ? null : toDecimal(amount(text)));

/** Nothing is shown of so few accounts that a figure would be about one of them. */
function withoutFew(row: WireProductDay): WireProductDay {
  const isFew = (row.accounts ?? 0) < LEAST_ACCOUNTS;
  const isFew90 = (row.accounts90 ?? 0) < LEAST_ACCOUNTS;
  return {
    ...row,
    accounts: isFew ? null : row.accounts,
    winners: isFew ? null : row.winners,
    accounts90: isFew90 ? null : row.accounts90,
    winners90: isFew90 ? null : row.winners90,
    turnover: isFew ? null : shortened(row.turnover),
    taken: isFew ? null : shortened(row.taken),
    promised: isFew ? null : shortened(row.promised),
    contracts: isFew ? null : shortened(row.contracts),
  };
}

/** What was traded or staked, in won, newest day first. */
export const listTurnover = (
  tx: Tx,
  { site, from, to }: { readonly site: SiteId; readonly from: number; readonly to: number },
) =>
  tx.query<{ readonly day: number; readonly product: string; readonly turnover: string }>(
    `select day, product, turnover::text as turnover
     from fairness_day
     where site_id = $1 and day between $2 and $3
     order by day desc, product`,
    [site, from, to],
  );
