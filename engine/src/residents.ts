// Who is in the book. Most accounts have nothing open and no command: they stay in the tables and are loaded into the
// book when they are first needed.
import { assert } from './assert.ts';
import type { Book, Player } from './book.ts';
import { isPacked, type Shares } from './payment/shares.ts';
import type { IsOpenIn } from './product.ts';
import {
  type AnyCommand,
  type AnyEvent,
  everyProduct,
  type PlayerCommand,
  productOfCommand,
  productOfEvent,
} from './products.ts';
import { HOUSE, PLAYER_PURSE_KINDS, type PlayerId, playerPurse } from './purse.ts';
import { balanceOf, putPurse, type StoredPurse } from './transfer.ts';

/** An account as it stands in the tables. */
export interface LoadedPlayer {
  readonly player: Player;
  readonly purses: readonly StoredPurse[];
  /** As the tables have updated it. */
  readonly digest: bigint;
}

/** The account enters the book. Nothing about it changes by that. */
export function putPlayer(book: Book, { player, purses }: LoadedPlayer): void {
  assert(!book.players.has(player.id), 'an account enters the book once');
  book.players.set(player.id, player);
  for (const purse of purses) putPurse(book, purse);
}

/** The account leaves the book. The caller knows that the tables have all of it and that nothing of it is open. */
export function dropPlayer(book: Book, player: Player): void {
  for (const type of player.wallets.keys())
    for (const kind of PLAYER_PURSE_KINDS) book.purses.delete(playerPurse(player.id, type, kind));
  book.players.delete(player.id);
}

/** Whether the book knows everything of this player: a number above the highest was never given out. */
export const isKnown = (book: Book, player: PlayerId): boolean =>
  book.players.has(player) || player > book.highestPlayer;

/** Whose accounts must be in the book before the command is decided. */
export function playersNeeded(command: AnyCommand): readonly PlayerId[] {
  if (command.player === HOUSE) return [];
  const known = productOfCommand(command.kind);
  const others = known.giver === 'PLAYER' ? known.product.alsoNeeds?.(command as PlayerCommand) : undefined;
  if (others === undefined || others.length === 0) return [command.player];
  return [...new Set([command.player, ...others])];
}

/** Everybody with something open, as each product reports: their accounts must stay in the book. */
export function playersWithOpen(book: Book): Set<PlayerId> {
  const open = new Set<PlayerId>();
  for (const product of everyProduct)
    for (const player of product.playersWithOpen(book[product.name])) open.add(player);
  return open;
}

/** While something is open in a wallet its money cannot be replaced: what is closed later would pay into another run. */
export const isOpenIn: IsOpenIn = (book, player, wallet) =>
  balanceOf(book, wallet.wait) > 0n ||
  balanceOf(book, wallet.posMargin) > 0n ||
  everyProduct.some((product) => product.isOpenIn?.(book[product.name], player.id, wallet.type) === true);

/** The players whose sequences the event moves on. */
export function* playersTouched(event: AnyEvent): Iterable<PlayerId> {
  for (const { player } of event.steps) yield player;
  if (isPacked(event)) yield* playersPaid(event.shares);
}

/** Whose accounts `apply` needs in the book for this event. */
export const playersNamed = (event: AnyEvent): Iterable<PlayerId> =>
  productOfEvent(event.kind).facts.opensAccount ? [] : playersTouched(event);

/** Each line of a payment begins with its player's number. */
export function* playersPaid({ text }: Shares): Iterable<PlayerId> {
  if (text === '') return;
  for (const line of text.split('/')) yield Number.parseInt(line, 10) as PlayerId;
}
