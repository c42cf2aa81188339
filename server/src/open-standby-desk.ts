// The desk of a process that shares its shard with others: it follows the owner, and owns the shard when the owner is
// gone. `owned` takes the place of `openReleasingDesk`.

import type { FollowReport } from './desk/follow.ts';
import {
  createSuccession,
  IDLE_IN_TRANSACTION_MS,
  type Ownership,
  STANDBY_LEASE_MS,
} from './desk/ownership.ts';
import { type DeskThreadOptions, followInThread } from './desk-thread.ts';
import type { ReleasingDesk } from './open-releasing-desk.ts';
import type { EventPushes } from './push/event-pushes.ts';
import { createRelease } from './push/release.ts';
import type { Realtime } from './realtime/realtime.ts';

export interface StandbyDesk {
  /** Resolves when the shard is owned, in the state after a start. */
  readonly owned: Promise<ReleasingDesk & { readonly epoch: number }>;
  /** As last reported. Undefined when it owns the shard. */
  followed(): FollowReport | undefined;
  /** Also of the desk that it has become. */
  stop(): Promise<void>;
}

interface StandbyOptions extends Omit<DeskThreadOptions, 'onDurable' | 'lease'> {
  readonly realtime: Pick<Realtime, 'push' | 'isConnected'>;
  readonly pushes: Pick<EventPushes, 'ofAll'>;
  readonly ownership: Pick<Ownership, 'memory' | 'epoch'>;
  /** The owner seems to be gone; called again when it was not, and seems to be gone later. */
  readonly onSuspected?: () => void;
  /** Asked before it takes over; by default it may. */
  readonly mayTake?: (() => boolean) | undefined;
}

/** Resolves when the book is loaded. `onHalt` is called when the shard is lost, or following it is not possible. */
export async function openStandbyDesk(options: StandbyOptions): Promise<StandbyDesk> {
  const { realtime, pushes, ownership, onSuspected, mayTake, onHalt, ...thread } = options;
  const { leaseMs = STANDBY_LEASE_MS, idleInTransactionMs = IDLE_IN_TRANSACTION_MS } = thread;
  const release = createRelease(realtime, pushes);
  const owned = Promise.withResolvers<ReleasingDesk & { readonly epoch: number }>();
  let followed: FollowReport | undefined;
  let isOwned = false;
  const succession = createSuccession({
    leaseMs,
    ...{ onSuspected, mayTake },
    takeOver: async () => (await standby).takeOver(),
    onOwned(desk) {
      isOwned = true;
      owned.resolve({ desk, release, epoch: ownership.epoch() });
    },
    onFault: onHalt,
  });
  const standby = followInThread({
    ...{ ...thread, leaseMs, idleInTransactionMs, lease: ownership.memory },
    onHalt,
    onDurable: release,
    onFollowed(report) {
      followed = report;
      succession.followed(report);
    },
  });
  const { stop } = await standby;
  return { owned: owned.promise, followed: () => (isOwned ? undefined : followed), stop };
}
