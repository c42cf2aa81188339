// The messages between the thread that folds histories and its caller. Each question has one answer, in order.
import type { AccountThen } from '@maru/engine/past/account-then';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';

/** Up to where a history is folded: the next event to read has a higher number of both kinds. */
export interface Reached {
  /** Of the account's own history. */
  readonly seq: number;
  /** Of the whole ledger. */
  readonly event: number;
}

export type FoldQuestion =
  | {
      readonly kind: 'begin';
      readonly player: PlayerId;
      /** A checkpoint may be used that lies before all of this. */
      readonly before: { readonly at: Millis; readonly seq: number };
      /** Ascending; the account is described at each of them. */
      readonly instants: readonly Millis[];
    }
  /** In the order of the ledger: own events as the journal writes them, everybody's as they are. */
  | { readonly kind: 'events'; readonly bodies: readonly (string | AnyEvent)[] }
  | { readonly kind: 'end' };

export interface FoldedMoment extends Reached {
  readonly account: AccountThen | undefined;
  readonly digest: string;
}

export type FoldAnswer =
  | { readonly ok: true; readonly reached: Reached }
  | { readonly ok: true; readonly moments: readonly FoldedMoment[] }
  | { readonly ok: false; readonly message: string };
