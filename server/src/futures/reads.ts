// What coin futures read from the book. Orders are replaced and never changed in place, so they may be returned as they
// are; positions are copied, because funding is accrued on them in place.
import type { Amount } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import type { FuturesOrder, FuturesPosition } from '@maru/engine/futures/state';
import { type PlayerId, playerPurse, type SiteId, type WalletType } from '@maru/engine/purse';
import { type BalanceAfter, balanceOf } from '@maru/engine/transfer';
import { type AnyBookRead, defineRead } from '../desk/book-read.ts';

/** A player's money and holdings in the book, as of one durable moment. */
export interface FuturesAccountSeen {
  readonly site: SiteId;
  readonly wallets: readonly FuturesWalletSeen[];
  readonly positions: readonly FuturesPosition[];
  readonly orders: readonly FuturesOrder[];
}

export interface FuturesWalletSeen {
  readonly type: WalletType;
  readonly free: Amount;
  /** Set aside for isolated positions. */
  readonly posMargin: Amount;
}

interface OfPlayer {
  readonly player: PlayerId;
}

const own = ({ player }: OfPlayer): readonly PlayerId[] => [player];

export const readFuturesOrders = defineRead({
  name: 'futures.orders',
  players: own,
  compute: (book, { player }: OfPlayer): readonly FuturesOrder[] => ordersOf(book, player),
});

export const readFuturesAccounts = defineRead({
  name: 'futures.accounts',
  players: ({ players }: { readonly players: readonly PlayerId[] }) => players,
  compute: (book, { players }) => players.map((player) => ({ player, seen: seeAccount(book, player) })),
});

/**
 * Everything that is open, when each instrument was funded, and the money of every wallet with an order or a position,
 * as of one event.
 */
export const readFuturesHeld = defineRead({
  name: 'futures.held',
  // A player with an open position or order is in the book from the start on.
  players: (_args: Readonly<Record<string, never>>) => [],
  compute: (book) => {
    const { orders, positions, funded } = book.futures;
    const balances = new Map<string, BalanceAfter>();
    for (const { player, wallet } of [...positions.values(), ...orders.values()]) {
      for (const kind of ['free', 'posMargin'] as const) {
        const purse = playerPurse(player, wallet, kind);
        if (!balances.has(purse)) balances.set(purse, { purse, balance: balanceOf(book, purse) });
      }
    }
    return {
      lastEvent: book.lastEvent,
      orders: [...orders.values()],
      positions: Array.from(positions.values(), (position) => ({ ...position })),
      /** By site and instrument, as `fundedKey` names it. */
      funded: [...funded],
      balances: [...balances.values()],
    };
  },
});

export const futuresReads: readonly AnyBookRead[] = [readFuturesOrders, readFuturesAccounts, readFuturesHeld];

function seeAccount(book: Book, player: PlayerId): FuturesAccountSeen | undefined {
  const known = book.players.get(player);
  if (known === undefined) return undefined;
  return {
    site: known.site,
    wallets: Array.from(known.wallets.keys(), (type) => ({
      type,
      free: balanceOf(book, playerPurse(player, type, 'free')),
      posMargin: balanceOf(book, playerPurse(player, type, 'posMargin')),
    })),
    positions: positionsOf(book, player),
    orders: ordersOf(book, player),
  };
}

const ordersOf = (book: Book, player: PlayerId): readonly FuturesOrder[] => [
  ...(book.futures.accounts.get(player)?.orders.values() ?? []),
];

const positionsOf = (book: Book, player: PlayerId): readonly FuturesPosition[] =>
  Array.from(book.futures.accounts.get(player)?.positions.values() ?? [], (position) => ({ ...position }));
