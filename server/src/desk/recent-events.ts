// The newest events that answered a key, for a double tap: its repeat arrives before the tables have the first.
import type { AnyEvent } from '@maru/engine/products';

export interface RecentEvents {
  add(event: AnyEvent): void;
  find(id: number): AnyEvent | undefined;
}

/**
 * A ring and not a map: a map that constantly drops its oldest entry leaves full hash tables to the garbage
 * collector.
 */
export function createRecentEvents(most: number): RecentEvents {
  const ring: (AnyEvent | undefined)[] = new Array(most).fill(undefined);
  return {
    add(event) {
      if (event.answers !== undefined) ring[event.id % most] = event;
    },
    find(id) {
      const event = ring[id % most];
      return event?.id === id ? event : undefined;
    },
  };
}
