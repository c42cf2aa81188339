// Positions whose value an event changed without touching their players one by one, say funding. They are judged anew
// in slices, because there may be a hundred thousand of them.
import type { Guarded } from './guards.ts';
import type { WatchTypes } from './rules.ts';

export interface Revalued<Types extends WatchTypes> {
  readonly isEmpty: boolean;
  /** They are read as they are when their turn comes. */
  add(positions: Iterable<Types['position']>): void;
  /** The parts of the next so many positions, those of the oldest event first. */
  take(limit: number): ReadonlySet<Guarded>;
}

export function createRevalued<Types extends WatchTypes>(
  partOf: (position: Types['position']) => Guarded | undefined,
): Revalued<Types> {
  const events: Iterator<Types['position']>[] = [];
  return {
    get isEmpty() {
      return events.length === 0;
    },
    add: (positions) => void events.push(positions[Symbol.iterator]()),
    take(limit) {
      const parts = new Set<Guarded>();
      for (let looked = 0; looked < limit; looked++) {
        const next = events[0]?.next();
        if (next === undefined) break;
        const part = next.done === true ? undefined : partOf(next.value);
        if (next.done === true) events.shift();
        else if (part !== undefined) parts.add(part);
      }
      return parts;
    },
  };
}
