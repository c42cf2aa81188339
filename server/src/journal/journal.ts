// The commit point, whatever it is kept in. What `append` has resolved is durable; what it has not may or may not be.
import type { SealedBatch } from './record.ts';

export interface Tail {
  readonly batch: number;
  readonly hash: string;
  readonly epoch: number;
}

export interface Journal {
  /**
   * Takes the shard over: raises the epoch, records it, and answers where the journal now ends. Called again after a
   * failed append; what was not durable by then is either found by reading or is gone for good.
   */
  open(): Promise<Tail>;
  append(batch: SealedBatch): Promise<void>;
  /** The batches after this one, in order, each checked against the hash of the one before. */
  read(after: { readonly batch: number; readonly hash: string }): AsyncIterable<SealedBatch>;
  /** Whether nobody else can have taken the shard meanwhile: an answer without an append must not leave otherwise. */
  isOurs(): boolean;
  close(): Promise<void>;
}

/** Another desk owns the shard now. The only right thing left to do is to stop. */
export class Fenced extends Error {
  override name = 'Fenced';
}

/** The journal is not what it must be: a broken chain, damage before its end. Stop, and let a person look. */
export class DamagedJournal extends Error {
  override name = 'DamagedJournal';
}

/** Explains a read from before the beginning of a journal that was cut. */
export const archivedNote = (wanted: number, found: number): string =>
  found > wanted + 1
    ? ` (batches ${wanted + 1} to ${found - 1} are archived or missing; see \`npm run rebuild\`)`
    : '';
