// The statements of the funding premiums.
import type { Premiums } from '@maru/engine/futures/funding-rate';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { fieldsOf, selectFrom, upsertMany } from '../shadow/statements.ts';
import { column, type RowOf, table } from '../shadow/table.ts';

const premiums = table('funding_premium', {
  stock: column.text(),
  startsAt: column.bigint<Millis>('starts_ms'),
  weighted: column.whole(),
  ms: column.bigint('covered_ms'),
});
/** The premiums of the interval that starts then. */
export type PremiumRow = RowOf<typeof premiums>;

export const savePremiums = upsertMany(premiums, { key: ['stock', 'startsAt'] });

const readPremiums = selectFrom(premiums, fieldsOf(premiums));

export const listPremiumsSince = (tx: Tx, since: Millis): Promise<readonly PremiumRow[]> =>
  readPremiums(tx, 'where starts_ms >= $1', [since]);

export async function findPremiums(
  tx: Tx,
  { stock, startsAt }: { readonly stock: string; readonly startsAt: Millis },
): Promise<Premiums | undefined> {
  return (await readPremiums(tx, 'where stock = $1 and starts_ms = $2', [stock, startsAt]))[0];
}

export async function deletePremiumsBefore(tx: Tx, before: Millis): Promise<void> {
  await tx.query('delete from funding_premium where starts_ms < $1', [before]);
}
