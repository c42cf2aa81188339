// What players hold, after the durable events: orders and positions, and the free money of everybody who has any. Prices
// and pushes are computed from it without asking the desk, however many players are connected.
import { followFutures, putFunded, putOrder, putPosition } from '@maru/engine/futures/apply';
import type { AccountFacts } from '@maru/engine/futures/standing';
import type { FuturesOrder, FuturesPosition, FuturesState } from '@maru/engine/futures/state';
import { emptyFutures } from '@maru/engine/futures/state';
import { isIsolated, UNIT } from '@maru/engine/futures/value';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId, SiteId, WalletType } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { BalanceAfter } from '@maru/engine/transfer';
import { createFreeMoney } from '../product/free-money.ts';
import { isFuturesEvent } from './pushes.ts';

interface Held {
  readonly orders: readonly FuturesOrder[];
  readonly positions: readonly FuturesPosition[];
  readonly funded: readonly (readonly [string, Millis])[];
  readonly balances: readonly BalanceAfter[];
}

export interface Holdings {
  /** Only to be read; the desk's own book may be a batch ahead. */
  readonly state: FuturesState;
  begin(held: Held): void;
  /** The next durable event, of whatever product. */
  follow(event: AnyEvent): void;
  /** One wallet of a player who holds something; undefined of one who does not. */
  factsOf(player: PlayerId, wallet: WalletType): AccountFacts | undefined;
  /** Undefined of a player who holds nothing. */
  siteOf(player: PlayerId): SiteId | undefined;
  /** The wallets in which the player has an order or a position. */
  walletsOf(player: PlayerId): ReadonlySet<WalletType>;
  /** The instruments of the wallet in which the player has a position; `isCross` only those that the wallet backs. */
  heldIn(player: PlayerId, wallet: WalletType, which: 'CROSS' | 'ALL'): readonly number[];
}

export function createHoldings(): Holdings {
  const state = emptyFutures({ isDigested: false });
  const holds = (player: PlayerId): boolean => state.accounts.has(player);
  const free = createFreeMoney(holds);

  return {
    state,
    begin({ orders, positions, funded, balances }) {
      for (const order of orders) putOrder(state, order);
      for (const position of positions) putPosition(state, position);
      for (const [key, at] of funded) putFunded(state, key, at);
      for (const balance of balances) free.note(balance);
    },
    follow(event) {
      if (isFuturesEvent(event)) {
        followFutures(state, event);
        for (const { player } of event.steps) if (!holds(player)) free.forget(player);
      }
      free.follow(event);
    },
    factsOf(player, wallet) {
      const account = state.accounts.get(player);
      if (account === undefined) return undefined;
      const { orders, positions } = account;
      return { wallet, free: free.of(player, wallet), unit: UNIT, positions, orders };
    },
    siteOf(player) {
      const account = state.accounts.get(player);
      for (const { site } of account?.positions.values() ?? []) return site;
      for (const { site } of account?.orders.values() ?? []) return site;
      return undefined;
    },
    walletsOf(player) {
      const wallets = new Set<WalletType>();
      const account = state.accounts.get(player);
      for (const { wallet } of account?.positions.values() ?? []) wallets.add(wallet);
      for (const { wallet } of account?.orders.values() ?? []) wallets.add(wallet);
      return wallets;
    },
    heldIn(player, wallet, which) {
      const numbers: number[] = [];
      for (const position of state.accounts.get(player)?.positions.values() ?? []) {
        if (position.wallet !== wallet || (which === 'CROSS' && isIsolated(position))) continue;
        numbers.push(position.instrument);
      }
      return numbers;
    },
  };
}
