// What the book knows of one player's coin futures.
import { assert } from '../assert.ts';
import type { Book, Player } from '../book.ts';
import type { WalletType } from '../purse.ts';
import { balanceIn } from '../transfer.ts';
import type { Wallet } from '../wallet.ts';
import type { AccountFacts } from './standing.ts';
import type { FuturesAccount, FuturesPosition } from './state.ts';

const NOBODY: FuturesAccount = { orders: new Map(), positions: new Map() };

export const accountOf = (book: Book, { id }: Pick<Player, 'id'>): FuturesAccount =>
  book.futures.accounts.get(id) ?? NOBODY;

/** The wallet in which an order or a position of the player lies. */
export function walletOf(player: Player, type: WalletType): Wallet {
  const wallet = player.wallets.get(type);
  assert(wallet !== undefined, 'what a player has lies in a wallet of the player');
  return wallet;
}

export function factsOf(book: Book, player: Player, wallet: Wallet): AccountFacts {
  const { orders, positions } = accountOf(book, player);
  return {
    wallet: wallet.type,
    free: balanceIn(book, wallet, 'free'),
    unit: wallet.unit,
    positions,
    orders,
  };
}

/** A position of another player is refused like one that does not exist. */
export function findPosition(
  book: Book,
  player: Player,
  { position: id, terms }: { readonly position: number; readonly terms: { readonly instrument: number } },
): FuturesPosition | undefined {
  const position = accountOf(book, player).positions.get(terms.instrument);
  return position?.id === id ? position : undefined;
}
