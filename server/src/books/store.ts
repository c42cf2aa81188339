// The statements of the books.
import { amount } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import type { DayRow } from './figures.ts';

interface StoredDay extends Omit<DayRow, 'amount'> {
  readonly amount: string;
}

const read = (rows: readonly StoredDay[]): readonly DayRow[] =>
  rows.map((row) => ({ ...row, amount: amount(row.amount) }));

/** Days in both ends included. */
export const listDays = async (
  tx: Tx,
  { site, from, to }: { readonly site: SiteId; readonly from: number; readonly to: number },
): Promise<readonly DayRow[]> =>
  read(
    await tx.query<StoredDay>(
      `select day, currency, from_kind as from, to_kind as to, reason, amount::text as amount, moves
         from ledger_day
        where site_id = $1
          and day between $2 and $3
        order by day desc, currency, from_kind, to_kind, reason`,
      [site, from, to],
    ),
  );

/** Everything that moved up to the end of a day, added up. */
export const sumUntil = async (
  tx: Tx,
  { site, until }: { readonly site: SiteId; readonly until: number },
): Promise<readonly Omit<DayRow, 'day' | 'moves'>[]> =>
  (
    await tx.query<Omit<StoredDay, 'day' | 'moves'>>(
      `select currency, from_kind as from, to_kind as to, '' as reason, sum(amount)::text as amount
         from ledger_day
        where site_id = $1
          and day <= $2
        group by currency, from_kind, to_kind
        order by currency, from_kind, to_kind`,
      [site, until],
    )
  ).map((row) => ({ ...row, amount: amount(row.amount) }));

export async function findFirstDay(tx: Tx, site: SiteId): Promise<number | undefined> {
  const [row] = await tx.query<{ day: number }>(
    'select day from ledger_day where site_id = $1 order by day limit 1',
    [site],
  );
  return row?.day;
}

export const listMemberDays = (
  tx: Tx,
  { site, from, to }: { readonly site: SiteId; readonly from: number; readonly to: number },
) =>
  tx.query<{ readonly day: number; readonly members: number; readonly active: number }>(
    `select day, members, active
       from books_day
      where site_id = $1
        and day between $2 and $3
      order by day desc`,
    [site, from, to],
  );
