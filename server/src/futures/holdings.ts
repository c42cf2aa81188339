// What players hold, after the durable events: orders and positions, and the free money of everybody who has any. Prices
// and pushes are computed from it without asking the desk, however many players are connected.
import { type Amount, ZERO } from '@maru/engine/amount';
import { followFutures, putFunded, putOrder, putPosition } from '@maru/engine/futures/apply';
import type { AccountFacts } from '@maru/engine/futures/standing';
import type { FuturesOrder, FuturesPosition, FuturesState } from '@maru/engine/futures/state';
import { emptyFutures } from '@maru/engine/futures/state';
import { isIsolated, UNIT } from '@maru/engine/futures/value';
import { isPacked } from '@maru/engine/payment/shares';
import type { AnyEvent } from '@maru/engine/products';
import {
  ownerOf,
  type PlayerId,
  type PurseId,
  playerPurse,
  type SiteId,
  type WalletType,
} from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { BalanceAfter } from '@maru/engine/transfer';
import { eventsSeen } from '@maru/engine/view';
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
  const state = emptyFutures();
  /** Of players who hold something: their free money by purse. */
  const free = new Map<PlayerId, Map<PurseId, Amount>>();
  const holds = (player: PlayerId): boolean => state.accounts.has(player);

  function note({ purse, balance }: BalanceAfter): void {
    const player = ownerOf(purse);
    if (player === undefined || !holds(player) || !purse.endsWith(':free')) return;
    const own = free.get(player) ?? new Map<PurseId, Amount>();
    free.set(player, own.set(purse, balance));
  }

  return {
    state,
    begin({ orders, positions, funded, balances }) {
      for (const order of orders) putOrder(state, order);
      for (const position of positions) putPosition(state, position);
      for (const [key, at] of funded) putFunded(state, key, at);
      for (const balance of balances) note(balance);
    },
    follow(event) {
      if (isFuturesEvent(event)) {
        followFutures(state, event);
        for (const { player } of event.steps) if (!holds(player)) free.delete(player);
      }
      if (!isPacked(event)) for (const each of event.after) note(each);
      // A payment packs the balances of thousands, few of whom hold anything here.
      else for (const { after } of eventsSeen(event, holds).values()) for (const each of after) note(each);
    },
    factsOf(player, wallet) {
      const account = state.accounts.get(player);
      if (account === undefined) return undefined;
      const { orders, positions } = account;
      const money = free.get(player)?.get(playerPurse(player, wallet, 'free')) ?? ZERO;
      return { wallet, free: money, unit: UNIT, positions, orders };
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
