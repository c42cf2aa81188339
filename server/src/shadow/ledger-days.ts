// What moves on each Korean day between kinds of purses. A kind is `free` or `wait` of all members together, or the
// purpose of a purse of the house. A write has a few of these rows, however many events it has.
import { linesOf, type PackedEvent, readLine } from '@maru/engine/payment/shares';
import { purposeOf } from '@maru/engine/payment/written';
import { isHouse, type PurseId, type SiteId } from '@maru/engine/purse';
import { koreanDate, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { ledgerDays, type PaymentSumRow, paymentSums } from './ledger-tables.ts';
import { fieldsOf, insertMany } from './statements.ts';
import type { RowOf } from './table.ts';

export type LedgerDays = Map<string, Omit<RowOf<typeof ledgerDays>, 'amount' | 'moves'> & DayTotal>;

interface DayTotal {
  amount: bigint;
  moves: number;
}

/** `12:BINARY:free` is `free`, `house:1:practice:KRW` is `practice`. */
export const kindOf = (purse: PurseId): string =>
  isHouse(purse)
    ? purse.slice(purse.indexOf(':', 6) + 1, purse.lastIndexOf(':'))
    : purse.slice(purse.lastIndexOf(':') + 1);

interface Flow {
  readonly site: SiteId;
  readonly at: Millis;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly amount: bigint;
  readonly moves: number;
}

export function addFlow(
  days: LedgerDays,
  { site, at, currency, from, to, reason, amount, moves }: Flow,
): void {
  const day = koreanDate(at);
  const name = `${site} ${day} ${currency} ${from} ${to} ${reason}`;
  const known = days.get(name);
  if (known === undefined) {
    days.set(name, { site, day, currency, from, to, reason, amount, moves });
    return;
  }
  known.amount += amount;
  known.moves += moves;
}

interface Paid {
  readonly days: LedgerDays;
  readonly payments: PaymentSumRow[];
}

/** A payment to thousands is added up first: its legs are those of `legsOf`, altogether. */
export function addPayment({ days, payments }: Paid, event: PackedEvent): void {
  const { id, site, round, at } = event;
  const house = purposeOf(event);
  const legs = [
    ['wait', 'free', 'BET_STAKE'],
    [house, 'free', 'BET_PROFIT'],
    ['wait', 'free', 'BET_VOID'],
    ['wait', house, 'BET_LOST'],
    [house, 'free', 'BET_REVERSED'],
    ['free', house, 'BET_REVERSED'],
    ['debt', house, 'BET_REVERSED'],
    ['free', 'debt', 'DEBT_REPAID'],
  ] as const;
  const totals = new Map<string, DayTotal[]>();
  for (const line of linesOf(event.shares))
    for (const share of readLine(line).wallets) {
      let sums = totals.get(share.currency);
      if (sums === undefined) {
        sums = legs.map(() => ({ amount: 0n, moves: 0 }));
        totals.set(share.currency, sums);
      }
      const moved = [share.won, share.profit, share.void, share.lost, share.given];
      const amounts = [...moved, share.taken - share.missing, share.missing, share.repaid];
      for (const [index, amount] of amounts.entries()) {
        const sum = sums[index];
        if (amount === 0n || sum === undefined) continue;
        sum.amount += amount;
        sum.moves += 1;
      }
    }
  let leg = 0;
  for (const [currency, sums] of totals)
    for (const [index, [from, to, reason]] of legs.entries()) {
      const sum = sums[index];
      if (sum === undefined || sum.moves === 0) continue;
      addFlow(days, { site, at, currency, from, to, reason, ...sum });
      payments.push({ event: id, leg, site, round, currency, from, to, reason, ...sum, at });
      leg += 1;
    }
}

const countFlows = insertMany(ledgerDays, {
  fields: fieldsOf(ledgerDays),
  onConflict: `on conflict (site_id, day, currency, from_kind, to_kind, reason)
    do update set amount = ledger_day.amount + excluded.amount, moves = ledger_day.moves + excluded.moves`,
});

export const writeLedgerDays = (tx: Tx, days: LedgerDays): Promise<void> =>
  countFlows(tx, [...days.values()]);

export const writePaymentSums = insertMany(paymentSums, { fields: fieldsOf(paymentSums) });

/** For a snapshot of a version without this table: the books begin with what its purses hold. */
export const openLedgerDays = (tx: Tx, shard: number, at: number): Promise<unknown> =>
  tx.query(
    `insert into ledger_day (site_id, day, currency, from_kind, to_kind, reason, amount, moves)
     select held.site_id, $1, held.currency,
       case when held.balance > 0 then 'opening' else held.kind end,
       case when held.balance > 0 then held.kind else 'opening' end,
       'OPENING', abs(held.balance), 0
     from (
       select site_id, currency, sum(balance) as balance,
         case
           when owner_id is null then regexp_replace(id, '^house:[0-9]+:(.*):[^:]+$', '\\1')
           else regexp_replace(id, '^.*:', '')
         end as kind
       from purse
       where shard = $2
       group by site_id, currency, kind
     ) as held
     where held.balance <> 0`,
    [koreanDate(at) - 1, shard],
  );
