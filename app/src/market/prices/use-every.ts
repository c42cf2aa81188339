import { useEffect } from 'react';
import { usePlatform } from '../../shell/platform.tsx';

/** Runs at an interval while the component is mounted; a hidden page skips to the next time. */
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
