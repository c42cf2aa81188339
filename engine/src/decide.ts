// The one door of the engine: a command goes in, a refusal or an event comes out, and the book is not touched.
import type { OpenAccount } from './account/commands.ts';
import type { HoldRefusal, RefillRefusal } from './account/decide.ts';
import * as account from './account/decide.ts';
import { unreachable } from './assert.ts';
import type { FreezeRound, PayRound, VoidRound } from './binary/commands.ts';
import type { BinaryRefusal } from './binary/decide.ts';
import * as binary from './binary/decide.ts';
import type { DrawBall, PayBall, SaltBall, SealBall, VoidBall } from './bitball/commands.ts';
import type { BallRefusal } from './bitball/decide.ts';
import * as bitball from './bitball/decide.ts';
import type { AnyEvent, Book } from './book.ts';
import type { AnyCommand, Context } from './command.ts';
import { type Decision, refuse } from './decision.ts';
import { isFullOfKeys } from './kept-keys.ts';
import { decideOversea, type OverseaRefusal } from './oversea/decide.ts';
import { HOUSE } from './purse.ts';

/** Refusals that any command may meet before its own rules are asked. */
export type GateRefusal = 'ACCOUNT_NOT_FOUND' | 'SESSION_ENDED' | 'ACCOUNT_BLOCKED';

export type Refusal =
  | GateRefusal
  | RefillRefusal
  | HoldRefusal
  | BinaryRefusal
  | BallRefusal
  | OverseaRefusal
  | 'ACCOUNT_EXISTS'
  | 'HOLD_NOT_FOUND'
  | 'ALREADY_PROCESSED'
  | 'TOO_MANY_KEYS';

export function decide(book: Book, command: AnyCommand, context: Context): Decision<AnyEvent, Refusal> {
  if (command.key === undefined || command.player === HOUSE) return route(book, command, context);
  const { key, print } = command.key;
  const answers = { player: command.player, key, print };
  const decision = route(book, command, { now: context.now, eventId: context.eventId, answers });
  const player = decision.ok ? book.players.get(command.player) : undefined;
  return player !== undefined && isFullOfKeys(player, command.key, context.now)
    ? refuse('TOO_MANY_KEYS')
    : decision;
}

function route(book: Book, command: AnyCommand, context: Context): Decision<AnyEvent, Refusal> {
  switch (command.kind) {
    case 'OPEN_ACCOUNT':
      return account.openAccount(book, command, context);
    case 'FREEZE_ROUND':
      return binary.freezeRound(book, command, context);
    case 'PAY_ROUND':
      return binary.payRound(book, command, context);
    case 'VOID_ROUND':
      return binary.voidRound(book, command, context);
    case 'SEAL_BALL':
      return bitball.sealBall(book, command, context);
    case 'SALT_BALL':
      return bitball.saltBall(book, command, context);
    case 'DRAW_BALL':
      return bitball.drawBall(book, command, context);
    case 'PAY_BALL':
      return bitball.payBall(book, command, context);
    case 'VOID_BALL':
      return bitball.voidBall(book, command, context);
    case 'REFILL_PRACTICE':
    case 'HOLD_FUNDS':
    case 'RELEASE_FUNDS':
    case 'BLOCK_ACCOUNT':
    case 'UNBLOCK_ACCOUNT':
    case 'END_SESSIONS':
    case 'PLACE_BET':
    case 'PLACE_BALL_BET':
    case 'PLACE_OVERSEA_ORDER':
    case 'CANCEL_OVERSEA_ORDER':
    case 'CANCEL_OVERSEA_ORDERS':
    case 'SET_OVERSEA_TPSL':
    case 'SET_OVERSEA_OVERNIGHT':
    case 'FILL_OVERSEA_ORDER':
    case 'EXIT_OVERSEA_POSITION':
    case 'CUT_OVERSEA_LOSSES':
    case 'END_OVERSEA_SESSION':
    case 'CHECK_OVERSEA_OVERNIGHT':
      return ofPlayer(book, command, context);
    default:
      return unreachable(command);
  }
}

/** The platform asks these on nobody's behalf, so there is no account to look at and no key to answer. */
type PlatformCommand =
  | FreezeRound
  | PayRound
  | VoidRound
  | SealBall
  | SaltBall
  | DrawBall
  | PayBall
  | VoidBall;
type PlayerCommand = Exclude<AnyCommand, OpenAccount | PlatformCommand>;

function ofPlayer(book: Book, command: PlayerCommand, context: Context): Decision<AnyEvent, Refusal> {
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
    case 'PLACE_BET':
      return binary.placeBet(book, player, command, context);
    case 'PLACE_BALL_BET':
      return bitball.placeBallBet(book, player, command, context);
    case 'PLACE_OVERSEA_ORDER':
    case 'CANCEL_OVERSEA_ORDER':
    case 'CANCEL_OVERSEA_ORDERS':
    case 'SET_OVERSEA_TPSL':
    case 'SET_OVERSEA_OVERNIGHT':
    case 'FILL_OVERSEA_ORDER':
    case 'EXIT_OVERSEA_POSITION':
    case 'CUT_OVERSEA_LOSSES':
    case 'END_OVERSEA_SESSION':
    case 'CHECK_OVERSEA_OVERNIGHT':
      return decideOversea(book, player, command, context);
    default:
      return unreachable(command);
  }
}
