// A snapshot of the shadow's tables at their mark, checked against the journal before it is written. Its rows can be
// written back without any record up to the mark.
import type { Book } from '@maru/engine/book';
import { digestText } from '@maru/engine/book-digest';
import type { Database, Tx } from '../db/database.ts';
import { DamagedJournal } from '../journal/journal.ts';
import type { PackedFolder } from '../journal/packed-file.ts';
import { type ClosedBatch, digestIn } from '../journal/record.ts';
import { findFault } from './check-tables.ts';
import type { Cutoffs } from './cutoffs.ts';
import { findCutoffs, snapshotTables } from './ledger-archive.ts';
import { loadBookAt, type MarkRow, seeMark } from './load-book.ts';
import type { ShadowProduct, ShadowTable } from './shadow-product.ts';
import {
  checkSnapshot,
  type SnapshotHead,
  type SnapshotPlace,
  type SnapshotRow,
  saveSnapshot,
} from './snapshot-file.ts';
import { TablesDiffer } from './tables.ts';

const ROWS_AT_ONCE = 1_000;

export interface SnapshotParts {
  readonly shard: number;
  readonly folder: PackedFolder;
  /** A record of the journal, without its events. */
  readonly findRecord: (batch: number) => Promise<ClosedBatch | undefined>;
}

/** The tables as of one moment. */
export interface SnapshotSource {
  readonly mark: MarkRow;
  /** Throws `TablesDiffer` unless the tables are whole and have this digest. */
  check(digest: string | undefined): Promise<void>;
  findCutoffs(): Promise<Cutoffs>;
  findColumns(): Promise<SnapshotHead['columns']>;
  rows(head: SnapshotHead): AsyncIterable<readonly SnapshotRow[]>;
}

/**
 * On PostgreSQL the tables are read as of one moment without blocking others. The embedded database has one
 * connection: other users of it wait until the rows are read. Undefined when there is nothing yet.
 */
export async function writeSnapshot(
  parts: SnapshotParts & {
    readonly database: Database;
    readonly products: readonly ShadowProduct[];
  },
): Promise<SnapshotPlace | undefined> {
  const { database, shard, products } = parts;
  const tables = snapshotTables(products);
  const place = await database.transaction(async (tx) => {
    if (database.kind === 'postgres')
      await tx.query('set transaction isolation level repeatable read, read only');
    const mark = await seeMark(tx, shard);
    if (mark === undefined) return undefined;
    return saveTables(parts, {
      mark,
      check: (digest) => checkTables(tx, { shard, mark, products, digest }),
      findCutoffs: () => findCutoffs(tx, shard, mark, products),
      findColumns: () =>
        findColumns(
          tx,
          tables.map(({ name }) => name),
        ),
      rows: (head) => readRows(tx, tables, head),
    });
  });
  if (place !== undefined) await readBack(place);
  return place;
}

/** Nothing is written of tables that do not belong to the journal or that differ from it. */
export async function saveTables(
  { shard, folder, findRecord }: SnapshotParts,
  source: SnapshotSource,
): Promise<SnapshotPlace> {
  const { mark } = source;
  const record = await findRecord(mark.batch);
  if (record?.hash !== mark.hash)
    throw new DamagedJournal(`batch ${mark.batch} of the journal is not the one that the tables follow`);
  const digest = digestIn(record.body);
  await source.check(digest);
  const head: SnapshotHead = {
    version: 1,
    shard,
    batch: mark.batch,
    hash: mark.hash,
    digest,
    eventId: mark.event_id,
    atMs: mark.at_ms,
    cutoffs: await source.findCutoffs(),
    columns: await source.findColumns(),
  };
  return saveSnapshot(folder, head, source.rows(head));
}

/** A file that cannot be read back is no snapshot, and is removed so that the next pass does not use it. */
export async function readBack({ file }: SnapshotPlace): Promise<void> {
  try {
    await checkSnapshot(file);
  } catch (fault) {
    await file.remove();
    throw fault;
  }
}

/** Throws `TablesDiffer` unless every account and everything open matches the journal at this mark. */
export async function checkTables(
  tx: Tx,
  {
    shard,
    mark,
    products,
    digest,
  }: {
    readonly shard: number;
    readonly mark: MarkRow;
    readonly products: readonly ShadowProduct[];
    readonly digest: string | undefined;
  },
): Promise<void> {
  const { book } = await loadBookAt(tx, shard, mark, products);
  compareDigest(book, mark.batch, digest);
  const fault = await findFault(tx, shard);
  if (fault !== undefined) throw new TablesDiffer(fault);
}

/** Records of early versions have no digest. */
export function compareDigest(book: Book, batch: number, digest: string | undefined): void {
  const stored = digestText(book);
  if (digest !== undefined && stored !== digest)
    throw new TablesDiffer(`at batch ${batch} their digest is ${stored} and the journal's ${digest}`);
}

export async function findColumns(tx: Tx, tables: readonly string[]): Promise<SnapshotHead['columns']> {
  const rows = await tx.query<{ table_name: string; column_name: string }>(
    `select table_name::text as table_name, column_name::text as column_name
     from information_schema.columns
     where table_schema = 'public' and table_name = any($1::text[])
     order by table_name, ordinal_position`,
    [tables],
  );
  const columns = Map.groupBy(rows, ({ table_name }) => table_name);
  return Object.fromEntries(
    tables.map((table) => [table, columns.get(table)?.map(({ column_name }) => column_name)]),
  );
}

async function* readRows(
  tx: Tx,
  tables: readonly ShadowTable[],
  { cutoffs, shard }: SnapshotHead,
): AsyncGenerator<readonly SnapshotRow[]> {
  for (const { name: table, ofShard, retained } of tables) {
    await tx.query(
      `declare retained_rows cursor for
       select row_to_json(retained)::text as json
       from (${retained(cutoffs, shard)}) as retained
       where ${ofShard(shard, 'retained')}`,
    );
    for (;;) {
      const rows = await tx.query<{ json: string }>(`fetch ${ROWS_AT_ONCE} from retained_rows`);
      yield rows.map(({ json }) => ({ table, json }));
      if (rows.length < ROWS_AT_ONCE) break;
    }
    await tx.query('close retained_rows');
  }
}
