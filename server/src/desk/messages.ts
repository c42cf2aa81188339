// The messages between the desk's thread and its callers: plain data only, so that the same messages can be sent over
// a bus when the desk is on another machine.
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { DeskStats } from './create-desk.ts';
import type { DeskRefusal } from './desk.ts';
import type { DeskState } from './desk-states.ts';
import type { FollowReport } from './follow.ts';

/** `id` is the caller's own number for the ask; the answer has it too. */
export type Ask =
  | {
      readonly kind: 'command';
      readonly id: number;
      readonly command: AnyCommand;
      /** The same for commands of this message that were submitted in one call. */
      readonly together?: number;
      /** Whatever is not patient is decided first. */
      readonly isPatient?: true;
    }
  | { readonly kind: 'read'; readonly id: number; readonly name: string; readonly args: unknown }
  /** Without a player: everything that is durable now. */
  | { readonly kind: 'caughtUp'; readonly id: number; readonly player?: PlayerId };

export type ToDesk =
  /** Everything that was asked in one turn of the event loop. */
  | { readonly kind: 'asks'; readonly asks: readonly Ask[] }
  /** The start is over: from now on the tables may be written. */
  | { readonly kind: 'tablesMayFollow' }
  /** To a desk that follows: the owner of the shard seems to be gone. Answered by `opened` or `owned`. */
  | { readonly kind: 'takeOver' }
  /** Only for a desk whose clock is set by messages: in tests and benches. */
  | { readonly kind: 'time'; readonly now: Millis }
  | { readonly kind: 'halt'; readonly fault: Fault }
  | { readonly kind: 'stop' };

export interface Fault {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/** Everything that the desk released together. The events of its batches come before the answers made from them. */
export interface Released {
  readonly kind: 'released';
  /** Batches that became durable, each as the journal wrote it. */
  readonly bodies: string[];
  /** The number of an ask and the id of the event that answers it, alternating. */
  readonly answered: number[];
  readonly refused: { readonly id: number; readonly refusal: DeskRefusal }[];
  /** First answers to repeated keys. */
  readonly repeated: { readonly id: number; readonly event: AnyEvent }[];
  /** Results of reads; those that could not be answered are in `away`. */
  readonly seen: { readonly id: number; readonly seen: unknown }[];
  readonly away: number[];
  readonly caughtUp: { readonly id: number; readonly passed: boolean }[];
}

export interface DeskReport {
  readonly state: DeskState;
  readonly stats: DeskStats;
  /** Batches the tables are behind. */
  readonly behind: number;
  /** The batch up to which the auditor has compared the tables with the journal. */
  readonly audited: number;
  /** While the desk follows another. */
  readonly followed?: FollowReport | undefined;
}

export type FromDesk =
  | { readonly kind: 'opened'; readonly highestPlayer: number; readonly report: DeskReport }
  /** The book has everything that was durable when the following began. */
  | { readonly kind: 'following'; readonly report: DeskReport }
  /** The shard has an owner: the desk follows on. */
  | { readonly kind: 'owned' }
  | { readonly kind: 'failed'; readonly fault: Fault }
  | Released
  | { readonly kind: 'report'; readonly report: DeskReport }
  | { readonly kind: 'transient-error'; readonly fault: Fault }
  | { readonly kind: 'halted'; readonly fault: Fault }
  | { readonly kind: 'stopped'; readonly report: DeskReport; readonly fault?: Fault };

/** An error is not sent with its class and not with all of its fields, only with what a log needs. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof Error) {
    const { name, message, stack } = thrown;
    return { name, message, stack };
  }
  return { name: 'Error', message: String(thrown), stack: undefined };
}

export function errorOf({ name, message, stack }: Fault): Error {
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
