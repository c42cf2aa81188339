// The lease of a shard in memory that the threads of a process share: the thread that renews it writes it, and any
// other may ask at the very moment at which it sends an answer. A message would arrive too late for that.
import type { Lease } from './table-journal.ts';

export interface SharedLease {
  /** To be passed to a journal as `onLease`. */
  note(lease: Lease | undefined): void;
  /** For a journal that no other process can take. */
  noteEndless(): void;
  /** Whether no other process can have taken the shard by now. */
  isOurs(): boolean;
  /** The epoch in which this process owns the shard; 0 while it does not, or does not know. */
  epoch(): number;
}

const UNTIL = 0;
const EPOCH = 1;
const SLOTS = 2;
const ENDLESS = 2n ** 63n - 1n;

export const createLeaseMemory = (): SharedArrayBuffer =>
  new SharedArrayBuffer(SLOTS * BigInt64Array.BYTES_PER_ELEMENT);

/** `steadyMs` must be the same clock in all of these threads, and the one of the journal. */
export function openSharedLease(memory: SharedArrayBuffer, steadyMs: () => number): SharedLease {
  const slots = new BigInt64Array(memory);
  return {
    note(lease) {
      // Rounded down: it must not be longer here than it is.
      Atomics.store(slots, UNTIL, BigInt(Math.floor(lease?.untilMs ?? 0)));
      Atomics.store(slots, EPOCH, BigInt(lease?.epoch ?? 0));
    },
    noteEndless: () => void Atomics.store(slots, UNTIL, ENDLESS),
    isOurs: () => BigInt(Math.ceil(steadyMs())) < Atomics.load(slots, UNTIL),
    epoch: () => Number(Atomics.load(slots, EPOCH)),
  };
}
