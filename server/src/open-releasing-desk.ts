// The desk's thread with everything that leaves it wired to those who receive it: what the platform runs, and what the
// benches measure.

import type { RemoteDesk } from './desk/remote-desk.ts';
import { type DeskThreadOptions, openDeskThread } from './desk-thread.ts';
import type { EventPushes } from './push/event-pushes.ts';
import { createRelease, type Release } from './push/release.ts';
import type { Realtime } from './realtime/realtime.ts';

export interface ReleasingDesk {
  readonly desk: RemoteDesk;
  /** Whoever follows the events joins here. */
  readonly release: Release;
}

export async function openReleasingDesk({
  realtime,
  pushes,
  ...options
}: Omit<DeskThreadOptions, 'onDurable'> & {
  readonly realtime: Pick<Realtime, 'push' | 'isConnected'>;
  readonly pushes: EventPushes;
}): Promise<ReleasingDesk> {
  const release = createRelease(realtime, pushes);
  return { desk: await openDeskThread({ ...options, onDurable: release }), release };
}
