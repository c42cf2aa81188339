// The only entry point of the engine: takes a command, returns a refusal or an event, and does not change the book.

import { isFullOfKeys } from './answered-keys.ts';
import { assert } from './assert.ts';
import type { Book, Player } from './book.ts';
import type { Context } from './command.ts';
import { accept, type Decision, refuse } from './decision.ts';
import { follow } from './follow.ts';
import {
  type AnyCommand,
  type AnyEvent,
  type AnyProduct,
  everyProduct,
  type PlatformCommand,
  type PlayerCommand,
  type ProductRefusal,
  productOfCommand,
} from './products.ts';
import { HOUSE } from './purse.ts';
import { isOpenIn } from './residents.ts';

/** Refusals that any command may get before its own rules are checked. */
export type GateRefusal = 'ACCOUNT_NOT_FOUND' | 'SESSION_ENDED' | 'ACCOUNT_BLOCKED';

export type Refusal = GateRefusal | ProductRefusal | 'TOO_MANY_KEYS';

export function decide(book: Book, command: AnyCommand, context: Context): Decision<AnyEvent, Refusal> {
  if (command.key === undefined || command.player === HOUSE) return decideByProduct(book, command, context);
  const { key, fingerprint } = command.key;
  const answers = { player: command.player, key, fingerprint };
  const decision = decideByProduct(book, command, { now: context.now, eventId: context.eventId, answers });
  const player = decision.ok ? book.players.get(command.player) : undefined;
  return player !== undefined && isFullOfKeys(player, command.key, context.now)
    ? refuse('TOO_MANY_KEYS')
    : decision;
}

function decideByProduct(book: Book, command: AnyCommand, context: Context): Decision<AnyEvent, Refusal> {
  const known = productOfCommand(command.kind);
  if (known.giver === 'PLATFORM') {
    const decision = known.decide(book, command as PlatformCommand, context);
    return decision.ok ? follow(book, decision, context) : decision;
  }
  const player = book.players.get(command.player);
  if (player === undefined || player.site !== command.site) return refuse('ACCOUNT_NOT_FOUND');
  const refusal = refusalOfSession(player, command);
  if (refusal !== undefined) return refuse(refusal);
  const asked = command as PlayerCommand;
  const bar = asked.session === undefined ? undefined : barOf(book, player, known.product, asked);
  if (bar !== undefined) return refuse(bar);
  const now = known.product.commandNow?.(asked, context) ?? asked;
  const decision = known.decide(book, player, now, context, isOpenIn);
  if (!decision.ok) return decision;
  if (known.leavesFree) assertFree(player, decision.event);
  const followed = follow(book, decision, context);
  if (followed.ok) return followed;
  const instead = known.product.whenBarred?.(book, player, now, context);
  return instead === undefined ? followed : accept(instead);
}

const barring = everyProduct.filter(({ bars }) => bars !== undefined);

/** See `Product.bars`. */
function barOf(
  book: Book,
  player: Player,
  own: AnyProduct,
  command: PlayerCommand,
): ProductRefusal | undefined {
  for (const product of barring) {
    const bar = product === own ? undefined : product.bars?.(book, player, command);
    if (bar !== undefined) return bar;
  }
  return undefined;
}

/** See `Product.takesFree`. */
function assertFree({ wallets }: Player, { kind, transfers }: AnyEvent): void {
  for (const { from } of transfers)
    for (const { free } of wallets.values()) assert(from !== free, `${kind} takes no free money`);
}

/**
 * A command of a session is checked here and not only on receipt: the session may have ended while the command was
 * queued.
 */
function refusalOfSession(player: Player, { session }: AnyCommand): GateRefusal | undefined {
  if (session === undefined) return undefined;
  if (session !== player.sessionVersion) return 'SESSION_ENDED';
  return player.blocked ? 'ACCOUNT_BLOCKED' : undefined;
}
