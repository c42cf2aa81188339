// The desk's thread with its output connected to the receivers: the platform runs it, and the benches measure it.

import type { RemoteDesk } from './desk/remote-desk.ts';
import { type DeskThreadOptions, openDeskThread } from './desk-thread.ts';
import type { EventPushes } from './push/event-pushes.ts';
import { createRelease, type Release } from './push/release.ts';
import type { Realtime } from './realtime/realtime.ts';

export interface ReleasingDesk {
  readonly desk: RemoteDesk;
  /** Followers of the events register here. */
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
