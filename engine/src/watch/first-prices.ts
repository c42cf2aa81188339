// Limits that arrived while there was no fresh price. The first fresh price afterwards counts as their arrival: an
// order that is marketable on it gets the market's price, the others rest like any limit from then on (docs/rules.md
// 3.5).
import type { Millis } from '../time.ts';
import type { WatchedOrder } from './rules.ts';

export interface FirstPrices<Order extends WatchedOrder> {
  /** A price known from before the start: older orders were compared with it, or with one before it. */
  remember(instrument: number, seenAt: Millis): void;
  /** The order is watched from now on. */
  add(order: Order): void;
  /** Has there been no fresh price for it yet? */
  isWaiting(order: { readonly id: number; readonly instrument: number }): boolean;
  /** A tick was handled: those that it did not reach rest from now on. */
  ticked(instrument: number, isMet: (order: Order) => boolean): void;
}

export function createFirstPrices<Order extends WatchedOrder>(
  orders: ReadonlyMap<number, Order>,
): FirstPrices<Order> {
  const waiting = new Map<number, Set<number>>();
  const remembered = new Map<number, Millis>();

  return {
    remember: (instrument, seenAt) => void remembered.set(instrument, seenAt),
    add({ id, instrument, isUnpriced, placedAt }) {
      if (!isUnpriced || (remembered.get(instrument) ?? 0) > placedAt) return;
      const ids = waiting.get(instrument);
      if (ids === undefined) waiting.set(instrument, new Set([id]));
      else ids.add(id);
    },
    isWaiting: ({ id, instrument }) => waiting.get(instrument)?.has(id) === true,
    ticked(instrument, isMet) {
      const ids = waiting.get(instrument);
      if (ids === undefined) return;
      for (const id of ids) {
        const order = orders.get(id);
        if (order === undefined || isMet(order)) ids.delete(id);
      }
      if (ids.size === 0) waiting.delete(instrument);
    },
  };
}
