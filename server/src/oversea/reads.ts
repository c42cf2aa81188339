// What overseas futures read from the book. Orders and positions are replaced and never changed in place, so they may
// be returned as they are.
import { type Amount, unitOf } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import type { OverseaOrder, OverseaPosition } from '@maru/engine/oversea/state';
import { type PlayerId, playerPurse, type SiteId } from '@maru/engine/purse';
import { type BalanceAfter, balanceOf } from '@maru/engine/transfer';
import { type AnyBookRead, defineRead } from '../desk/book-read.ts';
import { OVERSEA_WALLET } from './deps.ts';

/** A player's money and holdings in the book, as of one durable moment. */
export interface AccountSeen {
  readonly site: SiteId;
  readonly free: Amount;
  readonly wait: Amount;
  readonly unit: Amount;
  readonly positions: readonly OverseaPosition[];
  readonly orders: readonly OverseaOrder[];
}

interface OfPlayer {
  readonly player: PlayerId;
}

const own = ({ player }: OfPlayer): readonly PlayerId[] => [player];

export const readOrders = defineRead({
  name: 'oversea.orders',
  players: own,
  compute: ({ oversea }, { player }: OfPlayer): readonly OverseaOrder[] => [
    ...(oversea.accounts.get(player)?.orders.values() ?? []),
  ],
});

export const readPositions = defineRead({
  name: 'oversea.positions',
  players: own,
  compute: ({ oversea }, { player }: OfPlayer): readonly OverseaPosition[] => [
    ...(oversea.accounts.get(player)?.positions.values() ?? []),
  ],
});

export const readAccounts = defineRead({
  name: 'oversea.accounts',
  players: ({ players }: { readonly players: readonly PlayerId[] }) => players,
  compute: (book, { players }) => players.map((player) => ({ player, seen: seeAccount(book, player) })),
});

/** Everything that is open, with the free money of every player who has something open, as of one event. */
export const readHeld = defineRead({
  name: 'oversea.held',
  // A player with an open position or order is in the book from the start on.
  players: (_args: Readonly<Record<string, never>>) => [],
  compute: (book) => {
    const { lastEvent, oversea } = book;
    const balances: BalanceAfter[] = [];
    for (const { player, wallet } of oversea.positions.values()) {
      const purse = playerPurse(player, wallet, 'free');
      balances.push({ purse, balance: balanceOf(book, purse) });
    }
    return {
      lastEvent,
      orders: [...oversea.orders.values()],
      positions: [...oversea.positions.values()],
      balances,
    };
  },
});

export const overseaReads: readonly AnyBookRead[] = [readOrders, readPositions, readAccounts, readHeld];

function seeAccount(book: Book, player: PlayerId): AccountSeen | undefined {
  const known = book.players.get(player);
  const wallet = known?.wallets.get(OVERSEA_WALLET);
  if (known === undefined || wallet === undefined) return undefined;
  const account = book.oversea.accounts.get(player);
  return {
    site: known.site,
    free: balanceOf(book, playerPurse(player, OVERSEA_WALLET, 'free')),
    wait: balanceOf(book, playerPurse(player, OVERSEA_WALLET, 'wait')),
    unit: unitOf(wallet.places),
    positions: [...(account?.positions.values() ?? [])],
    orders: [...(account?.orders.values() ?? [])],
  };
}
