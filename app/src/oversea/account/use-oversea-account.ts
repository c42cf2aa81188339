// A member's positions and orders in overseas futures, for all screens together: each list is read once and updated by
// pushes. A push carries whole orders and positions, so no request follows it.
import type { Patches } from '@maru/client/live';
import type { Watched } from '@maru/client/store';
import { whileWatched } from '@maru/client/while-watched';
import {
  openOverseaOrders,
  openOverseaPositions,
  type WireOverseaOrder,
  type WireOverseaPosition,
} from '@maru/contract/oversea/calls';
import { orderGuard, type WireOrderGuard } from '@maru/contract/oversea/guard';
import type { OverseaCross } from '@maru/contract/realtime';
import { useCallback, useMemo } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { type Platform, usePlatform, useWatched } from '../../shell/platform.tsx';
import { isResting } from '../orders/order-state.ts';

export interface OverseaAccount {
  /** Oldest first, one for each instrument. */
  readonly positions: readonly WireOverseaPosition[];
  /** Resting orders, newest first. */
  readonly orders: readonly WireOverseaOrder[];
  /** The account at the newest prices; undefined until the server has sent it. */
  readonly cross: OverseaCross | undefined;
  /** The member's own limits for orders: null when none are set, undefined until the server has sent them. */
  readonly guard: WireOrderGuard | null | undefined;
  readonly state: 'loading' | 'ready' | 'failed';
  reload(): void;
}

const isHeld = ({ qty }: WireOverseaPosition): boolean => qty > 0;

/** Items that a push contains replace the known ones; items that have ended are removed. */
function replaced<Item extends { readonly id: number }>(
  items: readonly Item[],
  pushed: readonly unknown[],
  isOpen: (item: Item) => boolean,
): Item[] {
  const byId = new Map([...items, ...(pushed as readonly Item[])].map((item) => [item.id, item]));
  return [...byId.values()].filter(isOpen);
}

const orderPatches: Patches<WireOverseaOrder[]> = {
  queue: { oversea: (orders, { data }) => replaced(orders, data.orders, isResting) },
};
const positionPatches: Patches<WireOverseaPosition[]> = {
  queue: { oversea: (positions, { data }) => replaced(positions, data.positions, isHeld) },
};
const guardPatches: Patches<{ guard: WireOrderGuard | null }> = {
  queue: { oversea_cross: (known, push) => (push.type === 'ORDER_GUARD' ? push.data : known) },
};

/** Pushed as a state and never read: cleared when nothing watches it, because an old figure is worse than none. */
const followCross = ({ realtime }: Platform) =>
  whileWatched<OverseaCross | undefined>(undefined, (cross) => {
    const stop = realtime.followQueue('oversea_cross', {
      onPush: (push) => push.type !== 'ORDER_GUARD' && cross.set(push.data),
    });
    return () => {
      stop();
      cross.set(undefined);
    };
  });

/** One for each page, however many screens show it. */
const crosses = new WeakMap<Platform, Watched<OverseaCross | undefined>>();
const NO_CROSS: Watched<undefined> = { get: () => undefined, watch: () => () => {} };

function crossOf(platform: Platform): Watched<OverseaCross | undefined> {
  const cross = crosses.get(platform) ?? followCross(platform);
  crosses.set(platform, cross);
  return cross;
}

const NONE: readonly never[] = [];

/** A guest has no positions and no orders. */
export function useOverseaAccount(): OverseaAccount {
  const platform = usePlatform();
  const isGuest = useWatched(platform.member) === undefined;
  const query = isGuest ? null : {};
  const positions = useAnswer(openOverseaPositions, query, positionPatches);
  const orders = useAnswer(openOverseaOrders, query, orderPatches);
  const guard = useAnswer(orderGuard, query, guardPatches);
  const cross = useWatched(isGuest ? NO_CROSS : crossOf(platform));
  const [reloadPositions, reloadOrders, reloadGuard] = [positions.reload, orders.reload, guard.reload];
  const states = [positions.state, orders.state];
  return {
    positions: useMemo(() => positions.reply?.toSorted((a, b) => a.id - b.id) ?? NONE, [positions.reply]),
    orders: useMemo(() => orders.reply?.toSorted((a, b) => b.id - a.id) ?? NONE, [orders.reply]),
    cross,
    guard: guard.reply?.guard,
    state: isGuest
      ? 'ready'
      : ((['failed', 'loading'] as const).find((state) => states.includes(state)) ?? 'ready'),
    reload: useCallback(() => {
      reloadPositions();
      reloadOrders();
      reloadGuard();
    }, [reloadPositions, reloadOrders, reloadGuard]),
  };
}
