// Deletes the rows of what was finished before a base, in small slices: a few milliseconds of the database each. They can
// be written again from the archived journal. What is open, or what a later event may change, stays.
import type { Database, Tx } from '../db/database.ts';
import type { Cutoffs } from './cutoffs.ts';
import { ledgerDeletions } from './ledger-archive.ts';
import type { ShadowProduct } from './shadow-product.ts';

interface DeleteOptions {
  readonly database: Database;
  readonly shard: number;
  readonly products: readonly ShadowProduct[];
  readonly base: { readonly batch: number; readonly cutoffs: Cutoffs };
  /** Called after each slice: how long it takes is the pace. */
  readonly rest: () => Promise<void>;
  readonly isStopped?: () => boolean;
}

/** Answers how many rows went. It may be stopped and called again at any time. */
export async function deleteArchived(options: DeleteOptions): Promise<number> {
  const { database, shard, products, base, rest, isStopped = () => false } = options;
  const { cutoffs } = base;
  let deleted = 0;
  // From now on a call for what is about to be deleted answers ARCHIVED.
  await database.transaction((tx) => writeArchiveMark(tx, shard, base));
  const slices = [
    ...products.flatMap((product) => product.deletions(shard, cutoffs)),
    ...ledgerDeletions(cutoffs),
  ];
  for (const slice of slices) {
    while (!isStopped()) {
      const { rows, isLast } = await database.transaction(slice);
      deleted += rows;
      if (isLast) break;
      await rest();
    }
  }
  return deleted;
}

/** A mark that is further on stays. */
export const writeArchiveMark = (tx: Tx, shard: number, { batch, cutoffs }: DeleteOptions['base']) =>
  tx.query(
    `insert into archive_mark (shard, batch, cutoffs)
     values ($1, $2, $3::jsonb)
     on conflict (shard) do update
     set batch = excluded.batch, cutoffs = excluded.cutoffs
     where archive_mark.batch < excluded.batch`,
    [shard, batch, JSON.stringify(cutoffs)],
  );
