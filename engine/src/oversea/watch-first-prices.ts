// Limits that arrived while there was no fresh price. The first fresh price afterwards counts as their arrival: whoever
// is marketable on it gets the market's price, whoever is not rests like any other limit from then on (docs/rules.md
// 3.5).
import type { Millis } from '../time.ts';
import type { OverseaOrder, OverseaState } from './state.ts';

export interface FirstPrices {
  /** A price known from before the start: orders that are older have met it, or one before it. */
  remember(option: number, seenAt: Millis): void;
  /** The order is watched from now on. */
  add(order: OverseaOrder): void;
  /** Has it met no fresh price yet? */
  isWaiting(order: Pick<OverseaOrder, 'id' | 'option'>): boolean;
  /** A tick was handled: those that it did not reach rest from now on. */
  ticked(option: number, isMet: (order: OverseaOrder) => boolean): void;
}

export function createFirstPrices({ orders }: Pick<OverseaState, 'orders'>): FirstPrices {
  const waiting = new Map<number, Set<number>>();
  const remembered = new Map<number, Millis>();
  return {
    remember: (option, seenAt) => void remembered.set(option, seenAt),
    add({ id, option, isUnpriced, placedAt }) {
      if (!isUnpriced || (remembered.get(option) ?? 0) > placedAt) return;
      const ids = waiting.get(option);
      if (ids === undefined) waiting.set(option, new Set([id]));
      else ids.add(id);
    },
    isWaiting: ({ id, option }) => waiting.get(option)?.has(id) === true,
    ticked(option, isMet) {
      const ids = waiting.get(option);
      if (ids === undefined) return;
      for (const id of ids) {
        const order = orders.get(id);
        if (order === undefined || isMet(order)) ids.delete(id);
      }
      if (ids.size === 0) waiting.delete(option);
    },
  };
}
