// The frame around every screen: what lies over it, and when what lies under it may not be touched.
import { type ReactNode, useEffect } from 'react';
import { AlertDialog } from './alert.tsx';
import { ConnectionLock, isLocked } from './connection-lock.tsx';
import { useDevice, usePreferences } from './device.tsx';
import { FloorMark } from './floor-mark.tsx';
import { ForcedNotice } from './notice.tsx';
import { usePlatform, useWatched } from './platform.tsx';
import { paint } from './preferences.ts';
import { ServerMessages } from './server-messages.tsx';
import './shell.css';

export function Shell({ children }: { readonly children: ReactNode }) {
  const { connection } = usePlatform();
  const locked = isLocked(useWatched(connection));
  usePaint();
  return (
    <>
      <div className="shell" inert={locked}>
        {children}
      </div>
      {/* One at a time: the alert waits until the line is back. */}
      {locked ? <ConnectionLock /> : <AlertDialog />}
      <ServerMessages />
      <ForcedNotice />
      <FloorMark />
    </>
  );
}

/** The page wears what the device prefers, and follows a device that changes between day and night. */
function usePaint(): void {
  const { onSchemeChange } = useDevice();
  const { theme, updown } = usePreferences();
  useEffect(() => {
    const wear = () => paint(document, { theme, updown });
    wear();
    return onSchemeChange(wear);
  }, [theme, updown, onSchemeChange]);
}
