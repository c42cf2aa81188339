// What the desk's thread tells the shadow's about new batches. While little lies there unwritten each of them is handed
// over; beyond that the shadow reads them from the journal later, and one word for many will do.
import { type HandedBatch, handOver, type SealedBatch } from '../journal/record.ts';
import { sizeOf } from './shadow.ts';
import type { BatchSize } from './write-pace.ts';

export type NewBatches =
  | { readonly kind: 'takeOver'; readonly batch: HandedBatch; readonly size: BatchSize }
  | { readonly kind: 'reach'; readonly batch: number; readonly size: BatchSize }
  | { readonly kind: 'want'; readonly batch: number };

export interface HandOver {
  start(batch: number): void;
  follow(batch: SealedBatch): void;
  reach(batch: number): void;
  want(batch: number): void;
  /** The tables have everything up to this batch. */
  wrote(batch: number): void;
  newest(): number;
  /** Says what was kept for later. */
  tellNow(): void;
}

const REACH_MS = 20;

export function createHandOver(options: {
  readonly tell: (message: NewBatches) => void;
  readonly wait: (ms: number) => Promise<void>;
  /** So much may lie there unwritten. */
  readonly charactersHanded: number;
}): HandOver {
  const { tell, wait, charactersHanded } = options;
  let newest = 0;
  let wanted = 0;
  /** Handed over and not written yet. */
  let handed: { readonly batch: number; readonly characters: number }[] = [];
  let lying = 0;
  /** The size of all batches that were not told yet, up to the newest. */
  let untold: BatchSize | undefined;

  function tellLater({ work, isPayment }: BatchSize): void {
    if (untold !== undefined) {
      untold = { work: untold.work + work, isPayment: untold.isPayment && isPayment };
      return;
    }
    untold = { work, isPayment };
    void wait(REACH_MS).then(tellNow);
  }

  function tellNow(): void {
    if (untold === undefined) return;
    tell({ kind: 'reach', batch: newest, size: untold });
    untold = undefined;
  }

  return {
    start(batch) {
      newest = Math.max(newest, batch);
    },
    follow(batch) {
      if (batch.batch <= newest) return;
      const size = sizeOf(batch);
      const characters = batch.body.length;
      if (lying + characters > charactersHanded) {
        newest = batch.batch;
        tellLater(size);
        return;
      }
      // Before this one is the newest: the shadow takes nothing over that it was told to read.
      tellNow();
      newest = batch.batch;
      handed.push({ batch: newest, characters });
      lying += characters;
      tell({ kind: 'takeOver', batch: handOver(batch), size });
    },
    reach(batch) {
      if (batch <= newest) return;
      newest = batch;
      tellLater({ work: 0, isPayment: false });
    },
    want(batch) {
      if (batch <= wanted) return;
      wanted = batch;
      tellNow();
      tell({ kind: 'want', batch });
    },
    wrote(batch) {
      const rest = handed.findIndex((each) => each.batch > batch);
      handed = rest === -1 ? [] : handed.slice(rest);
      lying = handed.reduce((sum, { characters }) => sum + characters, 0);
    },
    newest: () => newest,
    tellNow,
  };
}
