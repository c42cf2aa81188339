// The commit point, however it is stored. A batch is durable once `append` has resolved; before, it may or may not be.
import { assert } from '@maru/engine/assert';
import type { SealedBatch } from './record.ts';

export interface Tail {
  readonly batch: number;
  readonly hash: string;
  readonly epoch: number;
}

export interface Journal {
  /**
   * Takes the shard over: raises the epoch, records it, and returns where the journal now ends. Called again after a
   * failed append; a batch that was not durable by then is either found by reading or lost for good.
   */
  open(): Promise<Tail>;
  append(batch: SealedBatch): Promise<void>;
  /** The batches after this one, in order, each checked against the hash of the one before. */
  read(after: { readonly batch: number; readonly hash: string }): AsyncIterable<SealedBatch>;
  /** Whether no other process can have taken the shard: otherwise an answer without an append must not be sent. */
  isOurs(): boolean;
  close(): Promise<void>;
}

/** Another desk owns the shard now. This one must stop. */
export class Fenced extends Error {
  override name = 'Fenced';
}

/**
 * The journal is not what it must be: a broken chain, damage before its end. The desk stops; an operator has to look.
 */
export class DamagedJournal extends Error {
  override name = 'DamagedJournal';
}

/** Throws a bug unless the batch may be appended to a journal that ends here. */
export function assertContinues(tail: Tail | undefined, batch: SealedBatch): void {
  assert(tail !== undefined && batch.batch === tail.batch + 1, 'batches follow each other');
  assert(batch.previous === tail.hash && batch.epoch === tail.epoch, 'a batch continues the chain');
}

/** The batch that was found does not follow this one; a journal that was cut may have lost those in between. */
export function brokenChain(after: number, found: number): DamagedJournal {
  const gap =
    found > after + 1
      ? ` (batches ${after + 1} to ${found - 1} are archived or missing; see \`npm run rebuild\`)`
      : '';
  return new DamagedJournal(`the chain breaks at ${found}, after ${after}${gap}`);
}
