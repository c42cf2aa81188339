// A book of one player, made from the events that this player has seen: the account's own history, and the few events
// that change what everybody has open without being in anybody's history. Folded up to a moment, it is the account at
// that moment; nothing later can be in it.
import { applySeen } from '../apply.ts';
import { type Book, emptyBook } from '../book.ts';
import type { AnyEvent } from '../products.ts';
import type { PlayerId } from '../purse.ts';
import { type AccountThen, accountIn } from './account-then.ts';

export interface Fold {
  readonly player: PlayerId;
  readonly book: Book;
}

/** From the opening of the account on, or from a book in which it is already. */
export const beginFold = (player: PlayerId, book: Book = emptyBook()): Fold => ({ player, book });

/** Events come in the order of their numbers. */
export const foldEvent = ({ book, player }: Fold, event: AnyEvent): void => applySeen(book, event, player);

export const foldedAccount = ({ book, player }: Fold): AccountThen | undefined => accountIn(book, player);
