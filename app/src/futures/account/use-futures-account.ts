// A member's positions, orders and wallets in coin futures, and with which leverage they trade, for all screens
// together: each list is read once and updated by pushes, which carry whole orders and positions.
import type { ReceivedReply } from '@maru/client/call';
import type { Patches } from '@maru/client/live';
import {
  futuresAccounts,
  lastFuturesLeverage,
  openFuturesOrders,
  openFuturesPositions,
} from '@maru/contract/futures/history';
import type { WireFuturesLeverage, WireFuturesOrder, WireFuturesPosition } from '@maru/contract/futures/wire';
import type { LiquidPrice, QueuePushes } from '@maru/contract/realtime';
import { useCallback, useMemo } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { isResting } from '../orders/order-state.ts';

/** One wallet at the newest marks, with its currency. */
export type WalletAccount = ReceivedReply<typeof futuresAccounts>[number];

export interface FuturesAccount {
  /** Oldest first, one for each instrument. */
  readonly positions: readonly WireFuturesPosition[];
  /** Resting orders and exits of positions, newest first. */
  readonly orders: readonly WireFuturesOrder[];
  /** Empty until the server has sent them, which it cannot while a price is missing. */
  readonly wallets: readonly WalletAccount[];
  readonly walletsState: 'loading' | 'ready' | 'failed';
  /** What the member has set; instruments without a row are traded with the usual setting. */
  readonly leverages: readonly WireFuturesLeverage[];
  /** Of everything but the wallets. */
  readonly state: 'loading' | 'ready' | 'failed';
  reload(): void;
}

const isHeld = ({ qty }: WireFuturesPosition): boolean => Number(qty) > 0;

/** Items that a push contains replace the known ones; items that have ended are removed. */
function replaced<Item extends { readonly id: number }>(
  items: readonly Item[],
  pushed: readonly Item[],
  isOpen: (item: Item) => boolean,
): Item[] {
  const byId = new Map([...items, ...pushed].map((item) => [item.id, item]));
  return [...byId.values()].filter(isOpen);
}

/** A push that changes a position does not have its liquidation price: it is unknown until this brings it. */
const withLiquidPrices = (
  positions: readonly WireFuturesPosition[],
  liquidPrices: readonly LiquidPrice[] = [],
): WireFuturesPosition[] =>
  positions.map((position) => {
    const known = liquidPrices.find(({ futuresPositionId }) => futuresPositionId === position.id);
    return known ? { ...position, liquidPrice: known.liquidPrice } : position;
  });

const orderPatches: Patches<WireFuturesOrder[]> = {
  queue: { futures: (orders, { data }) => replaced(orders, data.orders, isResting) },
};
/** A warning names the positions and carries nothing else of them. */
const withWarning = (
  positions: readonly WireFuturesPosition[],
  { at, data: { warning } }: QueuePushes['futures'],
): readonly WireFuturesPosition[] =>
  warning === undefined
    ? positions
    : positions.map((position) =>
        warning.positions.some(({ futuresPositionId }) => futuresPositionId === position.id)
          ? { ...position, warnedMillis: at }
          : position,
      );

const positionPatches: Patches<WireFuturesPosition[]> = {
  queue: {
    futures: (positions, push) =>
      withLiquidPrices(
        withWarning(replaced(positions, push.data.positions, isHeld), push),
        push.data.liquidPrices,
      ),
  },
};
const leveragePatches: Patches<WireFuturesLeverage[]> = {
  queue: {
    futures: (leverages, { data: { leverage } }) =>
      leverage === undefined
        ? leverages
        : [
            ...leverages.filter(({ futuresOptionId }) => futuresOptionId !== leverage.futuresOptionId),
            leverage,
          ],
  },
};
const walletPatches: Patches<WalletAccount[]> = {
  queue: {
    // The currency of a wallet that is not known yet is not in the push: the wallets are read again.
    cross: (wallets, { data }) =>
      wallets.some(({ wallet }) => wallet === data.wallet)
        ? wallets.map((known) => (known.wallet === data.wallet ? { ...known, ...data } : known))
        : undefined,
  },
};

const NONE: readonly never[] = [];

/** A guest has no positions and no orders. */
export function useFuturesAccount(): FuturesAccount {
  const isGuest = useWatched(usePlatform().member) === undefined;
  const query = isGuest ? null : {};
  const positions = useAnswer(openFuturesPositions, query, positionPatches);
  const orders = useAnswer(openFuturesOrders, query, orderPatches);
  const leverages = useAnswer(lastFuturesLeverage, query, leveragePatches);
  const wallets = useAnswer(futuresAccounts, query, walletPatches);
  const reloads = [positions.reload, orders.reload, leverages.reload, wallets.reload];
  const states = [positions.state, orders.state, leverages.state];
  return {
    positions: useMemo(() => positions.reply?.toSorted((a, b) => a.id - b.id) ?? NONE, [positions.reply]),
    orders: useMemo(() => orders.reply?.toSorted((a, b) => b.id - a.id) ?? NONE, [orders.reply]),
    wallets: wallets.reply ?? NONE,
    walletsState: isGuest ? 'ready' : wallets.state,
    leverages: leverages.reply ?? NONE,
    state: isGuest
      ? 'ready'
      : ((['failed', 'loading'] as const).find((state) => states.includes(state)) ?? 'ready'),
    reload: useCallback(() => {
      for (const reload of reloads) reload();
      // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new each time, its functions are not.
    }, reloads),
  };
}
