// A command that moves money, asked until it is known what became of it: one key for all the asking, so it happens once
// at most, however often the answer is lost.
import { newKey, type Outcome, type Sent } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlatform } from '../../shell/platform.tsx';

export interface SureCall<C extends AnyCall> {
  /** An answer was lost and is being asked for. */
  readonly isChecking: boolean;
  /** Undefined when the page was left before it was known. */
  send(sent: Sent<C>): Promise<Outcome<C> | undefined>;
}

const CHECK_AGAIN_AFTER_MS = 2_000;

export function useSureCall<C extends AnyCall>(call: C): SureCall<C> {
  const platform = usePlatform();
  const [unknown, setUnknown] = useState(0);
  const isLeft = useRef(false);
  const wakers = useRef(new Set<() => void>());
  useEffect(() => {
    isLeft.current = false;
    const waiting = wakers.current;
    return () => {
      isLeft.current = true;
      for (const wake of waiting) wake();
    };
  }, []);

  const send = useCallback(
    async (sent: Sent<C>) => {
      const ask = platform.call as (call: C, sent: Sent<C>) => Promise<Outcome<C>>;
      const key = newKey();
      const pause = () =>
        new Promise<void>((resolve) => {
          const wake = () => {
            stop();
            wakers.current.delete(wake);
            resolve();
          };
          const stop = platform.timers.after(CHECK_AGAIN_AFTER_MS, wake);
          wakers.current.add(wake);
        });
      let isCounted = false;
      try {
        for (;;) {
          const outcome = await ask(call, { ...sent, key });
          if (isLeft.current) return undefined;
          if (outcome.ok || outcome.code !== 'RESULT_UNKNOWN') return outcome;
          if (!isCounted) setUnknown((count) => count + 1);
          isCounted = true;
          await pause();
          if (isLeft.current) return undefined;
        }
      } finally {
        if (isCounted) setUnknown((count) => count - 1);
      }
    },
    [platform, call],
  );
  return { isChecking: unknown > 0, send };
}
