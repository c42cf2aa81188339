// What accounts read from the book.
import type { WalletPoint } from '@maru/contract/fields';
import { type Amount, toDecimal } from '@maru/engine/amount';
import type { Book, Player } from '@maru/engine/book';
import {
  isHouse,
  type PlayerId,
  type PurseId,
  playerPurse,
  type SiteId,
  type WalletType,
} from '@maru/engine/purse';
import { balanceOf } from '@maru/engine/transfer';
import { type AnyBookRead, defineRead } from '../desk/book-read.ts';
import { shownPoint } from '../desk/call-answer.ts';
import { APART_KINDS, type ApartKind } from './pushes.ts';

export interface SeenAccount {
  readonly version: number;
  readonly blocked: boolean;
  readonly wallets: Readonly<Record<string, WalletPoint>>;
}

export interface SeenSession {
  readonly version: number;
  readonly blocked: boolean;
  /** The newest event of the book when it was read: of two answers the one with the higher number counts. */
  readonly asOf: number;
}

export const readAccount = defineRead({
  name: 'account.seen',
  players: ({ player }: { readonly site: SiteId; readonly player: PlayerId }) => [player],
  compute: (book, { site, player }): SeenAccount | 'MISSING' => {
    const account = book.players.get(player);
    return account === undefined || account.site !== site ? 'MISSING' : see(book, account);
  },
});

export const readSession = defineRead({
  name: 'account.session',
  players: ({ player }: { readonly player: PlayerId }) => [player],
  compute: (book, { player }): SeenSession | undefined => {
    const account = book.players.get(player);
    return account && { version: account.sessionVersion, blocked: account.blocked, asOf: book.lastEvent };
  },
});

/** What these purses of the house hold; undefined for one that no money was ever moved to. */
export const readHousePurses = defineRead({
  name: 'account.house',
  players: (_args: { readonly purses: readonly PurseId[] }) => [],
  compute: (book, { purses }): readonly (Amount | undefined)[] =>
    purses.map((id) => (isHouse(id) ? book.purses.get(id)?.balance : undefined)),
});

export const accountReads: readonly AnyBookRead[] = [readAccount, readSession, readHousePurses];

function see(book: Book, player: Player): SeenAccount {
  const wallets = [...player.wallets.values()].map(({ type, currency }) => ({
    type,
    currency,
    point: shownPoint(balanceOf(book, playerPurse(player.id, type, 'free'))),
    gameWaitPoint: shownPoint(balanceOf(book, playerPurse(player.id, type, 'wait'))),
    ...heldApart(book, player.id, type),
  }));
  return {
    version: player.sessionVersion,
    blocked: player.blocked,
    wallets: Object.fromEntries(wallets.map((wallet) => [wallet.type, wallet])),
  };
}

function heldApart(book: Book, player: PlayerId, type: WalletType): Pick<WalletPoint, ApartKind> {
  const held: Pick<WalletPoint, ApartKind> = {};
  for (const kind of APART_KINDS) {
    const balance = balanceOf(book, playerPurse(player, type, kind));
    if (balance !== 0n) held[kind] = toDecimal(balance);
  }
  return held;
}
