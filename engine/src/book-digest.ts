// The digest of a whole book: as its events have carried it on, and computed from nothing but the book. Both must agree,
// and both must agree with what the journal says.
import { weighRound } from './binary/digest.ts';
import { weighBall } from './bitball/digest.ts';
import type { Book, Hold, Player } from './book.ts';
import {
  ACCOUNTS,
  accountDigest,
  addNumber,
  addText,
  addUnits,
  begin,
  finish,
  HOLD,
  HOUSE_PURSES,
  OPEN,
  printLanes,
  progressDigest,
  purseWeight,
} from './digest.ts';
import { weighOversea } from './oversea/digest.ts';
import type { PlayerId, Purse } from './purse.ts';

/** As the next record of the journal carries it. */
export function printDigest({ digest, oversea, lastEvent, lastAt }: Book): string {
  const { lanes } = digest;
  const open = lanes[OPEN]! + oversea.digest[0]! + progressDigest(lastEvent, lastAt);
  return printLanes([lanes[ACCOUNTS]!, lanes[HOUSE_PURSES]!, open]);
}

export function holdDigest({ id, player, wallet, amount, purpose }: Hold): bigint {
  begin(HOLD);
  addNumber(id);
  addNumber(player);
  addText(wallet);
  addUnits(amount);
  addText(purpose);
  return finish();
}

export const playerDigest = (player: Player, purses: Iterable<Pick<Purse, 'id' | 'balance'>>): bigint =>
  accountDigest({ ...player, wallets: [...player.wallets.values()], purses });

/** For a book that was loaded and not made by its events: all of it anew. `cold` is the sum of the accounts outside. */
export function weighBook(book: Book, cold = 0n): string {
  const { digest, players, purses, holds, binary, bitball } = book;
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
  for (const hold of holds.values()) open += holdDigest(hold);
  for (const round of binary.rounds.values()) open += weighRound(round);
  for (const round of bitball.rounds.values()) open += weighBall(round);
  digest.lanes[ACCOUNTS] = accounts;
  digest.lanes[HOUSE_PURSES] = house;
  digest.lanes[OPEN] = open;
  weighOversea(book.oversea);
  return printDigest(book);
}
