// Deletes rows that were finished before a base, in small slices that take the database a few milliseconds each. They
// can be written again from the archived journal. Rows that are open, or that a later event may change, stay.
import type { Database, Tx } from '../db/database.ts';
import type { Cutoffs } from './cutoffs.ts';
import { ledgerDeletions } from './ledger-archive.ts';
import type { ShadowProduct } from './shadow-product.ts';

interface DeleteOptions {
  readonly database: Database;
  readonly shard: number;
  readonly products: readonly ShadowProduct[];
  readonly base: { readonly batch: number; readonly cutoffs: Cutoffs };
  /** Called after each slice; its duration sets the pace. */
  readonly rest: () => Promise<void>;
}

/** Returns how many rows were deleted. It may be stopped and called again at any time. */
export async function deleteArchived(options: DeleteOptions): Promise<number> {
  const { database, shard, products, base, rest } = options;
  const { cutoffs } = base;
  let deleted = 0;
  // From now on a call for the rows about to be deleted answers ARCHIVED.
  await database.transaction((tx) => writeArchiveMark(tx, shard, base));
  const slices = [
    ...products.flatMap((product) => product.deletions(shard, cutoffs)),
    ...ledgerDeletions(shard, cutoffs),
  ];
  for (const slice of slices) {
    for (;;) {
      const { rows, isLast } = await database.transaction(slice);
      deleted += rows;
      if (isLast) break;
      await rest();
    }
  }
  return deleted;
}

/** A mark that is further ahead is kept. */
export const writeArchiveMark = (tx: Tx, shard: number, { batch, cutoffs }: DeleteOptions['base']) =>
  tx.query(
    `insert into archive_mark (shard, batch, cutoffs)
     values ($1, $2, $3::jsonb)
     on conflict (shard) do update
     set batch = excluded.batch, cutoffs = excluded.cutoffs
     where archive_mark.batch < excluded.batch`,
    [shard, batch, JSON.stringify(cutoffs)],
  );
