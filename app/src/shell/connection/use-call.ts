// A call from a tap: shown as busy, with one key per tap that moves money, however often the answer is lost.
import { newKey, type Outcome, type Sent } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlatform } from '../platform.tsx';
import { useExclusive } from './use-exclusive.ts';

export interface Tapped<C extends AnyCall> {
  readonly busy: boolean;
  /** An answer was lost and the call is being retried. */
  readonly isChecking: boolean;
  /** Undefined when a tap is still under way, or when the page was left before the result was known. */
  send(sent: Sent<C>): Promise<Outcome<C> | undefined>;
}

interface Options {
  /** After a lost answer the call is retried until the result is known; otherwise the next tap retries. */
  readonly untilKnown?: boolean;
}

const CHECK_AGAIN_AFTER_MS = 2_000;

export function useCall<C extends AnyCall>(call: C, { untilKnown = false }: Options = {}): Tapped<C> {
  const platform = usePlatform();
  const { isBusy: busy, run } = useExclusive();
  const [isChecking, setChecking] = useState(false);
  const unknown = useRef<{ body: string; key: string } | undefined>(undefined);
  const isLeft = useRef(false);
  const stopWaiting = useRef(() => {});
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      stopWaiting.current();
    };
  }, []);

  const send = useCallback(
    (sent: Sent<C>) =>
      run(async () => {
        const ask = platform.call as (call: C, sent: Sent<C>) => Promise<Outcome<C>>;
        const body = JSON.stringify(sent);
        // The same tap again after an unknown result is the same command: the server executes it once.
        const key = unknown.current?.body === body ? unknown.current.key : newKey();
        const pause = () =>
          new Promise<void>((resolve) => {
            const stop = platform.timers.after(CHECK_AGAIN_AFTER_MS, resolve);
            stopWaiting.current = () => {
              stop();
              resolve();
            };
          });
        try {
          for (;;) {
            const outcome = await ask(call, { ...sent, key });
            const isUnknown = !outcome.ok && outcome.code === 'RESULT_UNKNOWN';
            unknown.current = isUnknown ? { body, key } : undefined;
            if (!untilKnown) return outcome;
            if (!isUnknown) return isLeft.current ? undefined : outcome;
            setChecking(true);
            await pause();
            if (isLeft.current) return undefined;
          }
        } finally {
          setChecking(false);
        }
      }),
    [platform, call, untilKnown, run],
  );
  return { busy, isChecking, send };
}
