// Writes the shadow's tables again from the journal, from its first batch to its last, or from a snapshot on where
// the journal was cut. The journal is only read.
import type { Database } from '../db/database.ts';
import type { Journal } from '../journal/journal.ts';
import type { SealedBatch } from '../journal/record.ts';
import { rowsOf } from './rows.ts';
import type { ShadowProduct } from './shadow-product.ts';
import { emptyTables, openSqlTables } from './sql-tables.ts';
import { type Mark, NO_MARK, type Tables } from './tables.ts';

const EVENTS_AT_ONCE = 5_000;

interface Rebuilt {
  /** The batch of the snapshot that it started from; 0 when it started with empty tables. */
  readonly from: number;
  /** The mark of the tables afterwards. */
  readonly batch: number;
  /** How many events were written. */
  readonly events: number;
}

export function rebuildTables(parts: {
  readonly database: Database;
  readonly journal: Pick<Journal, 'read'>;
  readonly shard: number;
  readonly products: readonly ShadowProduct[];
  /** Writes the rows of a snapshot instead of empty tables, and returns where the journal continues. */
  readonly restoreBase?: (() => Promise<Mark>) | undefined;
  readonly onProgress?: (batch: number) => void;
}): Promise<Rebuilt> {
  const { database, journal, shard, products, onProgress } = parts;
  const empty = async (): Promise<Mark> => {
    await database.transaction((tx) => emptyTables(tx, shard, products));
    return NO_MARK;
  };
  const begin = parts.restoreBase ?? empty;
  const tables = openSqlTables(database, shard, products);
  return writeFromJournal({ tables, journal, products, begin, onProgress });
}

/** `begin` makes the tables empty or those of a snapshot, and returns where the journal continues. */
export async function writeFromJournal(parts: {
  readonly tables: Pick<Tables, 'write'>;
  readonly journal: Pick<Journal, 'read'>;
  readonly products: readonly ShadowProduct[];
  readonly begin: () => Promise<Mark>;
  readonly onProgress?: ((batch: number) => void) | undefined;
}): Promise<Rebuilt> {
  const { tables, journal, products, begin, onProgress } = parts;
  let mark = await begin();
  const from = mark.batch;
  let gathered: SealedBatch[] = [];
  let waiting = 0;
  let events = 0;

  async function write(): Promise<void> {
    const last = gathered.at(-1);
    if (last === undefined) return;
    const to = { batch: last.batch, hash: last.hash };
    if (!(await tables.write(rowsOf(gathered, products), mark, to)))
      throw new Error('another process is writing these tables');
    mark = to;
    gathered = [];
    waiting = 0;
    onProgress?.(mark.batch);
  }

  for await (const batch of journal.read(mark)) {
    gathered.push(batch);
    waiting += batch.events.length;
    events += batch.events.length;
    if (waiting >= EVENTS_AT_ONCE) await write();
  }
  await write();
  return { from, batch: mark.batch, events };
}
