// What a player paid or received of funding. There is no row for each payment: it follows from the funding of the
// instrument and from the player's position at that event. A player has one position in an instrument at a time, so it is
// the newest that was opened before. How much of it was open then follows from the first fill after it: fills are
// deleted oldest first and never before the fundings they follow, so a payment that is listed is always the one that was
// accrued.
import type { Amount, Price, Qty, Rate } from '@maru/engine/amount';
import type { Contract, OrderSide } from '@maru/engine/futures/terms';
import type { PlayerId, SiteId, WalletType } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { Parameter, Tx } from '../db/database.ts';
import { MOST_LISTED } from '../http/paging.ts';
import { fieldsOf, rowReader } from '../shadow/statements.ts';
import { column, table } from '../shadow/table.ts';
import { fundingPaid } from './shadow/funding-sql.ts';
import { FILLS_PER_EVENT } from './wire.ts';

export interface FundingPayment {
  readonly position: number;
  readonly instrument: number;
  readonly wallet: WalletType;
  readonly side: OrderSide;
  readonly qty: Qty;
  readonly mark: Price;
  readonly rate: Rate;
  /** Below zero: paid. */
  readonly amount: Amount;
  readonly dueAt: Millis;
  readonly contract: Contract;
  /** The funding of the instrument that it belongs to. */
  readonly event: number;
}

export interface FundingFilter {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly instrument?: number | undefined;
  /** By the time at which it was due, the last one excluded. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The columns of the query below. */
const payments = table('payment', {
  position: column.bigint('position_id'),
  instrument: column.int('option_id'),
  wallet: column.text<WalletType>(),
  side: column.text<OrderSide>(),
  qty: column.units<Qty>(),
  mark: column.units<Price>(),
  rate: column.units<Rate>(),
  amount: column.units<Amount>(),
  dueAt: column.bigint<Millis>('due_ms'),
  contract: column.text<Contract>(),
  event: column.bigint('funding_id'),
});
const shown = rowReader(payments, fieldsOf(payments));

const PAID = fundingPaid({
  side: 'held.side',
  qty: 'open.qty',
  contract: 'funding.contract',
  rate: 'funding.rate',
  mark: 'funding.mark',
});

/** Newest first. No more are counted than pages reach. */
export async function listFundingPayments(
  tx: Tx,
  filter: FundingFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly payments: readonly FundingPayment[]; readonly total: number }> {
  if (offset >= MOST_LISTED) return { payments: [], total: MOST_LISTED };
  const { text, parameters } = where(filter);
  const listed = `select held.id as position_id, funding.option_id, held.wallet, held.side, open.qty,
      funding.mark, funding.rate, ${PAID} as amount, funding.due_ms, funding.contract,
      funding.id as funding_id
    from futures_funding as funding
    cross join lateral (
      select position.id, position.wallet, position.side, position.qty, position.opened_ms, position.closed_event
      from futures_position as position
      where position.player_id = $2
        and position.option_id = funding.option_id
        and position.shard = funding.shard
        and position.id < funding.id
      order by position.id desc
      limit 1
    ) as held
    cross join lateral (
      select coalesce(
        (
          select fill.position_qty + fill.closed_qty - fill.opened_qty
          from futures_fill as fill
          where fill.position_id = held.id and fill.id >= funding.id * ${FILLS_PER_EVENT}
          order by fill.id
          limit 1
        ),
        held.qty
      ) as qty
    ) as open
    where ${text}
      and held.opened_ms <= funding.due_ms
      and (held.closed_event is null or held.closed_event > funding.id)
    order by funding.due_ms desc, funding.id desc
    limit ${MOST_LISTED}`;
  const rows = await tx.query<{ readonly total: number }>(
    `select payment.*, count(*) over () as total
     from (${listed}) as payment
     order by payment.due_ms desc, payment.funding_id desc
     offset $${parameters.length + 1} limit $${parameters.length + 2}`,
    [...parameters, offset, limit],
  );
  return { payments: rows.map(shown.read), total: rows[0]?.total ?? (await countOf(tx, listed, parameters)) };
}

/** The payment of one position at one time. */
export async function findFundingPayment(
  tx: Tx,
  {
    position,
    dueAt,
    ...filter
  }: Pick<FundingFilter, 'site' | 'player'> & { readonly position: number; readonly dueAt: number },
): Promise<FundingPayment | undefined> {
  const at = { ...filter, from: dueAt, to: dueAt + 1 };
  // One of each instrument at most.
  const { payments: due } = await listFundingPayments(tx, at, { offset: 0, limit: MOST_LISTED });
  return due.find((payment) => payment.position === position);
}

/** What one funding of an instrument meant for a player, who has one position in it at a time. */
export async function findPaymentOfFunding(
  tx: Tx,
  { event, ...filter }: Pick<FundingFilter, 'site' | 'player'> & { readonly event: number },
): Promise<FundingPayment | undefined> {
  const [funding] = await tx.query<{ dueAt: number }>(
    'select due_ms as "dueAt" from futures_funding where id = $1 and site_id = $2',
    [event, filter.site],
  );
  if (funding === undefined) return undefined;
  const at = { ...filter, from: funding.dueAt, to: funding.dueAt + 1 };
  const { payments: due } = await listFundingPayments(tx, at, { offset: 0, limit: MOST_LISTED });
  return due.find((payment) => payment.event === event);
}

/** The minutes of each instrument at whose end funding was paid. */
export async function listFundingMinutes(
  tx: Tx,
  { from, to }: { readonly from: Millis; readonly to: Millis },
): Promise<readonly { readonly instrument: number; readonly minute: Millis }[]> {
  const rows = await tx.query<{ option_id: number; minute_ms: number }>(
    `select distinct option_id, due_ms - due_ms % 60000 as minute_ms
     from futures_funding
     where at_ms between $1 and $2 and rate <> 0`,
    [from, to],
  );
  return rows.map(({ option_id, minute_ms }) => ({ instrument: option_id, minute: millis(minute_ms) }));
}

/** A page beyond the last has no row with the total. */
async function countOf(tx: Tx, listed: string, parameters: readonly Parameter[]): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    `select count(*) as total from (${listed}) as payment`,
    parameters,
  );
  return row?.total ?? 0;
}

/** Only conditions of our own; every value is a parameter. A rate of zero is no payment. */
function where(filter: FundingFilter): { readonly text: string; readonly parameters: Parameter[] } {
  const conditions = ['funding.rate <> 0', 'funding.site_id = $1'];
  const parameters: Parameter[] = [filter.site, filter.player];
  const add = (condition: (place: string) => string, value: Parameter | undefined) => {
    if (value !== undefined) conditions.push(condition(`$${parameters.push(value)}`));
  };
  add((place) => `funding.option_id = ${place}`, filter.instrument);
  add((place) => `funding.due_ms >= ${place}`, filter.from);
  add((place) => `funding.due_ms < ${place}`, filter.to);
  return { text: conditions.join(' and '), parameters };
}
