// The messages about new batches from the desk's thread to the shadow's. While few are unwritten each batch is sent
// whole; beyond that the shadow reads them from the journal later, and one message for many is enough.
import { type HandedBatch, packBatch, type SealedBatch } from '../journal/record.ts';
import { sizeOf } from './shadow.ts';
import type { BatchSize } from './write-pace.ts';

export type NewBatches =
  | { readonly kind: 'batch'; readonly batch: HandedBatch; readonly size: BatchSize }
  | { readonly kind: 'reach'; readonly batch: number; readonly size: BatchSize }
  | { readonly kind: 'want'; readonly batch: number };

export interface HandOver {
  start(batch: number): void;
  follow(batch: SealedBatch): void;
  want(batch: number): void;
  /** The tables have everything up to this batch. */
  wrote(batch: number): void;
  newest(): number;
  /** Sends the batches that were held back. */
  sendNow(): void;
}

const REACH_MS = 20;

export function createHandOver(options: {
  readonly send: (message: NewBatches) => void;
  readonly wait: (ms: number) => Promise<void>;
  /** How many characters may be handed over and not written yet. */
  readonly charactersHanded: number;
}): HandOver {
  const { send, wait, charactersHanded } = options;
  let newest = 0;
  let wanted = 0;
  /** Batches that were handed over and not written yet. */
  let handed: { readonly batch: number; readonly characters: number }[] = [];
  let pendingCharacters = 0;
  /** The size of all batches that were not sent yet, up to the newest. */
  let unsent: BatchSize | undefined;

  function sendLater({ work, isPayment }: BatchSize): void {
    if (unsent !== undefined) {
      unsent = { work: unsent.work + work, isPayment: unsent.isPayment && isPayment };
      return;
    }
    unsent = { work, isPayment };
    void wait(REACH_MS).then(sendNow);
  }

  function sendNow(): void {
    if (unsent === undefined) return;
    send({ kind: 'reach', batch: newest, size: unsent });
    unsent = undefined;
  }

  return {
    start(batch) {
      newest = Math.max(newest, batch);
    },
    follow(batch) {
      if (batch.batch <= newest) return;
      const size = sizeOf(batch);
      const characters = batch.body.length;
      if (pendingCharacters + characters > charactersHanded) {
        newest = batch.batch;
        sendLater(size);
        return;
      }
      // Sent before `newest` changes: the shadow does not enqueue a batch that it was told to read from the journal.
      sendNow();
      newest = batch.batch;
      handed.push({ batch: newest, characters });
      pendingCharacters += characters;
      send({ kind: 'batch', batch: packBatch(batch), size });
    },
    want(batch) {
      if (batch <= wanted) return;
      wanted = batch;
      sendNow();
      send({ kind: 'want', batch });
    },
    wrote(batch) {
      const rest = handed.findIndex((each) => each.batch > batch);
      handed = rest === -1 ? [] : handed.slice(rest);
      pendingCharacters = handed.reduce((sum, { characters }) => sum + characters, 0);
    },
    newest: () => newest,
    sendNow,
  };
}
