// What a member is told about orders of overseas futures.
import { cancelled, liquidated, type Made, type NotificationMaker } from '../notification/of-push.ts';
import type { OverseaPush } from '../realtime.ts';
import type { WireOverseaFill, WireOverseaOrder } from './calls.ts';

const receiptOf = (id: number): string => `/wallet/history/oversea/${id}`;

/** Ended by the member, or by something that has a notification of its own. */
const EXPLAINED: ReadonlySet<string> = new Set(['PLAYER', 'LOSSCUT']);

const isLossCut = ({ forcedReason }: WireOverseaFill): boolean => forcedReason === 'LOSSCUT';

export const overseaNotifications: NotificationMaker = {
  queue: 'oversea',
  madeOf({ data }) {
    const { fills, orders } = data as OverseaPush as {
      readonly fills: readonly WireOverseaFill[];
      readonly orders: readonly WireOverseaOrder[];
    };
    const ended = orders.filter(
      ({ status, cancelReason }) =>
        status === 'CANCELED' && cancelReason !== null && !EXPLAINED.has(cancelReason),
    );
    return [
      ...liquidated(fills.filter(isLossCut), receiptOf),
      ...fills.filter((fill) => !isLossCut(fill)).map(filled),
      ...cancelled(ended),
    ];
  },
};

const filled = (fill: WireOverseaFill): Made => ({
  part: `fill ${fill.id}`,
  category: 'FILL',
  path: receiptOf(fill.id),
  content: {
    kind: 'FILLED',
    unit: 'CONTRACTS',
    fillId: fill.id,
    stock: fill.stock,
    side: fill.tradeType,
    qty: String(fill.qty),
    price: fill.price,
    net: fill.closedQty > 0 ? fill.net : null,
    currency: fill.currency,
    cause: causeOf(fill),
  },
});

function causeOf({ forcedReason, marketType }: WireOverseaFill) {
  if (forcedReason !== null) return 'FORCED';
  return marketType === 'TAKEPROFIT' || marketType === 'STOPLOSS' ? marketType : null;
}
