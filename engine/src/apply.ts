// The only writer of the book. Total: it never fails on an event that `decide` made for this very book.
import { applyAccount, openPlayer } from './account/apply.ts';
import { assert, unreachable } from './assert.ts';
import { applyBinary } from './binary/apply.ts';
import { applyBall } from './bitball/apply.ts';
import type { AnyEvent, Book } from './book.ts';
import { ACCOUNTS, addTo, seqWeight } from './digest.ts';
import { keepAnswer } from './kept-keys.ts';
import { applyOversea } from './oversea/apply.ts';
import { applyTransfers, balanceOf } from './transfer.ts';

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
  if (event.answers === undefined) return;
  const { key, print } = event.answers;
  const player = book.players.get(event.answers.player);
  assert(player !== undefined, 'a kept answer has its player');
  keepAnswer(player, key, { print, event: event.id, seq: player.seq, at: event.at });
}
