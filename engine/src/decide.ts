// The one door of the engine: a command goes in, a refusal or an event comes out, and the book is not touched.
import type { HoldRefusal, RefillRefusal } from './account/decide.ts';
import * as account from './account/decide.ts';
import { unreachable } from './assert.ts';
import type { AnyEvent, Book } from './book.ts';
import type { AnyCommand, Context } from './command.ts';
import { type Decision, refuse } from './decision.ts';

/** Refusals that any command may meet before its own rules are asked. */
export type GateRefusal = 'ACCOUNT_NOT_FOUND' | 'SESSION_ENDED' | 'ACCOUNT_BLOCKED';

export type Refusal =
  | GateRefusal
  | RefillRefusal
  | HoldRefusal
  | 'ACCOUNT_EXISTS'
  | 'HOLD_NOT_FOUND'
  | 'ALREADY_PROCESSED';

export function decide(book: Book, command: AnyCommand, context: Context): Decision<AnyEvent, Refusal> {
  if (command.key === undefined) return route(book, command, context);
  const { key, print } = command.key;
  const answers = { player: command.player, key, print };
  return route(book, command, { now: context.now, eventId: context.eventId, answers });
}

function route(book: Book, command: AnyCommand, context: Context): Decision<AnyEvent, Refusal> {
  if (command.kind === 'OPEN_ACCOUNT') return account.openAccount(book, command, context);
  const player = book.players.get(command.player);
  if (player === undefined || player.site !== command.site) return refuse('ACCOUNT_NOT_FOUND');
  // A command of a session is checked here and not only at the door: the session may have ended while it queued.
  if (command.session !== undefined) {
    if (command.session !== player.sessionVersion) return refuse('SESSION_ENDED');
    if (player.blocked) return refuse('ACCOUNT_BLOCKED');
  }
  switch (command.kind) {
    case 'REFILL_PRACTICE':
      return account.refillPractice(book, player, command, context);
    case 'HOLD_FUNDS':
      return account.holdFunds(book, player, command, context);
    case 'RELEASE_FUNDS':
      return account.releaseFunds(book, player, command, context);
    case 'BLOCK_ACCOUNT':
      return account.blockAccount(book, player, context);
    case 'UNBLOCK_ACCOUNT':
      return account.unblockAccount(book, player, context);
    case 'END_SESSIONS':
      return account.endSessions(book, player, context);
    default:
      return unreachable(command);
  }
}
