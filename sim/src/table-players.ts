// The accounts of the tables one by one, as a desk reads them when it needs them, and who cannot be left out of a book.
import { assert } from '@maru/engine/assert';
import { type Book, emptyBook, type Player } from '@maru/engine/book';
import { ACCOUNTS } from '@maru/engine/digest';
import type { PlayerId } from '@maru/engine/purse';
import type { LoadedPlayer } from '@maru/engine/residents';
import { checkAccount } from '@maru/server/shadow/check-tables';
import { TablesDiffer } from '@maru/server/shadow/tables';
import { simProducts } from './products.ts';
import { loadAccounts, loadRows, type TableRows } from './table-rows.ts';

/** Players with a hold or with something open of a product. Computed without the engine's own list of products. */
const whoHasSomethingOpen = (book: Book): ReadonlySet<number> =>
  new Set<number>([
    ...Array.from(book.account.holds.values(), ({ player }) => player),
    ...simProducts.flatMap((product) => [...product.playersWithOpen(book)]),
  ]);

export interface SplitBook {
  /** With the accounts of those who have something open. */
  readonly book: Book;
  /** All other accounts. */
  readonly cold: ReadonlyMap<number, LoadedPlayer>;
}

function loadedOf(tables: TableRows, book: Book, player: Player): LoadedPlayer {
  const account = tables.accounts.get(player.id);
  assert(account !== undefined, 'a player has an account');
  const purses = [...book.purses.values()].filter(({ owner }) => owner === player.id);
  return { player, purses, digest: account.digest };
}

export function loadOpenRows(tables: TableRows): SplitBook {
  const book = loadRows(tables);
  const open = whoHasSomethingOpen(book);
  const cold = new Map<number, LoadedPlayer>();
  checkRowSums(tables);
  for (const [id, player] of book.players) {
    if (open.has(id)) {
      checkAccount(loadedOf(tables, book, player));
      continue;
    }
    cold.set(id, loadedOf(tables, book, player));
  }
  for (const [id, { purses }] of cold) {
    book.players.delete(id as PlayerId);
    for (const purse of purses) book.purses.delete(purse.id);
  }
  let sum = 0n;
  for (const { digest } of tables.accounts.values()) sum += digest;
  book.digest.lanes[ACCOUNTS] = sum;
  return { book, cold };
}

function checkRowSums({ purses }: TableRows): void {
  const sums = new Map<string, bigint>();
  for (const { site, currency, balance } of purses.values()) {
    const where = `${site} ${currency}`;
    sums.set(where, (sums.get(where) ?? 0n) + balance);
  }
  for (const [where, sum] of sums) if (sum !== 0n) throw new TablesDiffer(`${where} adds up to ${sum}`);
}

export function loadPlayerRows(tables: TableRows, ids: readonly PlayerId[]): readonly LoadedPlayer[] {
  const book = emptyBook();
  const wanted = new Set<number | undefined>(ids);
  loadAccounts(tables, book, (owner) => owner !== undefined && wanted.has(owner));
  return ids.flatMap((id) => {
    const player = book.players.get(id);
    if (player === undefined) return [];
    return [loadedOf(tables, book, player)];
  });
}
