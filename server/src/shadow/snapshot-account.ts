// One account as a snapshot has it. Its rows are written into temporary tables with the names of the real ones, so that
// the products read them with their own statements; nothing of the real tables is read or changed.
import { type Book, emptyBook } from '@maru/engine/book';
import type { PlayerId } from '@maru/engine/purse';
import { putPlayer } from '@maru/engine/residents';
import { millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { openPackedFolder, type PackedFile } from '../journal/packed-file.ts';
import { snapshotTables } from './ledger-archive.ts';
import { NO_KEYS } from './load-answers.ts';
import { type Bring, readPlayers } from './load-players.ts';
import { checkColumns, insertRows } from './restore-snapshot.ts';
import type { ShadowProduct } from './shadow-product.ts';
import {
  BadSnapshot,
  listSnapshots,
  readHead,
  readSnapshot,
  type SnapshotHead,
  type SnapshotRow,
  snapshotsIn,
} from './snapshot-file.ts';

export interface AccountRows {
  readonly head: SnapshotHead;
  /** Of the account, and those of no account: rounds, and when instruments were funded. */
  readonly rows: readonly SnapshotRow[];
}

/** What happened before is in the balances. */
const HISTORY = 'account_event';
/** Sums of all accounts together. */
const SUMS = 'ledger_day';
/** The columns by which a row belongs to an account. */
const OWNERS = ['player_id', 'owner_id'] as const;

export interface SnapshotOf {
  readonly archiveFolder: string;
  readonly shard: number;
  readonly batch: number;
}

async function findFile({ archiveFolder, shard, batch }: SnapshotOf): Promise<PackedFile | undefined> {
  const places = await listSnapshots(openPackedFolder(snapshotsIn(archiveFolder)), shard);
  return places.find((place) => place.batch === batch)?.file;
}

/** Undefined when there is no snapshot of this batch. */
export async function findSnapshotHead(of: SnapshotOf): Promise<SnapshotHead | undefined> {
  const file = await findFile(of);
  return file && readHead(file);
}

/** Reads the whole file: only its last line says whether it is as written. */
export async function readAccountRows(of: SnapshotOf, player: PlayerId): Promise<AccountRows> {
  const file = await findFile(of);
  if (file === undefined) throw new BadSnapshot(`${of.archiveFolder} has no snapshot of batch ${of.batch}`);
  let head: SnapshotHead | undefined;
  const rows: SnapshotRow[] = [];
  for await (const part of readSnapshot(file)) {
    if ('version' in part) head = part;
    else if (head !== undefined) for (const row of part) if (belongsTo(row, player, head)) rows.push(row);
  }
  if (head === undefined) throw new BadSnapshot(`${file.path} is empty`);
  return { head, rows };
}

function belongsTo({ table, json }: SnapshotRow, player: PlayerId, { columns }: SnapshotHead): boolean {
  if (table === HISTORY || table === SUMS) return false;
  const owner = OWNERS.find((column) => columns[table]?.includes(column));
  if (owner === undefined) return true;
  // Most rows are somebody else's, and need not be parsed. A text may contain the same characters as a column.
  if (!json.includes(`"${owner}":${player}`)) return false;
  return (JSON.parse(json) as Record<string, unknown>)[owner] === player;
}

/** A book with this account alone; undefined when the snapshot does not have it. */
export async function loadAccountRows(
  tx: Tx,
  {
    shard,
    products,
    player,
    found: { head, rows },
  }: {
    readonly shard: number;
    readonly products: readonly ShadowProduct[];
    readonly player: PlayerId;
    readonly found: AccountRows;
  },
): Promise<Book | undefined> {
  const names = [...new Set(snapshotTables(products).map(({ name }) => name))];
  await checkColumns(tx, new Set(names), { head, path: `the snapshot of batch ${head.batch}` });
  for (const name of names)
    await tx.query(`create temporary table ${name} (like public.${name} including defaults) on commit drop`);
  for (const [table, own] of Map.groupBy(rows, (row) => row.table))
    await insertRows(tx, { table, columns: head.columns }, own);
  const book = emptyBook();
  book.lastEvent = head.eventId;
  book.lastAt = millis(head.atMs);
  book.highestPlayer = player;
  const bring: Bring = async (wanted) => {
    const missing = [...new Set(wanted)].filter((each) => !book.players.has(each));
    for (const loaded of await readPlayers(tx, shard, missing, NO_KEYS)) putPlayer(book, loaded);
  };
  await bring([player]);
  if (!book.players.has(player)) return undefined;
  for (const product of products) await product.load(tx, shard, book, bring);
  return book;
}
