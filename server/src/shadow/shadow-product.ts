// What a product brings to the shadow: its tables, and everything that is done with their rows. The shadow itself knows no
// product; it is handed a list of these.
import type { Book } from '@maru/engine/book';
import type { AnyEvent, ProductStates } from '@maru/engine/products';
import type { Tx } from '../db/database.ts';
import type { Cutoffs } from './cutoffs.ts';
import type { MarkRow } from './load-book.ts';
import type { Bring } from './load-players.ts';
import type { LedgerChanges } from './rows.ts';

/** A table as snapshots see it. */
export interface ShadowTable {
  readonly name: string;
  /** The statement that reads the rows that stay when everything before these cutoffs is archived. */
  readonly retained: (cutoffs: Cutoffs) => string;
}

/** A short transaction that deletes old rows; it is repeated until it was the last. */
export type DeletingSlice = (tx: Tx) => Promise<{ readonly rows: number; readonly isLast: boolean }>;

/** The rows of the events of a part of the journal, which are compared with the tables. */
export interface AuditedPart {
  /** The first and the last of these events. */
  readonly first: number;
  readonly last: number;
  /** What is older may have been archived. */
  readonly archived: Cutoffs | undefined;
}

/** `Rows` gathers what a run of the product's own events changes in its tables. */
export interface ShadowProduct<Rows = unknown, Event extends AnyEvent = AnyEvent> {
  /** As the engine's list has it. */
  readonly name: keyof ProductStates;
  /** In an order in which nothing refers to what comes later. A table that two products share is named by both. */
  readonly tables: readonly ShadowTable[];
  noRows(): Rows;
  /** Money, sequences and histories were added to the ledger before. */
  addRows(rows: Rows, event: Event, ledger: LedgerChanges): void;
  write(tx: Tx, shard: number, rows: Rows): Promise<void>;
  /** Puts what is open at the mark into the book, after `bring` has brought in its players. */
  load(tx: Tx, shard: number, book: Book, bring: Bring): Promise<void>;
  /** Throws `TablesDiffer` when a row that is written for good is not what the journal says. */
  check(tx: Tx, rows: Rows, part: AuditedPart): Promise<void>;
  /** What a snapshot at this mark must know of the product to say which rows stay. */
  findCutoffs?(tx: Tx, shard: number, mark: MarkRow): Promise<Readonly<Record<string, number>>>;
  /** Deletes what is not kept, in this order. */
  deletions(shard: number, cutoffs: Cutoffs): readonly DeletingSlice[];
}

/** The products whose tables a shadow writes, here or in a thread of its own. */
export interface ShadowParts {
  readonly products: readonly ShadowProduct[];
  /** The file of the thread that follows the journal with the same products. */
  readonly worker: URL;
}
