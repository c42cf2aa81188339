// The interface of a desk for the rest of the server: the single writer of its players' book.
import type { Refusal } from '@maru/engine/decide';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { BookRead } from './book-read.ts';

/** `TRY_AGAIN`: the queue is full or the desk is not ready, nothing happened. `RESULT_UNKNOWN`: it may have. */
export type DeskRefusal = Refusal | 'KEY_REUSED' | 'TRY_AGAIN' | 'RESULT_UNKNOWN';

/** A repeated key gets the first event again, so the same reply can be made from it. */
export type Outcome =
  | { readonly ok: true; readonly event: AnyEvent; readonly repeated: boolean }
  | { readonly ok: false; readonly refusal: DeskRefusal };

/** Whether the same command may get another outcome when it is submitted again. */
export const isTransient = (outcome: Outcome): boolean =>
  !outcome.ok && (outcome.refusal === 'TRY_AGAIN' || outcome.refusal === 'RESULT_UNKNOWN');

/** Undefined when the desk cannot answer now. */
export type ReadAnswer<Seen = unknown> = { readonly seen: Seen } | undefined;

export interface Desk {
  /** Resolves only when the event is durable (or the command refused). */
  submit(command: AnyCommand): Promise<Outcome>;
  /** The same for several at once: they become durable in one batch, unless they are more than a batch holds. */
  submitTogether(commands: readonly AnyCommand[]): readonly Promise<Outcome>[];
  /**
   * Several that may wait: what anybody else asks is decided before them, and each becomes durable by itself. Resolves
   * when each has its outcome.
   */
  submitPatiently(commands: readonly AnyCommand[]): Promise<readonly Outcome[]>;
  /** Reads the book when everything it shows is durable. */
  read<Args, Seen>(read: BookRead<Args, Seen>, args: NoInfer<Args>): Promise<ReadAnswer<Seen>>;
  /**
   * Resolves when the tables show everything this player was ever answered, or false when that takes too long. Of the
   * house it is everything that has no step of a player.
   */
  caughtUp(player: PlayerId): Promise<boolean>;
}
