// The state of a running desk. Its parts share one object, because each changes what the others read.
import type { Book } from '@maru/engine/book';
import type { StateOf } from '@maru/engine/state-machine';
import type { Tail } from '../journal/journal.ts';
import type { SealedBatch } from '../journal/record.ts';
import type { Asked } from './decide-all.ts';
import { type DeskEvent, deskMachine } from './desk-states.ts';
import type { DeskLimits } from './limits.ts';
import { createRecentEvents, type RecentEvents } from './recent-events.ts';
import { createRefusedKeys, type RefusedKeys } from './refused-keys.ts';

export interface DeskMemory {
  state: StateOf<typeof deskMachine>;
  book: Book | undefined;
  /** The newest batch that was sealed; it may not be durable yet. */
  head: Tail | undefined;
  queue: Asked[];
  /** Asks whose batch is being written. */
  inFlight: readonly Asked[];
  /** Asks that are decided, but wait for the batch being written. */
  next: readonly Asked[] | undefined;
  /** Batches that are decided and not known to be durable. */
  undurable: readonly SealedBatch[];
  refused: RefusedKeys;
  recent: RecentEvents;
}

export const emptyMemory = (limits: DeskLimits): DeskMemory => ({
  state: deskMachine.initial,
  book: undefined,
  head: undefined,
  queue: [],
  inFlight: [],
  next: undefined,
  undurable: [],
  refused: createRefusedKeys(limits.refusedKeys),
  recent: createRecentEvents(limits.recentEvents),
});

/** A book that followed another desk: it may be replaced once more before anything is decided on it. */
export function followWith(memory: DeskMemory, book: Book, limits: DeskLimits): void {
  memory.book = book;
  memory.recent = createRecentEvents(limits.recentEvents);
}

/** The book was loaded again: everything derived from the old one is reset. */
export function startWith(memory: DeskMemory, book: Book, head: Tail, limits: DeskLimits): void {
  memory.book = book;
  memory.head = head;
  memory.undurable = [];
  memory.refused = createRefusedKeys(limits.refusedKeys);
  memory.recent = createRecentEvents(limits.recentEvents);
}

/** False when the desk's state does not allow the event: then nothing changes. */
export function move(memory: DeskMemory, event: DeskEvent): boolean {
  const state = deskMachine.next(memory.state, event);
  if (state === undefined) return false;
  memory.state = state;
  return true;
}

export const isStandby = ({ state }: DeskMemory): boolean => state === 'FOLLOWING' || state === 'TAKING_OVER';

export const isStopped = ({ state }: DeskMemory): boolean => state === 'HALTED' || state === 'CLOSED';
