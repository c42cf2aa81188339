// An account folded from its own history is, at every event, the account in the book: what the time machine shows is
// compared with a replay of the whole journal.
import { apply } from '@maru/engine/apply';
import { type Book, emptyBook } from '@maru/engine/book';
import { accountIn } from '@maru/engine/past/account-then';
import { beginFold, type Fold, foldEvent, foldedAccount } from '@maru/engine/past/fold';
import { type AnyEvent, productOfEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { playersTouched } from '@maru/engine/residents';
import { eventSeenBy } from '@maru/engine/view';
import { encode } from '@maru/server/journal/record';
import { Violation } from './violation.ts';

/** Comparing costs more than folding: the first events of an account and every so many after them. */
const EVERY = 16;

/** Replays the journal and returns the book at its end. */
export function replayWithPasts(events: readonly AnyEvent[]): Book {
  const book = emptyBook();
  const folds = new Map<PlayerId, Fold>();
  for (const event of events) {
    apply(book, event);
    const isForEverybody = productOfEvent(event.kind).facts.changesEverybody === true;
    const touched = isForEverybody ? [...folds.keys()] : [...playersTouched(event)];
    for (const player of touched) {
      const fold = folds.get(player) ?? beginFold(player);
      folds.set(player, fold);
      foldEvent(fold, isForEverybody ? event : eventSeenBy(event, player));
      if ((book.players.get(player)?.seq ?? 0) % EVERY <= 1) compare(book, fold);
    }
  }
  for (const fold of folds.values()) compare(book, fold);
  return book;
}

function compare(book: Book, fold: Fold): void {
  const [live, folded] = [encode(accountIn(book, fold.player)), encode(foldedAccount(fold))];
  if (live === folded) return;
  throw new Violation(
    'I-95',
    `the past of player ${fold.player} at event ${book.lastEvent} is ${folded}, the book has ${live}`,
  );
}
