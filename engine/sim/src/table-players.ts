// The accounts of the tables one by one, as a desk reads them when it needs them, and who cannot be left out of a book.
import type { Book } from '@maru/engine/book';
import type { PlayerId } from '@maru/engine/purse';
import type { LoadedPlayer } from '@maru/engine/residents';
import { loadRows, type TableRows } from './table-rows.ts';

/** Whoever holds, bets, or has an order or a position. Said without the engine's own list of products. */
function whoHasSomethingOpen(book: Book): ReadonlySet<number> {
  const bets = [...book.binary.rounds.values(), ...book.bitball.rounds.values()].flatMap(({ bets }) => [
    ...bets.keys(),
  ]);
  const orders = [...book.oversea.orders.values(), ...book.oversea.positions.values()];
  return new Set<number>([
    ...bets,
    ...[...book.holds.values(), ...orders].map(({ player }) => player as number),
  ]);
}

export interface SplitBook {
  /** With the accounts of those who have something open. */
  readonly book: Book;
  /** All other accounts. */
  readonly cold: ReadonlyMap<number, LoadedPlayer>;
}

export function loadOpenRows(tables: TableRows): SplitBook {
  const book = loadRows(tables);
  const open = whoHasSomethingOpen(book);
  const cold = new Map<number, LoadedPlayer>();
  for (const [id, player] of book.players) {
    if (open.has(id)) continue;
    cold.set(id, { player, purses: [...book.purses.values()].filter(({ owner }) => owner === id) });
  }
  for (const [id, { purses }] of cold) {
    book.players.delete(id as PlayerId);
    for (const purse of purses) book.purses.delete(purse.id);
  }
  return { book, cold };
}

export function loadPlayerRows(tables: TableRows, ids: readonly PlayerId[]): readonly LoadedPlayer[] {
  const book = loadRows(tables);
  return ids.flatMap((id) => {
    const player = book.players.get(id);
    if (player === undefined) return [];
    return [{ player, purses: [...book.purses.values()].filter(({ owner }) => owner === id) }];
  });
}
