// Compares stored bets with the journal.
import type { Tx } from '../db/database.ts';
import type { AuditedPart } from '../shadow/shadow-product.ts';
import { findDifference } from '../shadow/statements.ts';
import { TablesDiffer } from '../shadow/tables.ts';
import type { BetRow } from './rows.ts';
import { bets } from './tables.ts';
import { PLACED } from './write.ts';

/** For the bets of one product, which `where` selects. */
export function auditBets(where: string) {
  const findOdd = findDifference(bets, {
    fields: PLACED,
    computed: { profit: 'trunc(asked.stake * asked.rate, made.places)' },
    age: 'close',
    where,
  });
  return async (
    tx: Tx,
    rows: readonly BetRow[],
    { first, last, cut }: Omit<AuditedPart, 'archived'> & { readonly cut: number },
  ): Promise<void> => {
    const odd = await findOdd(tx, rows, { first, last, cut });
    if (odd !== undefined) throw new TablesDiffer(`bet ${odd.id} ${odd.what}`);
  };
}
