// Counts the copies of each lead as they become durable, like every other follower of the events.
import type { AnyEvent } from '@maru/engine/products';
import type { Follower } from '@maru/server/push/release';

export interface Mirrored {
  readonly lead: number;
  /** When the trader's fill became durable, and the last copy of it, on the clock of `performance`. */
  readonly filledAt: number;
  readonly lastAt: number;
  /** Outcomes by name: COPIED or the reason of a miss. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly twice: number;
}

export interface CopyCount extends Follower {
  /** Resolves when so many follows have an outcome of the next lead of this trader. Asked before the trader's order. */
  next(trader: number, follows: number): Promise<Mirrored>;
}

interface Counting {
  readonly trader: number;
  readonly follows: number;
  readonly done: (mirrored: Mirrored) => void;
  readonly seen: Set<number>;
  readonly outcomes: Record<string, number>;
  lead: number;
  filledAt: number;
  twice: number;
}

export function createCopyCount(): CopyCount {
  let counting: Counting | undefined;

  function leadOf(event: AnyEvent): number | undefined {
    if (event.kind !== 'FUTURES_FILLED') return undefined;
    for (const note of event.notes ?? []) {
      if (note.product !== 'copytrade' || Number(note.player) !== counting?.trader) continue;
      const { leads } = note as unknown as { readonly leads?: readonly { readonly id: number }[] };
      if (leads !== undefined) return leads[0]?.id;
    }
    return undefined;
  }

  function outcomeOf(event: AnyEvent) {
    if (event.kind === 'COPY_MISSED')
      return { lead: event.lead.id, follow: event.follow, outcome: event.reason };
    if (event.kind !== 'FUTURES_FILLED' || event.copy?.cause !== 'MIRROR') return undefined;
    const { lead = 0, follow = 0 } = event.copy;
    return { lead, follow, outcome: 'COPIED' };
  }

  return {
    next: (trader, follows) =>
      new Promise((done) => {
        counting = { trader, follows, done, seen: new Set(), outcomes: {}, lead: 0, filledAt: 0, twice: 0 };
      }),
    onEvent(event) {
      if (counting === undefined) return;
      if (counting.lead === 0) {
        counting.lead = leadOf(event) ?? 0;
        counting.filledAt = performance.now();
        return;
      }
      const found = outcomeOf(event);
      if (found === undefined || found.lead !== counting.lead) return;
      const { seen, outcomes, follows, done, lead, filledAt } = counting;
      if (seen.has(found.follow)) counting.twice += 1;
      seen.add(found.follow);
      outcomes[found.outcome] = (outcomes[found.outcome] ?? 0) + 1;
      if (seen.size < follows) return;
      const { twice } = counting;
      counting = undefined;
      done({ lead, filledAt, lastAt: performance.now(), outcomes, twice });
    },
  };
}
