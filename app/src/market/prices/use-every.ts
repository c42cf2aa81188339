import { every } from '@maru/client/every';
import { useEffect } from 'react';
import { usePlatform } from '../../shell/platform.tsx';

/** Runs at an interval while the component is mounted; a hidden page skips to the next time. */
export function useEvery(everyMs: number, run: () => void): void {
  const { timers } = usePlatform();
  useEffect(
    () =>
      every(timers, everyMs, () => {
        if (document.visibilityState !== 'hidden') run();
      }),
    [timers, everyMs, run],
  );
}
