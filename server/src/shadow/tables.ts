// The tables behind the shadow. Reading them gives the book as of the mark; writing them moves the mark.
import type { Book, FirstAnswer } from '@maru/engine/book';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { LoadedPlayer } from '@maru/engine/residents';
import type { Millis } from '@maru/engine/time';
import type { RowChanges } from './rows.ts';

export interface Mark {
  readonly batch: number;
  readonly hash: string;
}

export const NO_MARK: Mark = { batch: 0, hash: '' };

export interface LoadedBook {
  readonly book: Book;
  readonly mark: Mark;
  /** Loads these accounts into the book as they are at the mark; a number that the tables do not have is left out. */
  readonly bring: (players: Iterable<PlayerId>) => Promise<void>;
}

/** The tables differ from the journal. Nothing may be decided on them; `npm run rebuild` repairs them. */
export class TablesDiffer extends Error {
  override name = 'TablesDiffer';
  constructor(what: string) {
    super(`the tables are not what the journal says: ${what}. \`npm run rebuild\` writes them anew from it`);
  }
}

export interface Tables {
  mark(): Promise<Mark>;
  /** All rows and the new mark in one transaction, only while the mark is still `from`. False when it is not. */
  write(rows: RowChanges, from: Mark, to: Mark): Promise<boolean>;
  /**
   * The book at the mark, with the accounts of players who have something open. The mark does not move while `replay`
   * loads the accounts that it needs and applies the journal's tail, even if another process writes these tables.
   */
  load(replay: (loaded: LoadedBook) => Promise<void>): Promise<void>;
  /** Those of these accounts that the tables have, as they are now, with the keys that were answered since then. */
  players(ids: readonly PlayerId[], keysSince: Millis): Promise<readonly LoadedPlayer[]>;
  /** The newest answer to each of these keys since then, in the same order. */
  keys(
    wanted: readonly { readonly player: PlayerId; readonly key: string }[],
    since: Millis,
  ): Promise<readonly (FirstAnswer | undefined)[]>;
  /** An event as it is in the player's history. */
  event(player: PlayerId, seq: number): Promise<AnyEvent | undefined>;
}
