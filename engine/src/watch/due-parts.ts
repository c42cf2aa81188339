// Parts of accounts that could not be judged: each is judged again with the next price of one of its instruments.
import type { Guarded } from './guards.ts';

export interface DueParts {
  postpone(part: Guarded): void;
  endWaiting(part: Guarded): void;
  dueAt(instrument: number): Iterable<Guarded>;
}

export function createDueParts(instrumentsOf: (part: Guarded) => Iterable<number>): DueParts {
  const due = new Map<number, Set<Guarded>>();
  return {
    postpone(part) {
      part.isDue = true;
      for (const instrument of instrumentsOf(part)) {
        const known = due.get(instrument);
        if (known === undefined) due.set(instrument, new Set([part]));
        else known.add(part);
      }
    },
    endWaiting(part) {
      if (!part.isDue) return;
      part.isDue = false;
      for (const parts of due.values()) parts.delete(part);
    },
    dueAt: (instrument) => due.get(instrument) ?? NOBODY,
  };
}

const NOBODY: readonly Guarded[] = Object.freeze([]);
