// The only writer of the book. Total: it never fails on an event that `decide` made for this very book.

import { rememberAnswer } from './answered-keys.ts';
import { assert, Bug } from './assert.ts';
import type { Book } from './book.ts';
import { ACCOUNTS, addTo, seqWeight } from './digest.ts';
import { applyNotes } from './follow.ts';
import type { IsCovered } from './product.ts';
import { type AnyEvent, everyProduct, productOfEvent } from './products.ts';
import type { PlayerId } from './purse.ts';
import { applyTransfers, balanceOf } from './transfer.ts';

export function apply(book: Book, event: AnyEvent): void {
  assert(event.id === book.lastEvent + 1, 'events follow each other without a gap');
  const { product } = productOfEvent(event.kind);
  const isCovered = coveredIn(book);
  applyCommon(book, event, isCovered);
  product.apply(book, event, isCovered);
  applyNotes(book, event);
  if (event.answers === undefined) return;
  const { key, fingerprint } = event.answers;
  const player = book.players.get(event.answers.player);
  assert(player !== undefined, 'a kept answer has its player');
  rememberAnswer(player, key, { fingerprint, event: event.id, seq: player.seq, at: event.at });
}

/**
 * The same for an event as this player sees it, in a book of this player alone: other events lie between two of them,
 * and of other players' purses the book knows only what went to this one or came from there.
 */
export function applySeen(book: Book, event: AnyEvent, player: PlayerId): void {
  assert(event.id > book.lastEvent, 'events come in the order of their numbers');
  const { product } = productOfEvent(event.kind);
  const covered = coveredIn(book);
  const isCovered: IsCovered = (purse) => purse.owner !== player || covered(purse);
  applyCommon(book, event, isCovered);
  if (product.applySeen === undefined) product.apply(book, event, isCovered);
  else product.applySeen(book, event);
}

/** Time, money and sequences, which are the same of all products. */
function applyCommon(book: Book, event: AnyEvent, isCovered: IsCovered): void {
  assert(event.at >= book.lastAt, 'engine time never goes back');
  productOfEvent(event.kind).product.prepare?.(book, event);
  book.lastEvent = event.id;
  book.lastAt = event.at;
  applyTransfers(book, event.site, event.transfers, isCovered);
  for (const { purse, balance } of event.after) {
    if (balanceOf(book, purse) !== balance) throw new Bug(`the event says what ${purse} holds afterwards`);
  }
  for (const step of event.steps) {
    const player = book.players.get(step.player);
    assert(player !== undefined && step.seq === player.seq + 1, 'a player’s own sequence has no gap');
    player.seq = step.seq;
    addTo(book.digest, ACCOUNTS, seqWeight(step.player));
  }
}

/** The products decide whether a purse may owe: the ledger knows only purses. */
export const coveredIn =
  (book: Book): IsCovered =>
  (purse) =>
    everyProduct.some((product) => product.isCovered?.(book[product.name], purse) === true);
