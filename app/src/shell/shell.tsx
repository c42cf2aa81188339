// The frame around every screen: its overlays, and when the screen beneath is locked.
import { type ReactNode, useEffect } from 'react';
import { useText } from '../text/language.tsx';
import { ConnectionLock, isLocked } from './connection/connection-lock.tsx';
import { useDevice, usePreferences } from './device/device.tsx';
import { paint } from './device/preferences.ts';
import { AlertDialog } from './messages/alert.tsx';
import { FloorMark } from './messages/floor-mark.tsx';
import { ServerMessages } from './messages/server-messages.tsx';
import { usePlatform, useWatched } from './platform.tsx';
import type { Updates } from './updates/updates.ts';
import './shell.css';
import { UpdatePrompt } from './updates/update-prompt.tsx';

interface Props {
  readonly updates: Updates;
  readonly children: ReactNode;
}

export function Shell({ updates, children }: Props) {
  const { connection } = usePlatform();
  const { update } = useText().shell;
  const locked = isLocked(useWatched(connection));
  usePaint();
  return (
    <>
      <div className="shell" inert={locked}>
        {children}
      </div>
      <ConnectionLock />
      {/* One at a time: the alert is shown when the connection is back. */}
      {!locked && <AlertDialog />}
      <ServerMessages />
      <UpdatePrompt updates={updates} words={update} />
      <FloorMark />
    </>
  );
}

/** Applies the theme and colours that the device prefers, and follows changes of its colour scheme. */
function usePaint(): void {
  const { onSchemeChange } = useDevice();
  const { theme, updown } = usePreferences();
  useEffect(() => {
    const repaint = () => paint(document, { theme, updown });
    repaint();
    return onSchemeChange(repaint);
  }, [theme, updown, onSchemeChange]);
}
