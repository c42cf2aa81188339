// Orders of this page that are being amended. On the wire an amendment is a cancel and a new order; it is shown to the
// member as one change, so neither of the two is shown by itself.
import type { WireOverseaOrder } from '@maru/contract/oversea/calls';
import { comparePrices } from '../../market/prices/price-grid.ts';
import type { Platform } from '../../shell/platform.tsx';
import { isResting } from './order-state.ts';

type Named = Pick<WireOverseaOrder, 'id' | 'overseaOptionId' | 'tradeType' | 'qty' | 'price' | 'status'>;

export interface Amendments {
  /** Marks the order until the answer is known; the returned function ends that. */
  begin(order: WireOverseaOrder, to: string): () => void;
  /** The order that an amendment cancels, or the one that replaces it. */
  isPartOfOne(order: Named): boolean;
}

const known = new WeakMap<Platform, Amendments>();

export function amendmentsOf(platform: Platform): Amendments {
  const amendments = known.get(platform) ?? createAmendments();
  known.set(platform, amendments);
  return amendments;
}

function createAmendments(): Amendments {
  const underWay = new Set<{ readonly order: WireOverseaOrder; readonly to: string }>();
  return {
    begin(order, to) {
      const amendment = { order, to };
      underWay.add(amendment);
      return () => underWay.delete(amendment);
    },
    isPartOfOne: ({ id, status, overseaOptionId, tradeType, qty, price }) =>
      [...underWay].some(({ order, to }) => {
        if (id === order.id) return status === 'CANCELED';
        const isAlike =
          overseaOptionId === order.overseaOptionId && tradeType === order.tradeType && qty === order.qty;
        const isNew = isResting({ status }) && id > order.id;
        return isAlike && isNew && price !== null && comparePrices(price, to) === 0;
      }),
  };
}
