// The digest of a whole book: as its events have updated it, and computed from the book alone. Both must agree, and
// both must agree with the digest in the journal.
import type { Book, Player } from './book.ts';
import {
  ACCOUNTS,
  accountDigest,
  HOUSE_PURSES,
  lanesText,
  OPEN,
  progressDigest,
  purseWeight,
} from './digest.ts';
import { everyProduct } from './products.ts';
import type { PlayerId, Purse } from './purse.ts';

/** As the next record of the journal carries it. */
export function digestText(book: Book): string {
  const { lanes } = book.digest;
  let open = lanes[OPEN]! + progressDigest(book.lastEvent, book.lastAt);
  for (const product of everyProduct) open += product.carriedDigest?.(book[product.name]) ?? 0n;
  return lanesText([lanes[ACCOUNTS]!, lanes[HOUSE_PURSES]!, open]);
}

export const playerDigest = (player: Player, purses: Iterable<Pick<Purse, 'id' | 'balance'>>): bigint =>
  accountDigest({ ...player, wallets: [...player.wallets.values()], purses });

/**
 * For a book that was loaded and not made by its events: computed in full. `cold` is the sum of the accounts outside
 * the book.
 */
export function weighBook(book: Book, cold = 0n): string {
  const { digest, players, purses } = book;
  const owned = new Map<PlayerId, Purse[]>();
  let house = 0n;
  for (const purse of purses.values()) {
    if (purse.owner === undefined) house += purseWeight(purse.id) * purse.balance;
    else {
      const known = owned.get(purse.owner);
      if (known === undefined) owned.set(purse.owner, [purse]);
      else known.push(purse);
    }
  }
  let accounts = cold;
  for (const player of players.values()) accounts += playerDigest(player, owned.get(player.id) ?? []);
  let open = 0n;
  for (const product of everyProduct) {
    const state = book[product.name];
    open += product.weigh(state) - (product.carriedDigest?.(state) ?? 0n);
  }
  digest.lanes[ACCOUNTS] = accounts;
  digest.lanes[HOUSE_PURSES] = house;
  digest.lanes[OPEN] = open;
  return digestText(book);
}
