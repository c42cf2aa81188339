// What may leave a wallet (docs/rules.md 6.3).
import { type Amount, larger, toPlaces, ZERO } from '../amount.ts';
import type { Book } from '../book.ts';
import type { PlayerId } from '../purse.ts';
import { balanceOf } from '../transfer.ts';
import type { Wallet } from '../wallet.ts';
import { bonusesIn, type CashierState } from './state.ts';

/** Bonus money of a wallet whose turnover is not reached. */
export function lockedIn(state: CashierState, player: PlayerId, wallet: string): Amount {
  let locked = 0n;
  for (const bonus of bonusesIn(state, player, wallet)) locked += bonus.locked;
  return locked as Amount;
}

/**
 * Free money that neither open positions need nor a bonus locks. `reserved` comes from the products whose positions are
 * open: with it, this is what docs/rules.md 6.3 allows for each kind of wallet.
 */
export const withdrawable = (of: {
  readonly free: Amount;
  readonly reserved: Amount;
  readonly locked: Amount;
  readonly places: number;
}): Amount => larger(ZERO, toPlaces((of.free - of.reserved - of.locked) as Amount, of.places, 'down'));

export const withdrawableOf = (
  book: Book,
  player: PlayerId,
  wallet: Pick<Wallet, 'type' | 'free' | 'places'>,
  reserved: Amount,
): Amount =>
  withdrawable({
    free: balanceOf(book, wallet.free),
    reserved,
    locked: lockedIn(book.cashier, player, wallet.type),
    places: wallet.places,
  });
