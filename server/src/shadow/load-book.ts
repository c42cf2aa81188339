// The book as the tables have it at the mark: the house, whatever is open, and the accounts of those who have something
// open. All others stay in the tables.
import { amount } from '@maru/engine/amount';
import { type Book, emptyBook } from '@maru/engine/book';
import { weighBook } from '@maru/engine/book-digest';
import { ACCOUNTS } from '@maru/engine/digest';
import { keysSince } from '@maru/engine/kept-keys';
import type { PlayerId } from '@maru/engine/purse';
import { putPlayer } from '@maru/engine/residents';
import { millis } from '@maru/engine/time';
import { putPurse } from '@maru/engine/transfer';
import type { Tx } from '../db/database.ts';
import { checkSums, sumDigests } from './check-tables.ts';
import { loadBalls, loadRounds } from './load-binary.ts';
import { loadOversea } from './load-oversea.ts';
import { type Bring, type PurseRow, purseOf, readPlayers } from './load-players.ts';
import { type LoadedBook, NO_MARK } from './tables.ts';

export interface MarkRow {
  readonly batch: number;
  readonly hash: string;
  readonly event_id: number;
  readonly at_ms: number;
}

export async function readMark(tx: Tx, shard: number): Promise<MarkRow | undefined> {
  const [row] = await tx.query<MarkRow>(
    'select batch, hash, event_id, at_ms from shadow_mark where shard = $1 for update',
    [shard],
  );
  return row;
}

/** For a transaction that sees the tables as of one moment and must not make anybody wait. */
export async function seeMark(tx: Tx, shard: number): Promise<MarkRow | undefined> {
  const [row] = await tx.query<MarkRow>(
    'select batch, hash, event_id, at_ms from shadow_mark where shard = $1',
    [shard],
  );
  return row;
}

export const loadBook = async (tx: Tx, shard: number): Promise<LoadedBook> =>
  loadBookAt(tx, shard, await readMark(tx, shard));

export async function loadBookAt(tx: Tx, shard: number, mark: MarkRow | undefined): Promise<LoadedBook> {
  const book = emptyBook();
  // There is no row to lock yet, so whatever somebody writes meanwhile must not be read: the journal has all of it.
  if (mark === undefined) return { book, mark: NO_MARK, bring: () => Promise.resolve() };
  const bring: Bring = (players) => bringPlayers(tx, shard, book, players);
  book.lastEvent = mark.event_id;
  book.lastAt = millis(mark.at_ms);
  book.highestPlayer = await findHighestPlayer(tx);
  await checkSums(tx, shard);
  await loadHouse(tx, shard, book);
  await loadHolds(tx, book, bring);
  await loadRounds(tx, shard, book, bring);
  await loadBalls(tx, shard, book, bring);
  await loadOversea(tx, shard, book, bring);
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

async function findHighestPlayer(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ player_id: PlayerId }>(
    'select player_id from account order by player_id desc limit 1',
  );
  return row?.player_id ?? 0;
}

async function loadHouse(tx: Tx, shard: number, book: Book): Promise<void> {
  const purses = await tx.query<PurseRow>(
    'select id, site_id, owner_id, currency, balance from purse where owner_id is null and shard = $1',
    [shard],
  );
  for (const row of purses) putPurse(book, purseOf(row));
}

async function loadHolds(tx: Tx, book: Book, bring: Bring): Promise<void> {
  const holds = await tx.query<{
    id: number;
    player_id: PlayerId;
    wallet: string;
    amount: string;
    purpose: string;
  }>('select id, player_id, wallet, amount, purpose from hold');
  await bring(holds.map((row) => row.player_id));
  for (const row of holds) {
    // What is held by a player of another shard is that shard's.
    if (!book.players.has(row.player_id)) continue;
    book.account.holds.set(row.id, {
      id: row.id,
      player: row.player_id,
      wallet: row.wallet,
      amount: amount(row.amount),
      purpose: row.purpose,
    });
  }
}
