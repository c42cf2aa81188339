// The frame around every screen: what lies over it, and when what lies under it may not be touched.
import type { ReactNode } from 'react';
import { AlertDialog, useAlerts } from './alert.tsx';
import { ConnectionLock, isLocked } from './connection-lock.tsx';
import { FloorMark } from './floor-mark.tsx';
import { usePlatform, useWatched } from './platform.tsx';
import './shell.css';

export function Shell({ children }: { readonly children: ReactNode }) {
  const { realtime } = usePlatform();
  const locked = isLocked(useWatched(realtime.connection));
  const { current } = useAlerts();
  return (
    <>
      <div className="shell" inert={locked || current !== undefined}>
        {children}
      </div>
      {/* One dialog at a time: the alert waits until the line is back. */}
      {locked ? <ConnectionLock /> : <AlertDialog />}
      <FloorMark />
    </>
  );
}
