// A call from a tap: busy for the eye, one key per tap for the money.

import { newKey, type Outcome, type Sent } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import { useCallback, useRef, useState } from 'react';
import { usePlatform } from '../platform.tsx';

export interface Tapped<C extends AnyCall> {
  readonly busy: boolean;
  /** Undefined when a tap is still under way: the second of a double tap does nothing. */
  send(sent: Sent<C>): Promise<Outcome<C> | undefined>;
}

export function useCall<C extends AnyCall>(call: C): Tapped<C> {
  const platform = usePlatform();
  const [busy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const unknown = useRef<{ body: string; key: string } | undefined>(undefined);

  const send = useCallback(
    async (sent: Sent<C>) => {
      if (isUnderWay.current) return undefined;
      isUnderWay.current = true;
      setBusy(true);
      const body = JSON.stringify(sent);
      // The same tap again after an unknown result is the same command: the server answers it once.
      const key = unknown.current?.body === body ? unknown.current.key : newKey();
      const ask = platform.call as (call: C, sent: Sent<C>) => Promise<Outcome<C>>;
      try {
        const outcome = await ask(call, { ...sent, key });
        unknown.current = !outcome.ok && outcome.code === 'RESULT_UNKNOWN' ? { body, key } : undefined;
        return outcome;
      } finally {
        isUnderWay.current = false;
        setBusy(false);
      }
    },
    [platform, call],
  );
  return { busy, send };
}
