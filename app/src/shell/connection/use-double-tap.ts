import { useCallback, useRef } from 'react';
import { usePlatform } from '../platform.tsx';

/** Two taps within this time are one: nobody means the same order twice that fast. */
const DOUBLE_TAP_MS = 350;

/** Whether this is the same request as that of a tap just before. */
export function useDoubleTap(): (request: object) => boolean {
  const { timers } = usePlatform();
  const last = useRef<{ readonly request: string; readonly at: number }>(undefined);
  return useCallback(
    (request) => {
      const text = JSON.stringify(request);
      const now = timers.now();
      const before = last.current;
      if (before?.request === text && now < before.at + DOUBLE_TAP_MS) return true;
      last.current = { request: text, at: now };
      return false;
    },
    [timers],
  );
}
