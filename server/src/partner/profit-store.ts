// Reads of what partners earned. Every sum that anybody is shown comes from `sumProfits` or from the rows themselves.
import { MOST_LISTED_PROFITS, type ProfitRow } from '@maru/contract/partner/profit-calls';
import type { SiteId } from '@maru/engine/purse';
import type { Parameter, Tx } from '../db/database.ts';
import { dateOf } from './days.ts';
import { isWithin } from './store.ts';

export interface ProfitFilter {
  readonly site: SiteId;
  /** Rows of this partner alone. */
  readonly partner?: number | undefined;
  readonly partners?: readonly number[] | undefined;
  /** Rows of all partners of this part of the tree. */
  readonly part?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly types?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly before?: number | undefined;
}

/** Only conditions of our own; every value is a parameter. */
function where(filter: ProfitFilter, parameters: Parameter[]): string {
  const given = (value: Parameter): string => `$${parameters.push(value)}`;
  const conditions = [`profit.site_id = ${given(filter.site)}`];
  if (filter.partner !== undefined) conditions.push(`profit.partner_id = ${given(filter.partner)}`);
  if (filter.partners !== undefined)
    conditions.push(`profit.partner_id = any(${given([...filter.partners])}::bigint[])`);
  if (filter.part !== undefined)
    conditions.push(`profit.partner_id in (
      select player_id from partner
       where site_id = ${given(filter.site)} and ${isWithin('path', `${given(filter.part)}::text`)})`);
  if (filter.from !== undefined) conditions.push(`profit.day >= ${given(filter.from)}`);
  if (filter.to !== undefined) conditions.push(`profit.day <= ${given(filter.to)}`);
  if (filter.types !== undefined) conditions.push(`profit.type = any(${given([...filter.types])}::text[])`);
  if (filter.statuses !== undefined)
    conditions.push(`profit.status = any(${given([...filter.statuses])}::text[])`);
  if (filter.before !== undefined) conditions.push(`profit.id < ${given(filter.before)}`);
  return conditions.join(' and ');
}

interface StoredRow extends Omit<ProfitRow, 'date'> {
  readonly day: number;
}

const COLUMNS = `profit.id, profit.day, profit.type, profit.product, profit.base,
  trim_scale(profit.base_amount)::text as "baseAmount", trim_scale(profit.rate)::text as rate,
  trim_scale(profit.amount)::text as amount, profit.currency, profit.status, profit.is_running as "isRunning",
  profit.partner_id as "partnerId", person.name as "partnerName", coalesce(person.partner_code, '') as "partnerCode",
  profit.line_id as "lineId", below.name as "lineName", below.partner_code as "lineCode", profit.players,
  profit.void_reason as "voidReason"`;

const NAMED = `join player as person on person.id = profit.partner_id
  left join player as below on below.id = profit.line_id`;

const shown = ({ day, ...row }: StoredRow): ProfitRow => ({ ...row, date: dateOf(day) });

/** Newest days first; a page of no more than MOST_LISTED_PROFITS rows in all. */
export async function listProfits(
  tx: Tx,
  filter: ProfitFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: readonly ProfitRow[]; readonly total: number }> {
  const parameters: Parameter[] = [];
  const candidates = `(select profit.* from partner_profit_state as profit where ${where(filter, parameters)}
    order by profit.day desc, profit.id desc limit ${MOST_LISTED_PROFITS})`;
  const [counted] = await tx.query<{ total: number }>(
    `select count(*)::int as total from ${candidates} as profit`,
    parameters,
  );
  const rows = await tx.query<StoredRow>(
    `select ${COLUMNS} from ${candidates} as profit ${NAMED}
      order by profit.day desc, profit.id desc
     offset $${parameters.length + 1} limit $${parameters.length + 2}`,
    [...parameters, offset, limit],
  );
  return { rows: rows.map(shown), total: counted?.total ?? 0 };
}

/** Newest numbers first, those before one. */
export async function pageProfits(
  tx: Tx,
  filter: ProfitFilter,
  limit: number,
): Promise<readonly ProfitRow[]> {
  const parameters: Parameter[] = [];
  const rows = await tx.query<StoredRow>(
    `select ${COLUMNS} from partner_profit_state as profit ${NAMED}
      where ${where(filter, parameters)}
      order by profit.id desc
      limit $${parameters.push(limit)}`,
    parameters,
  );
  return rows.map(shown);
}

export interface CurrencySum {
  readonly currency: string;
  readonly amount: string;
}

/** What counts as earned: everything that is not void. */
const EARNED = ['ACCRUED', 'CONFIRMED', 'PAID'] as const;

type Grouped = 'currency' | 'partner' | 'day';
const GROUPS = {
  currency: [],
  partner: ['profit.partner_id'],
  day: ['profit.day', 'profit.is_running'],
} as const satisfies Record<Grouped, readonly string[]>;

interface Sum {
  readonly currency: string;
  readonly amount: string;
  readonly partner: number;
  readonly day: number;
  readonly isRunning: boolean;
}

/** Shares in each currency, of each partner or of each day as well. */
export async function sumProfits<By extends Grouped>(
  tx: Tx,
  filter: ProfitFilter,
  by: By,
): Promise<
  readonly (CurrencySum &
    (By extends 'partner'
      ? Pick<Sum, 'partner'>
      : By extends 'day'
        ? Pick<Sum, 'day' | 'isRunning'>
        : object))[]
> {
  const parameters: Parameter[] = [];
  const grouped = [...GROUPS[by], 'profit.currency'];
  const named = grouped.map((column) =>
    column === 'profit.partner_id'
      ? `${column} as partner`
      : column === 'profit.is_running'
        ? `${column} as "isRunning"`
        : column,
  );
  return tx.query(
    `select ${named.join(', ')}, trim_scale(sum(profit.amount))::text as amount
       from partner_profit_state as profit
      where ${where({ statuses: EARNED, ...filter }, parameters)}
      group by ${grouped.join(', ')}
      order by ${grouped.join(', ')}`,
    parameters,
  );
}

/** Of all time, by indexes of what is open alone: a partner has a hundred thousand rows after three years. */
export const sumUnpaid = (
  tx: Tx,
  { site, partner }: { readonly site: SiteId; readonly partner: number },
): Promise<readonly CurrencySum[]> =>
  tx.query<CurrencySum>(
    `select currency, trim_scale(sum(amount))::text as amount
       from (
         select currency, amount
           from partner_profit
          where site_id = $1
            and partner_id = $2
            and settlement_id is null
            and void_reason is null
         union all
         -- All of its rows together, as two people approved it.
         select settlement.currency, settlement.amount
           from partner_settlement as settlement
           left join partner_share as share on share.settlement_id = settlement.id
          where settlement.site_id = $1
            and settlement.partner_id = $2
            and share.paid_event is null
       ) as unpaid
      group by currency
      order by currency`,
    [site, partner],
  );

/** What those below moved, which the shares are of: each line once, whatever became of its row. */
export const sumBases = (
  tx: Tx,
  {
    site,
    partner,
    from,
    to,
  }: { readonly site: SiteId; readonly partner: number; readonly from: number; readonly to: number },
) =>
  tx.query<{ readonly currency: string; readonly base: 'TURNOVER' | 'FEE'; readonly amount: string }>(
    `select currency, base, trim_scale(sum(base_amount))::text as amount
       from partner_profit
      where site_id = $1
        and partner_id = $2
        and day between $3 and $4
      group by currency, base
      order by currency, base`,
    [site, partner, from, to],
  );

/** By day and currency, and what of it has which status. */
export const sumDays = (
  tx: Tx,
  { site, from, to }: { readonly site: SiteId; readonly from: number; readonly to: number },
) => {
  const of = (status: string) =>
    `trim_scale(coalesce(sum(amount) filter (where status = '${status}'), 0))::text`;
  return tx.query<{
    readonly day: number;
    readonly currency: string;
    readonly partners: number;
    readonly rows: number;
    readonly accrued: string;
    readonly confirmed: string;
    readonly paid: string;
    readonly voided: string;
    readonly isRunning: boolean;
  }>(
    `select day, currency, count(distinct partner_id)::int as partners, count(*)::int as rows,
            ${of('ACCRUED')} as accrued, ${of('CONFIRMED')} as confirmed, ${of('PAID')} as paid,
            ${of('VOID')} as voided, bool_or(is_running) as "isRunning"
       from partner_profit_state
      where site_id = $1
        and day between $2 and $3
      group by day, currency
      order by day desc, currency`,
    [site, from, to],
  );
};
