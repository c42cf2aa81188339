// Writes the rows of a snapshot back into the tables, as they were at its mark.
import type { Database, Tx } from '../db/database.ts';
import type { PackedFile } from '../journal/packed-file.ts';
import { type ClosedBatch, digestIn } from '../journal/record.ts';
import { writeArchiveMark } from './delete-archived.ts';
import { snapshotTables } from './ledger-archive.ts';
import { openLedgerDays } from './ledger-days.ts';
import { seeMark } from './load-book.ts';
import type { ShadowProduct } from './shadow-product.ts';
import {
  BadSnapshot,
  checkSnapshot,
  findOwnRecord,
  readSnapshot,
  type SnapshotHead,
  type SnapshotRow,
} from './snapshot-file.ts';
import { emptyTables } from './sql-tables.ts';
import { type Mark, TablesDiffer } from './tables.ts';
import { checkTables, findColumns } from './write-snapshot.ts';

const ROWS_AT_ONCE = 1_000;

/**
 * All or nothing: the tables stay as they were unless the whole snapshot can be read, belongs to this journal, and
 * has the digest of the journal's record.
 */
export async function restoreSnapshot(parts: {
  readonly database: Database;
  readonly shard: number;
  readonly products: readonly ShadowProduct[];
  readonly file: PackedFile;
  readonly findRecord: (batch: number) => Promise<ClosedBatch | undefined>;
}): Promise<Mark> {
  const { database, shard, products, file } = parts;
  const { path } = file;
  const tables = new Set(snapshotTables(products).map(({ name }) => name));
  const head = await checkSnapshot(file);
  if (head.shard !== shard) throw new BadSnapshot(`${path} is of shard ${head.shard}, not ${shard}`);
  const record = await findOwnRecord(file, head, parts.findRecord);
  await database.transaction(async (tx) => {
    await checkColumns(tx, tables, { head, path });
    await emptyTables(tx, shard, products);
    await writeRows(tx, tables, { file, head });
    if (head.columns['ledger_day'] === undefined) await openLedgerDays(tx, shard, head.atMs);
    await writeMarks(tx, head);
    const mark = await seeMark(tx, shard);
    if (mark === undefined) throw new BadSnapshot(`${path} has no mark`);
    try {
      await checkTables(tx, { shard, mark, products, digest: digestIn(record.body) });
    } catch (fault) {
      if (fault instanceof TablesDiffer)
        throw new BadSnapshot(`${path} was changed: ${fault.message}`, { cause: fault });
      throw fault;
    }
  });
  return { batch: head.batch, hash: head.hash };
}

/**
 * Columns that were added later stay empty; a removed one may have been moved by a migration, and it is unknown
 * where.
 */
export async function checkColumns(
  tx: Tx,
  tables: ReadonlySet<string>,
  { head, path }: { readonly head: SnapshotHead; readonly path: string },
): Promise<void> {
  const now = await findColumns(tx, [...tables]);
  for (const table of tables) {
    const gone = head.columns[table]?.find((column) => !now[table]?.includes(column));
    if (gone !== undefined)
      throw new BadSnapshot(
        `${path} has column ${gone} of table ${table}, which later migrations removed: restore it with the version that wrote it`,
      );
  }
}

export async function insertRows(
  tx: Tx,
  { table, columns }: Pick<SnapshotHead, 'columns'> & { readonly table: string },
  rows: readonly SnapshotRow[],
): Promise<void> {
  const names = (columns[table] ?? []).join(', ');
  await tx.query(
    `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1::json)`,
    [`[${rows.map(({ json }) => json).join(',')}]`],
  );
}

async function writeRows(
  tx: Tx,
  tables: ReadonlySet<string>,
  { file, head: { columns } }: { readonly file: PackedFile; readonly head: SnapshotHead },
): Promise<void> {
  let table: string | undefined;
  let waiting: SnapshotRow[] = [];
  const flush = async (): Promise<void> => {
    if (table !== undefined && waiting.length > 0) await insertRows(tx, { table, columns }, waiting);
    waiting = [];
  };
  for await (const part of readSnapshot(file)) {
    if ('version' in part) continue;
    for (const row of part) {
      if (row.table !== table || waiting.length >= ROWS_AT_ONCE) await flush();
      if (!tables.has(row.table)) throw new BadSnapshot(`${file.path} has rows of ${row.table}`);
      table = row.table;
      waiting.push(row);
    }
  }
  await flush();
}

async function writeMarks(
  tx: Tx,
  { shard, batch, hash, eventId, atMs, cutoffs }: SnapshotHead,
): Promise<void> {
  await tx.query(
    'insert into shadow_mark (shard, batch, hash, event_id, at_ms) values ($1, $2, $3, $4, $5)',
    [shard, batch, hash, eventId, atMs],
  );
  await writeArchiveMark(tx, shard, { batch, cutoffs });
}
