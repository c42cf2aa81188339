// A call's answer for a screen: read when it is shown, again when its query changes, after an act, and every so often.
import type { Caller, Outcome, ReceivedReply, Refused, Sent } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useOffice } from './office-context.tsx';

export interface Read<Value> {
  readonly data: Value | undefined;
  /** Why the newest attempt failed; the data before it stays. */
  readonly fault: Refused | undefined;
  readonly isLoading: boolean;
  reload(): Promise<void>;
}

interface Held<Value> {
  readonly key: string;
  readonly data: Value | undefined;
  readonly fault: Refused | undefined;
}

/** No query has this key. */
const GONE = 'gone';

/** A query of null reads nothing yet. */
export function useRead<C extends AnyCall>(
  call: C,
  query?: Sent<C>['query'] | null,
  { everyMs }: { readonly everyMs?: number } = {},
): Read<ReceivedReply<C>> {
  const office = useOffice();
  const key = query === null ? '' : JSON.stringify([call.path, query ?? {}]);
  const [held, setHeld] = useState<Held<ReceivedReply<C>>>();
  const wanted = useRef(key);
  wanted.current = key;

  const read = useCallback(
    async (caller: Caller) => {
      if (key === '') return;
      const [, sent] = JSON.parse(key) as [string, Sent<C>['query']];
      const ask = caller as (of: AnyCall, sent: { readonly query: unknown }) => Promise<Outcome<C>>;
      const outcome = await ask(call, { query: sent });
      // An answer to an earlier query comes too late.
      if (wanted.current !== key) return;
      setHeld((before) =>
        outcome.ok
          ? { key, data: outcome.reply, fault: undefined }
          : { key, data: before?.key === key ? before.data : undefined, fault: outcome },
      );
    },
    [call, key],
  );
  const reload = useCallback(() => read(office.call), [read, office]);

  // An answer that comes after the screen has gone is nobody's.
  useEffect(() => {
    wanted.current = key;
    return () => {
      wanted.current = GONE;
    };
  }, [key]);

  useEffect(() => {
    void reload();
    if (everyMs === undefined) return undefined;
    let isOver = false;
    let stop = () => {};
    const again = () => {
      if (isOver) return;
      stop = office.timers.after(everyMs, () => {
        if (document.hidden) again();
        else void read(office.callByItself).then(again);
      });
    };
    again();
    return () => {
      isOver = true;
      stop();
    };
  }, [office, read, reload, everyMs]);

  const isCurrent = held?.key === key;
  return {
    // While another query is read, the old rows stay: a table that empties with every letter typed flickers.
    data: held?.data,
    fault: isCurrent ? held.fault : undefined,
    isLoading: key !== '' && !isCurrent,
    reload,
  };
}
