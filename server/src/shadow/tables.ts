// The tables behind the shadow. Reading them gives the book as of the mark; writing them moves the mark.
import type { AnyEvent, Book } from '@maru/engine/book';
import type { PlayerId } from '@maru/engine/purse';
import type { RowChanges } from './rows.ts';

export interface Mark {
  readonly batch: number;
  readonly hash: string;
}

export const NO_MARK: Mark = { batch: 0, hash: '' };

export interface Tables {
  mark(): Promise<Mark>;
  /** All rows and the new mark in one transaction, only while the mark is still `from`. False when it is not. */
  write(rows: RowChanges, from: Mark, to: Mark): Promise<boolean>;
  load(): Promise<{ readonly book: Book; readonly mark: Mark }>;
  /** An event as it stands in the player's history. */
  event(player: PlayerId, seq: number): Promise<AnyEvent | undefined>;
}
