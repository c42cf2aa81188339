// How long the newest copies took, from the trader's fill to the durable copy.
import type { Millis } from '@maru/engine/time';
import type { CopyNews } from './copied-state.ts';

export interface CopyDelays {
  note(news: CopyNews, at: Millis): void;
  /** Milliseconds; undefined without any copy since the start. */
  median(): number | undefined;
  p99(): number | undefined;
}

const KEPT = 10_000;

export function createCopyDelays(): CopyDelays {
  const newest: number[] = [];
  let place = 0;

  function quantile(share: number): number | undefined {
    const sorted = newest.toSorted((one, other) => one - other);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  }

  return {
    note({ notes }, at) {
      for (const note of notes) {
        if (note.kind !== 'COPIED' || note.lead === undefined) continue;
        newest[place] = at - note.lead.leadAt;
        place = (place + 1) % KEPT;
      }
    },
    median: () => quantile(0.5),
    p99: () => quantile(0.99),
  };
}
