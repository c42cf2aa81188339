// The messages between the thread that folds histories and its caller. Each question has one answer, in order.
import type { Book } from '@maru/engine/book';
import type { AccountThen } from '@maru/engine/past/account-then';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { AccountRows, SnapshotOf } from '../shadow/snapshot-account.ts';

/** Up to where a history is folded: the next event to read has a higher number of both kinds. */
export interface Reached {
  /** Of the account's own history. */
  readonly seq: number;
  /** Of the whole ledger. */
  readonly event: number;
}

/** An account as a snapshot has it, where the events before it were archived. */
export interface FoldBase extends Reached {
  readonly book: Book;
  readonly at: Millis;
  /** What the chain of its events begins with. */
  readonly digest: string;
}

export type FoldQuestion =
  | {
      readonly kind: 'begin';
      readonly player: PlayerId;
      /** The batch of the snapshot that the fold begins at; 0: the account's first event. */
      readonly origin: number;
      /** A checkpoint may be used that lies before all of this. */
      readonly before: { readonly at: Millis; readonly seq: number };
      /** Ascending; the account is described at each of them. */
      readonly instants: readonly Millis[];
    }
  /** The rows of the account in a snapshot: a file that takes long to read. */
  | { readonly kind: 'snapshot'; readonly player: PlayerId; readonly of: SnapshotOf }
  /** Where no checkpoint was found. */
  | { readonly kind: 'base'; readonly base: FoldBase }
  /** In the order of the ledger: own events as the journal writes them, everybody's as they are. */
  | { readonly kind: 'events'; readonly bodies: readonly (string | AnyEvent)[] }
  | { readonly kind: 'end' };

export interface FoldedMoment extends Reached {
  readonly account: AccountThen | undefined;
  readonly digest: string;
}

export type FoldAnswer =
  | { readonly ok: true; readonly reached: Reached }
  | { readonly ok: true; readonly found: AccountRows }
  | { readonly ok: true; readonly moments: readonly FoldedMoment[] }
  | { readonly ok: false; readonly message: string };
