// The only writer of the book. Total: it never fails on an event that `decide` made for this very book.
import { applyAccount, openPlayer } from './account/apply.ts';
import { assert, unreachable } from './assert.ts';
import { applyBinary } from './binary/apply.ts';
import { applyBall } from './bitball/apply.ts';
import type { AnyEvent, Book, Player } from './book.ts';
import { ACCOUNTS, addTo, seqWeight } from './digest.ts';
import type { AnsweredKey } from './event.ts';
import { applyOversea } from './oversea/apply.ts';
import { DAY_MS } from './time.ts';
import { applyTransfers, balanceOf } from './transfer.ts';

/** How long and how many first answers are kept for repeated commands. */
export const ANSWERS_KEPT_MS = 7 * DAY_MS;
export const ANSWERS_KEPT = 256;

export function apply(book: Book, event: AnyEvent): void {
  assert(event.id === book.lastEvent + 1, 'events follow each other without a gap');
  assert(event.at >= book.lastAt, 'engine time never goes back');
  if (event.kind === 'ACCOUNT_OPENED') openPlayer(book, event);
  book.lastEvent = event.id;
  book.lastAt = event.at;
  applyTransfers(book, event.site, event.transfers);
  for (const { purse, balance } of event.after) {
    assert(balanceOf(book, purse) === balance, `the event says what ${purse} holds afterwards`);
  }
  for (const step of event.steps) {
    const player = book.players.get(step.player);
    assert(player !== undefined && step.seq === player.seq + 1, 'a player’s own sequence has no gap');
    player.seq = step.seq;
    addTo(book.digest, ACCOUNTS, seqWeight(step.player));
  }
  switch (event.kind) {
    case 'ACCOUNT_OPENED':
    case 'PRACTICE_REFILLED':
    case 'FUNDS_HELD':
    case 'FUNDS_RELEASED':
    case 'ACCOUNT_BLOCKED':
    case 'ACCOUNT_UNBLOCKED':
    case 'SESSIONS_ENDED':
      applyAccount(book, event);
      break;
    case 'BET_PLACED':
    case 'ROUND_FROZEN':
    case 'ROUND_PAID':
    case 'ROUND_VOIDED':
      applyBinary(book, event);
      break;
    case 'BALL_SEALED':
    case 'BALL_BET_PLACED':
    case 'BALL_SALTED':
    case 'BALL_DRAWN':
    case 'BALL_VOIDED':
    case 'BALL_PAID':
      applyBall(book, event);
      break;
    case 'OVERSEA_ORDER_PLACED':
    case 'OVERSEA_FILLED':
    case 'OVERSEA_ORDERS_CANCELLED':
    case 'OVERSEA_TPSL_SET':
    case 'OVERSEA_OVERNIGHT_SET':
    case 'OVERSEA_CARRIED':
      applyOversea(book, event);
      break;
    default:
      unreachable(event);
  }
  if (event.answers !== undefined) keepAnswer(book, event.answers, event);
}

function keepAnswer(book: Book, { player: id, key, print }: AnsweredKey, event: AnyEvent): void {
  const player = book.players.get(id);
  assert(player !== undefined, 'a kept answer has its player');
  // A map keeps a known key in its old place: without this, an answer given anew would count as the oldest.
  if (player.answers.has(key)) player.answers.delete(key);
  player.answers.set(key, { print, event: event.id, seq: player.seq, at: event.at });
  forgetOldAnswers(player, event.at);
}

/** Oldest first, by the event's own time, so that every replay forgets the same answers at the same event. */
function forgetOldAnswers(player: Player, now: number): void {
  for (const key of player.answers.keys()) {
    const kept = player.answers.get(key);
    if (player.answers.size <= ANSWERS_KEPT && kept !== undefined && kept.at > now - ANSWERS_KEPT_MS) return;
    player.answers.delete(key);
  }
}
