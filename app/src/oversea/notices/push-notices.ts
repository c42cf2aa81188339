// What there is to be said about one push.
import type { WireOverseaFill, WireOverseaOrder } from '@maru/contract/oversea/calls';
import type { OverseaPush } from '@maru/contract/realtime';

export type Traded = WireOverseaOrder | WireOverseaFill;

export type Notice =
  | { readonly kind: 'accepted'; readonly order: WireOverseaOrder }
  | { readonly kind: 'cancelled'; readonly orders: readonly WireOverseaOrder[] }
  | { readonly kind: 'filled'; readonly fill: WireOverseaFill }
  /** The server closed: the session ended, or staff closed the instrument. */
  | { readonly kind: 'forced'; readonly fill: WireOverseaFill }
  | { readonly kind: 'losscut'; readonly fills: readonly WireOverseaFill[] };

/** What has been said before; grows with every push and is kept short. */
export interface ShownBefore {
  readonly orders: Set<string>;
  readonly fills: Set<number>;
}

const MOST_REMEMBERED = 400;

function isNew<Key>(shown: Set<Key>, key: Key): boolean {
  if (shown.has(key)) return false;
  shown.add(key);
  const [oldest] = shown;
  if (shown.size > MOST_REMEMBERED && oldest !== undefined) shown.delete(oldest);
  return true;
}

const rests = ({ status }: WireOverseaOrder): boolean => status === 'OPEN' || status === 'WAITING';

export function noticesOf(
  data: OverseaPush,
  shown: ShownBefore,
  /** Told as an amendment by whoever amends. */
  isAmended: (order: WireOverseaOrder) => boolean = () => false,
): readonly Notice[] {
  const { orders, fills } = data as unknown as {
    readonly orders: readonly WireOverseaOrder[];
    readonly fills: readonly WireOverseaFill[];
  };
  // An order that is changed is not accepted a second time.
  const newOrders = orders
    .filter((order) => isNew(shown.orders, `${order.id} ${rests(order) ? 'RESTS' : order.status}`))
    .filter((order) => !isAmended(order));
  const newFills = fills.filter(({ id }) => isNew(shown.fills, id));
  const cut = newFills.filter(isLossCut);
  // What a loss-cut or a session's end takes with it is part of that news.
  const cancelled = newOrders.filter(
    ({ status, cancelReason }) => status === 'CANCELED' && cancelReason !== 'LOSSCUT',
  );
  return [
    ...(cut.length > 0 ? [{ kind: 'losscut', fills: cut } as const] : []),
    ...newFills
      .filter((fill) => !isLossCut(fill))
      .map((fill) => ({ kind: fill.forcedReason === null ? 'filled' : 'forced', fill }) as const),
    ...newOrders.filter(rests).map((order) => ({ kind: 'accepted', order }) as const),
    ...(cancelled.length > 0 ? [{ kind: 'cancelled', orders: cancelled } as const] : []),
  ];
}

const isLossCut = ({ forcedReason, marketType }: WireOverseaFill): boolean =>
  forcedReason === 'LOSSCUT' || marketType === 'LIQUIDATION';
