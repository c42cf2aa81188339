// The part of a product in the shadow: its tables, and all operations on their rows. The shadow itself knows no
// product; it gets a list of these.
import type { Book } from '@maru/engine/book';
import type { Note } from '@maru/engine/follower';
import type { AnyEvent, ProductStates } from '@maru/engine/products';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { Cutoffs } from './cutoffs.ts';
import type { MarkRow } from './load-book.ts';
import type { Bring } from './load-players.ts';
import type { OfShard } from './of-shard.ts';
import type { LedgerChanges } from './rows.ts';

/** A table as snapshots see it. */
export interface ShadowTable {
  readonly name: string;
  /** Which rows are written from the journal of a shard. */
  readonly ofShard: OfShard;
  /**
   * The statement that reads the rows that stay when everything before these cutoffs is archived. It may read rows of
   * other shards too: they are left out by `ofShard`.
   */
  readonly retained: (cutoffs: Cutoffs, shard: number) => string;
}

/** A short transaction that deletes old rows; it is repeated until `isLast`. */
export type DeletingSlice = (tx: Tx) => Promise<{ readonly rows: number; readonly isLast: boolean }>;

/** The rows of the events of a part of the journal, which are compared with the tables. */
export interface AuditedPart {
  /** The first and the last of these events. */
  readonly first: number;
  readonly last: number;
  /** Older rows may have been archived. */
  readonly archived: Cutoffs | undefined;
}

export interface AskedForEverybody {
  readonly site: SiteId;
  readonly after: number;
  readonly until: number;
  readonly at: Millis;
}

/** `Rows` holds the changes of several of the product's own events in its tables. */
export interface ShadowProduct<Rows = unknown, Event extends AnyEvent = AnyEvent> {
  /** As the engine's list has it. */
  readonly name: keyof ProductStates;
  /** Ordered so that no table refers to a later one. A table that two products share is named by both. */
  readonly tables: readonly ShadowTable[];
  noRows(): Rows;
  /** Called after money, sequences and histories were added to the ledger. */
  addRows(rows: Rows, event: Event, ledger: LedgerChanges): void;
  /** Of a follower: what it keeps of the event of another product. */
  addNote?(rows: Rows, note: Note, event: AnyEvent): void;
  write(tx: Tx, shard: number, rows: Rows): Promise<void>;
  /** Puts everything open at the mark into the book, after `bring` has loaded its players. */
  load(tx: Tx, shard: number, book: Book, bring: Bring): Promise<void>;
  /**
   * The events that are in nobody's history and change what players have open (`changesEverybody`), made again from
   * their rows, in order: those of a site with numbers after one and up to another, not later than an instant.
   */
  listForEverybody?(tx: Tx, asked: AskedForEverybody): Promise<readonly Event[]>;
  /** Throws `TablesDiffer` when a row that is written once and not changed differs from the journal. */
  check(tx: Tx, rows: Rows, part: AuditedPart): Promise<void>;
  /** The product's values at this mark by which a snapshot decides which rows are kept. */
  findCutoffs?(tx: Tx, shard: number, mark: MarkRow): Promise<Readonly<Record<string, number>>>;
  /** Deletes rows that are not kept, in this order. */
  deletions(shard: number, cutoffs: Cutoffs): readonly DeletingSlice[];
}

/** The products whose tables a shadow writes, here or in a thread of its own. */
export interface ShadowParts {
  readonly products: readonly ShadowProduct[];
  /**
   * The file that a thread runs on PostgreSQL to follow the journal with the same products. Without it the tables are
   * written on the desk's own thread, as they are in the embedded database.
   */
  readonly worker: URL | undefined;
}
