// The book as the tables have it at the mark: the house, everything open, and the accounts of players who have
// something open. All others stay in the tables.

import { keysSince } from '@maru/engine/answered-keys';
import { type Book, emptyBook } from '@maru/engine/book';
import { weighBook } from '@maru/engine/book-digest';
import { ACCOUNTS } from '@maru/engine/digest';
import type { PlayerId } from '@maru/engine/purse';
import { putPlayer } from '@maru/engine/residents';
import { shardOfEvent } from '@maru/engine/shard';
import { millis } from '@maru/engine/time';
import { putPurse } from '@maru/engine/transfer';
import type { Tx } from '../db/database.ts';
import { checkSums, sumDigests } from './check-tables.ts';
import { type Bring, readPlayers, readPurses } from './load-players.ts';
import type { ShadowProduct } from './shadow-product.ts';
import { type LoadedBook, NO_MARK, TablesDiffer } from './tables.ts';

export interface MarkRow {
  readonly batch: number;
  readonly hash: string;
  readonly event_id: number;
  readonly at_ms: number;
}

const FIND_MARK = 'select batch, hash, event_id, at_ms from shadow_mark where shard = $1';

/** Locks the mark until the transaction ends. */
export async function readMark(tx: Tx, shard: number): Promise<MarkRow | undefined> {
  return (await tx.query<MarkRow>(`${FIND_MARK} for update`, [shard]))[0];
}

/** For a transaction that sees the tables as of one moment and must not block other transactions. */
export async function seeMark(tx: Tx, shard: number): Promise<MarkRow | undefined> {
  return (await tx.query<MarkRow>(FIND_MARK, [shard]))[0];
}

export async function loadBookAt(
  tx: Tx,
  shard: number,
  mark: MarkRow | undefined,
  products: readonly ShadowProduct[],
): Promise<LoadedBook> {
  const book = emptyBook(shard);
  // There is no row to lock yet, so rows that are written meanwhile must not be read: the journal has all of them.
  if (mark === undefined) return { book, mark: NO_MARK, bring: () => Promise.resolve() };
  if (shardOfEvent(mark.event_id) !== shard)
    throw new TablesDiffer(`event ${mark.event_id} of their mark is not of shard ${shard}`);
  const bring: Bring = (players) => bringPlayers(tx, shard, book, players);
  book.lastEvent = mark.event_id;
  book.lastAt = millis(mark.at_ms);
  book.highestPlayer = await findHighestPlayer(tx, shard);
  await checkSums(tx, shard);
  await loadHouse(tx, shard, book);
  for (const product of products) await product.load(tx, shard, book, bring);
  weighBook(book);
  book.digest.lanes[ACCOUNTS] = await sumDigests(tx, shard);
  return { book, mark: { batch: mark.batch, hash: mark.hash }, bring };
}

async function bringPlayers(tx: Tx, shard: number, book: Book, players: Iterable<PlayerId>): Promise<void> {
  const missing = new Set<PlayerId>();
  for (const player of players) if (!book.players.has(player)) missing.add(player);
  if (missing.size === 0) return;
  for (const loaded of await readPlayers(tx, shard, [...missing], keysSince(book.lastAt)))
    putPlayer(book, loaded);
}

async function findHighestPlayer(tx: Tx, shard: number): Promise<number> {
  const [row] = await tx.query<{ player_id: PlayerId }>(
    'select player_id from account where shard = $1 order by player_id desc limit 1',
    [shard],
  );
  return row?.player_id ?? 0;
}

async function loadHouse(tx: Tx, shard: number, book: Book): Promise<void> {
  for (const purse of await readPurses(tx, 'where owner_id is null and shard = $1', [shard]))
    putPurse(book, purse);
}
