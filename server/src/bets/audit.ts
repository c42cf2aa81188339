// Compares stored bets with the journal.
import type { Tx } from '../db/database.ts';
import type { AuditedPart } from '../shadow/shadow-product.ts';
import { findDifference } from '../shadow/statements.ts';
import { TablesDiffer } from '../shadow/tables.ts';
import type { OwnRounds } from './archive.ts';
import type { BetRows } from './rows.ts';
import { bets } from './tables.ts';
import { PLACED } from './write.ts';

/** For the bets of one product, which `where` selects, on its own rounds. */
export function auditBets(where: string, { since }: OwnRounds) {
  const findOdd = findDifference(bets, {
    fields: PLACED,
    computed: { profit: 'trunc(asked.stake * asked.rate, made.places)' },
    age: 'close',
    where,
  });
  return async (tx: Tx, rows: BetRows, { first, last, archived }: AuditedPart): Promise<void> => {
    const cut = archived === undefined ? 0 : since(archived).at;
    const odd = await findOdd(tx, rows.bets, { first, last, cut });
    if (odd !== undefined) throw new TablesDiffer(`bet ${odd.id} ${odd.what}`);
  };
}
