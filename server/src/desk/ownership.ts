// Whether this process owns its shard, for everything outside the desk's thread: what is sent asks `isOurs` just before,
// and what is written to the database is committed only under the epoch (see the migration of the epochs). And when a
// desk that follows takes over.
import type { CommitGuard } from '../db/postgres.ts';
import { Fenced } from '../journal/journal.ts';
import { createLeaseMemory, openSharedLease } from '../journal/shared-lease.ts';
import { machineMs } from '../process-time.ts';
import type { FollowReport } from './follow.ts';

/** For a desk that others follow. It is renewed four times as often. */
export const STANDBY_LEASE_MS = 1_000;

/** A process that stands still must not hold up the next owner's tables for longer. */
export const IDLE_IN_TRANSACTION_MS = 5_000;

export interface Ownership {
  /** For the thread of the desk, which notes the lease in it. */
  readonly memory: SharedArrayBuffer;
  /** To be asked after the work and just before an answer is sent. */
  isOurs(): boolean;
  /** 0 while the shard is not ours, or that is not known. */
  epoch(): number;
  /** For the database of everything outside the desk's thread. */
  readonly guard: CommitGuard;
}

/** `onLost`: another process owns the shard although this one has not noticed. This one must end. */
export function createOwnership(options: {
  readonly shard: number;
  readonly onLost: (fault: Fenced) => void;
}): Ownership {
  const { shard, onLost } = options;
  const memory = createLeaseMemory();
  const { isOurs, epoch } = openSharedLease(memory, machineMs);
  return {
    memory,
    isOurs,
    epoch,
    guard: {
      shard,
      epoch,
      refused(usedEpoch) {
        const fault = new Fenced(`a write of epoch ${usedEpoch} came too late: another desk owns the shard`);
        // The desk itself raises the epoch when it loads again after a failed append, and then notes the new one.
        if (usedEpoch !== 0 && usedEpoch === epoch()) onLost(fault);
        return fault;
      },
    },
  };
}

export interface Succession {
  /** Called with what the desk that follows knows of the owner. */
  followed(report: FollowReport): void;
}

/** Two renewals were missed. The rest of the lease is enough for opening what needs an open desk. */
const SUSPECTED_BELOW = 0.5;

/** Takes over as soon as the owner does not renew its lease. */
export function createSuccession<Owned>(options: {
  readonly leaseMs: number;
  /** Waits for the rest of the lease. Undefined when the owner is there after all, or another desk was faster. */
  readonly takeOver: () => Promise<Owned | undefined>;
  /** Asked before it is tried: one that nobody could reach must not own the shard. */
  readonly mayTake?: (() => boolean) | undefined;
  readonly onOwned: (owned: Owned) => void;
  /** The owner seems to be gone: what takes long can begin before the shard is owned. */
  readonly onSuspected?: (() => void) | undefined;
  readonly onFault: (fault: unknown) => void;
}): Succession {
  const { leaseMs, takeOver, mayTake, onOwned, onSuspected, onFault } = options;
  let isTaking = false;

  async function take(): Promise<void> {
    onSuspected?.();
    const owned = await takeOver();
    isTaking = owned !== undefined;
    if (owned !== undefined) onOwned(owned);
  }

  return {
    followed({ leaseLeftMs }) {
      if (isTaking || leaseLeftMs > leaseMs * SUSPECTED_BELOW || mayTake?.() === false) return;
      isTaking = true;
      take().catch(onFault);
    },
  };
}
