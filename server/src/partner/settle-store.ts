// The statements of settlement: what may be confirmed, what was approved, and what the journal says of it.
import type { SettlementLine } from '@maru/contract/partner/settlement';
import { type Amount, amount, toDecimal } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Parameter, Tx } from '../db/database.ts';
import type { PaidWallet } from './paid-wallets.ts';

export interface DueGroup {
  readonly partner: number;
  /** Null where the site has none for it. */
  readonly wallet: string | null;
  readonly currency: string;
  readonly from: number;
  readonly through: number;
  readonly rows: number;
  readonly amount: Amount;
}

const OPEN = 'settlement_id is null and void_reason is null and not is_running';

const paidBy = (first: number): string =>
  `unnest($${first}::text[], $${first + 1}::text[], $${first + 2}::text[]) as paid (product, currency, wallet)
         on paid.product = partner_profit.product and paid.currency = partner_profit.currency`;
const columnsOf = (paid: readonly PaidWallet[]): readonly (readonly string[])[] => [
  paid.map(({ product }) => product),
  paid.map(({ currency }) => currency),
  paid.map(({ wallet }) => wallet),
];

/** Everything that is accrued up to a day: of each partner for each wallet one line, exact. */
export async function listDue(
  tx: Tx,
  {
    site,
    through,
    paid,
  }: { readonly site: SiteId; readonly through: number; readonly paid: readonly PaidWallet[] },
): Promise<readonly DueGroup[]> {
  const rows = await tx.query<Omit<DueGroup, 'amount'> & { readonly amount: string }>(
    `select partner_id as partner, paid.wallet, partner_profit.currency, min(day) as from, max(day) as through, count(*)::int as rows,
            sum(amount)::text as amount
       from partner_profit
       left join ${paidBy(3)}
      where site_id = $1
        and ${OPEN}
        and day <= $2
      group by partner_id, paid.wallet, partner_profit.currency
     having bool_or(amount <> 0)
      order by partner_id, partner_profit.currency, paid.wallet`,
    [site, through, ...columnsOf(paid)],
  );
  return rows.map((row) => ({ ...row, amount: amount(row.amount) }));
}

export type PartnerName = Pick<SettlementLine, 'partnerId' | 'name' | 'code' | 'level'>;

export async function findNames(
  tx: Tx,
  partners: readonly number[],
): Promise<ReadonlyMap<number, PartnerName>> {
  const rows = await tx.query<PartnerName>(
    `select player.id as "partnerId", player.name, coalesce(player.partner_code, '') as code, partner.level
       from partner
       join player on player.id = partner.player_id
      where partner.player_id = any($1::bigint[])`,
    [[...partners]],
  );
  return new Map(rows.map((row) => [row.partnerId, row]));
}

export interface NewSettlement extends Omit<DueGroup, 'rows'> {
  readonly wallet: string;
}

export interface MadeBy {
  readonly site: SiteId;
  readonly requestedBy: number;
  readonly approvedBy: number;
  readonly now: Millis;
}

/** Each with the rows that it settles; all of them in the transaction that compared the sums. */
export async function insertSettlements(
  tx: Tx,
  made: readonly NewSettlement[],
  { site, requestedBy, approvedBy, now }: MadeBy,
  { through, paid }: { readonly through: number; readonly paid: readonly PaidWallet[] },
): Promise<void> {
  await tx.query(
    `with made as (
       insert into partner_settlement (site_id, requested_by, approved_by, created_ms, partner_id, currency, wallet,
         amount, from_day, through_day)
       select $1, $2, $3, $4, given.*
         from unnest($5::bigint[], $6::text[], $7::text[], $8::numeric[], $9::int[], $10::int[]) as given
       returning id, partner_id, currency, wallet
     )
     update partner_profit
        set settlement_id = made.id
       from made
       join unnest($12::text[], $13::text[], $14::text[]) as paid (product, currency, wallet)
         on paid.currency = made.currency and paid.wallet = made.wallet
      where partner_profit.site_id = $1
        and partner_profit.partner_id = made.partner_id
        and partner_profit.currency = made.currency
        and partner_profit.product = paid.product
        and partner_profit.day <= $11
        and ${OPEN.replaceAll(/\b(settlement_id|void_reason|is_running)\b/g, 'partner_profit.$1')}`,
    [
      ...[site, requestedBy, approvedBy, now],
      made.map(({ partner }) => partner),
      made.map(({ currency }) => currency),
      made.map(({ wallet }) => wallet),
      made.map((each) => toDecimal(each.amount)),
      made.map(({ from }) => from),
      made.map((each) => each.through),
      ...[through, ...columnsOf(paid)],
    ],
  );
}

export interface Settlement extends NewSettlement {
  readonly id: number;
  readonly site: SiteId;
  readonly partner: PlayerId;
  readonly requestedBy: number;
  readonly approvedBy: number;
  /** The tables have its share already. */
  readonly isConfirmed: boolean;
}

/** Approved, and the desk has not answered yet; oldest first. */
export async function listToConfirm(
  tx: Tx,
  { site, after, limit }: { readonly site: SiteId; readonly after: number; readonly limit: number },
): Promise<readonly Settlement[]> {
  const rows = await tx.query<Omit<Settlement, 'amount'> & { readonly amount: string }>(
    `select settlement.id, settlement.site_id as site, settlement.partner_id as partner, settlement.currency,
            settlement.wallet, settlement.amount::text as amount, settlement.from_day as from,
            settlement.through_day as through, settlement.requested_by as "requestedBy",
            settlement.approved_by as "approvedBy", partner_share.id is not null as "isConfirmed"
       from partner_settlement as settlement
       left join partner_share on partner_share.settlement_id = settlement.id
      where settlement.site_id = $1
        and settlement.id > $2
        and not settlement.is_done
      order by settlement.id
      limit $3`,
    [site, after, limit],
  );
  return rows.map((row) => ({ ...row, amount: amount(row.amount) }));
}

export const noteConfirmed = (tx: Tx, ids: readonly number[]): Promise<unknown> =>
  tx.query('update partner_settlement set is_done = true where id = any($1::bigint[])', [[...ids]]);

/** The desk cannot confirm it: its rows are accrued again. */
export async function dropSettlement(tx: Tx, id: number): Promise<void> {
  await tx.query('update partner_profit set settlement_id = null where settlement_id = $1', [id]);
  await tx.query('delete from partner_settlement where id = $1', [id]);
}

export interface UnpaidShare {
  readonly id: number;
  readonly partner: PlayerId;
  readonly currency: string;
  readonly amount: Amount;
}

/** Confirmed, not paid, and in no payment that is under way; oldest first. */
export async function listUnpaid(
  tx: Tx,
  {
    site,
    through,
    partner,
    limit,
  }: {
    readonly site: SiteId;
    readonly through: number;
    readonly partner: number | undefined;
    readonly limit: number;
  },
): Promise<readonly UnpaidShare[]> {
  const rows = await tx.query<Omit<UnpaidShare, 'amount'> & { readonly amount: string }>(
    `select share.id, share.player_id as partner, wallet.currency, share.amount::text as amount
       from partner_share as share
       join wallet on wallet.player_id = share.player_id and wallet.type = share.wallet
      where share.site_id = $1
        and share.paid_event is null
        and share.through_day <= $2
        and ($3::bigint is null or share.player_id = $3)
        and not exists (
          select 1
            from partner_payment as payment
           where payment.site_id = $1
             and payment.answer is null
             and share.id = any(payment.shares)
        )
      order by share.id
      limit $4`,
    [site, through, partner ?? null, limit],
  );
  return rows.map((row) => ({ ...row, amount: amount(row.amount) }));
}

export interface VoidedSum {
  readonly currency: string;
  readonly rows: number;
  readonly amount: string;
}

export async function voidDay(
  tx: Tx,
  {
    site,
    partner,
    day,
    currency,
    reason,
  }: {
    readonly site: SiteId;
    readonly partner: number;
    readonly day: number;
    readonly currency: string | undefined;
    readonly reason: string;
  },
): Promise<readonly VoidedSum[]> {
  const parameters: Parameter[] = [site, partner, day, reason, currency ?? null];
  return tx.query<VoidedSum>(
    `with voided as (
       update partner_profit
          set void_reason = $4
        where site_id = $1
          and partner_id = $2
          and day = $3
          and ($5::text is null or currency = $5)
          and ${OPEN}
       returning currency, amount
     )
     select currency, count(*)::int as rows, trim_scale(sum(amount))::text as amount
       from voided
      group by currency
      order by currency`,
    parameters,
  );
}
