// The newest events that answered a key, for a double tap: its repeat comes before the tables have the first.
import type { AnyEvent } from '@maru/engine/book';

export interface RecentEvents {
  keep(event: AnyEvent): void;
  find(id: number): AnyEvent | undefined;
}

export function createRecentEvents(most: number): RecentEvents {
  const kept = new Map<number, AnyEvent>();
  return {
    keep(event) {
      if (event.answers === undefined) return;
      kept.set(event.id, event);
      if (kept.size > most) for (const oldest of kept.keys()) return void kept.delete(oldest);
    },
    find: (id) => kept.get(id),
  };
}
