// The tables as of one moment, for a desk that follows another: its owner goes on writing them, and must not be held
// up. A transaction is open for as long as the view is.
import type { PlayerId } from '@maru/engine/purse';
import type { LoadedPlayer } from '@maru/engine/residents';
import type { Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { loadBookAt, seeMark } from './load-book.ts';
import { readPlayers } from './load-players.ts';
import type { ShadowProduct } from './shadow-product.ts';
import { type LoadedBook, type Mark, NO_MARK } from './tables.ts';

export interface TablesView {
  /** How far the tables are in this view. */
  readonly mark: Mark;
  /** The book at the mark. */
  load(): Promise<LoadedBook>;
  /** Those of these accounts that the tables have at the mark, with the keys that were answered since then. */
  players(ids: readonly PlayerId[], keysSince: Millis): Promise<readonly LoadedPlayer[]>;
  close(): Promise<void>;
}

export async function viewTables(
  database: Database,
  shard: number,
  products: readonly ShadowProduct[],
): Promise<TablesView> {
  const opening = Promise.withResolvers<Pick<TablesView, 'mark' | 'load' | 'players'>>();
  const closing = Promise.withResolvers<void>();
  const ended = database
    .transaction(async (tx) => {
      opening.resolve(await open(tx, shard, products));
      await closing.promise;
    })
    // A connection that broke while nobody used it: the next statement fails by itself.
    .catch(opening.reject);
  return {
    ...(await opening.promise),
    async close() {
      closing.resolve();
      await ended;
    },
  };
}

async function open(tx: Tx, shard: number, products: readonly ShadowProduct[]) {
  await tx.query('set transaction isolation level repeatable read, read only');
  const row = await seeMark(tx, shard);
  const mark: Mark = row === undefined ? NO_MARK : { batch: row.batch, hash: row.hash };
  return {
    mark,
    load: () => loadBookAt(tx, shard, row, products),
    players: (ids: readonly PlayerId[], keysSince: Millis) =>
      row === undefined ? Promise.resolve([]) : readPlayers(tx, shard, ids, keysSince),
  };
}
