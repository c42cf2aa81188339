import { every } from '@maru/client/every';
import { useEffect, useEffectEvent } from 'react';
import { usePlatform } from '../../shell/platform.tsx';

/** Runs at an interval while the component is mounted; a hidden page skips to the next time. */
export function useEvery(everyMs: number, run: () => void): void {
  const { timers } = usePlatform();
  // Another function does not start the interval again: a screen that renders every second would never reach its end.
  const onDue = useEffectEvent(run);
  useEffect(
    () =>
      every(timers, everyMs, () => {
        if (document.visibilityState !== 'hidden') onDue();
      }),
    [timers, everyMs],
  );
}
