// The notices that one push leads to.
import type { WireOverseaFill, WireOverseaOrder } from '@maru/contract/oversea/calls';
import type { OverseaPush } from '@maru/contract/realtime';
import { isNew } from '../../shell/messages/shown-once.ts';
import { isLossCut, isResting } from '../orders/order-state.ts';

export type Traded = WireOverseaOrder | WireOverseaFill;

export type Notice =
  | { readonly kind: 'accepted'; readonly order: WireOverseaOrder }
  | { readonly kind: 'cancelled'; readonly orders: readonly WireOverseaOrder[] }
  | { readonly kind: 'filled'; readonly fill: WireOverseaFill }
  | { readonly kind: 'losscut'; readonly fills: readonly WireOverseaFill[] };

/** What has been shown before; grows with every push, and the oldest entries are removed. */
export interface ShownBefore {
  readonly orders: Set<string>;
  readonly fills: Set<number>;
}

export function noticesOf(
  data: OverseaPush,
  shown: ShownBefore,
  /** Amendments are reported by the code that sends them. */
  isAmended: (order: WireOverseaOrder) => boolean,
): readonly Notice[] {
  const orders = data.orders as readonly WireOverseaOrder[];
  const fills = data.fills as readonly WireOverseaFill[];
  // A changed order is not reported as accepted a second time.
  const newOrders = orders
    .filter((order) => isNew(shown.orders, `${order.id} ${isResting(order) ? 'RESTS' : order.status}`))
    .filter((order) => !isAmended(order));
  const newFills = fills.filter(({ id }) => isNew(shown.fills, id));
  const cut = newFills.filter(isLossCut);
  // Orders that a loss-cut cancelled are part of the loss-cut's own notice.
  const cancelled = newOrders.filter(
    ({ status, cancelReason }) => status === 'CANCELED' && cancelReason !== 'LOSSCUT',
  );
  return [
    ...(cut.length > 0 ? [{ kind: 'losscut', fills: cut } as const] : []),
    ...newFills.filter((fill) => !isLossCut(fill)).map((fill) => ({ kind: 'filled', fill }) as const),
    ...newOrders.filter(isResting).map((order) => ({ kind: 'accepted', order }) as const),
    ...(cancelled.length > 0 ? [{ kind: 'cancelled', orders: cancelled } as const] : []),
  ];
}
