// How a site looks: its colour, and the theme of a device whose owner has not chosen one. It comes with the settings of the
// site, after the first screen, which is brass and dark.
import { useEffect } from 'react';
import { useDevice } from '../device/device.tsx';
import { usePlatform, useWatched } from '../platform.tsx';
import '../../ui/accent-tokens.css';

/** Under which a device keeps what its owner has chosen. */
const CHOSEN = 'globalSettings';

export function useSiteLook(): void {
  const look = useWatched(usePlatform().site)?.theme;
  const { preferences, storage } = useDevice();
  useEffect(() => {
    if (look === undefined) return;
    document.documentElement.dataset['accent'] = look.accent;
    const { theme, updown } = preferences.get();
    const isChosen = storage.getItem(CHOSEN) !== null;
    if (isChosen || (look.theme === theme && look.updown === updown)) return;
    preferences.change({ theme: look.theme, updown: look.updown });
  }, [look, preferences, storage]);
}
