import { useEffect } from 'react';
import { usePlatform } from '../../shell/platform.tsx';

/** Again and again while the screen stands; a hidden page waits for the next time. */
export function useEvery(everyMs: number, run: () => void): void {
  const { timers } = usePlatform();
  useEffect(() => {
    let stop = () => {};
    const wind = () => {
      stop = timers.after(everyMs, () => {
        if (document.visibilityState !== 'hidden') run();
        wind();
      });
    };
    wind();
    return () => stop();
  }, [timers, everyMs, run]);
}
