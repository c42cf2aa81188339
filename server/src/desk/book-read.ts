// A read of the book by name. The desk receives the name and plain data, never a function, so the desk may run in
// another thread. A feature keeps its reads in its own folder; `server/src/shadow-products.ts` lists all of them.
import type { Book, FirstAnswer } from '@maru/engine/book';
import type { PlayerId } from '@maru/engine/purse';

export interface PlayerKey {
  readonly player: PlayerId;
  readonly key: string;
}

export interface BookRead<Args, Seen> {
  /** Unique among all reads: `account.session`. */
  readonly name: string;
  /** The players whose accounts must be in the book. Empty when the read needs no player's own rows. */
  readonly players: (args: Args) => readonly PlayerId[];
  /** A key whose first answer the read needs: it is read from the tables if only they have it. */
  readonly key?: (args: Args) => PlayerKey;
  /** Returns plain data that can be copied to another thread, without a reference to anything that `apply` changes. */
  readonly compute: (book: Book, args: Args, firstAnswer?: FirstAnswer) => Seen;
}

/** Any read, for lists of them: its functions cannot be called without knowing which one it is. */
export type AnyBookRead = BookRead<never, unknown>;

/** Keeps the types of arguments and result; the same as writing the object with its type. */
export const defineRead = <Args, Seen>(read: BookRead<Args, Seen>): BookRead<Args, Seen> => read;
