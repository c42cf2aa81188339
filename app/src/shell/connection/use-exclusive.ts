import { useCallback, useRef, useState } from 'react';

export interface Exclusive {
  readonly isBusy: boolean;
  /** Returns undefined and does nothing while another run is under way: the second of a double tap does nothing. */
  run<Value>(work: () => Promise<Value>): Promise<Value | undefined>;
}

export function useExclusive(): Exclusive {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const run = useCallback(async <Value>(work: () => Promise<Value>) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);
  return { isBusy, run };
}
