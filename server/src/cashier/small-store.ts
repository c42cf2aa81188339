// What the rule for small amounts has approved on a day.
import { type Amount, amount, toDecimal, ZERO } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';

export interface SmallApproval {
  readonly row: number;
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly type: 'D' | 'W';
  readonly currency: string;
  readonly day: number;
  readonly amount: Amount;
}

/** Of the member and of the whole site, without the request itself: one that is repeated counts once. */
export async function sumSmall(
  tx: Tx,
  { row, site, player, type, currency, day }: Omit<SmallApproval, 'amount'>,
): Promise<{ readonly ofMember: Amount; readonly ofSite: Amount }> {
  const [sums] = await tx.query<{ readonly member: string | null; readonly site: string | null }>(
    `select (select sum(amount) from small_approval
              where player_id = $3 and day = $5 and type = $4 and currency = $6 and row_id <> $1)::text as member,
            (select sum(amount) from small_approval
              where site_id = $2 and day = $5 and type = $4 and currency = $6 and row_id <> $1)::text as site`,
    [row, site, player, type, day, currency],
  );
  return { ofMember: sumOf(sums?.member), ofSite: sumOf(sums?.site) };
}

const sumOf = (text: string | null | undefined): Amount =>
  text === null || text === undefined ? ZERO : amount(text);

export async function insertSmall(tx: Tx, { amount: units, ...of }: SmallApproval): Promise<void> {
  const { row, site, player, type, currency, day } = of;
  await insertRow(
    tx,
    'small_approval',
    { row_id: row, site_id: site, player_id: player, type, currency, day, amount: toDecimal(units) },
    'on conflict (row_id) do nothing',
  );
}

/** The desk has refused it: nothing moved. */
export async function deleteSmall(tx: Tx, row: number): Promise<void> {
  await tx.query('delete from small_approval where row_id = $1', [row]);
}

export async function forgetSmall(tx: Tx, before: number): Promise<void> {
  await tx.query('delete from small_approval where day < $1', [before]);
}
