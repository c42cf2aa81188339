// A list that is read page by page, newest first: the next page begins below the last row of the one before.
import type { Caller, Outcome, ReceivedReply, Refused, Sent } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useOffice } from './office-context.tsx';

type RowOf<C extends AnyCall> =
  ReceivedReply<C> extends { readonly content: readonly (infer Row)[] } ? Row : never;

export interface Pages<Row, Reply> {
  readonly rows: readonly Row[];
  /** The answer with the first page: what it says beside its rows. */
  readonly reply: Reply | undefined;
  readonly isLoading: boolean;
  readonly fault: Refused | undefined;
  readonly hasMore: boolean;
  more(): Promise<void>;
  /** From the first page again. */
  reload(): Promise<void>;
}

interface Held<Row, Reply> {
  readonly key: string;
  readonly reply: Reply | undefined;
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  /** Where the call itself says that the next page begins. */
  readonly next: unknown;
  readonly isFirst: boolean;
  readonly fault: Refused | undefined;
}

const PAGE = 50;
/** No query has this key. */
const GONE = 'gone';

/**
 * `cursorOf` is the `before` of the page after a row: its `id` unless the call pages by something else, or `NEXT` where the
 * reply says it.
 */
export function usePages<C extends AnyCall>(
  call: C,
  query: Omit<NonNullable<Sent<C>['query']>, 'before' | 'after' | 'size'> | null,
  {
    size = PAGE,
    cursorOf = (row) => (row as { readonly id: number }).id,
    cursorName = 'before',
    everyMs,
  }: {
    readonly size?: number;
    readonly cursorOf?: ((row: RowOf<C>) => number | string) | 'NEXT';
    /** What the call names the row after which a page begins. */
    readonly cursorName?: 'before' | 'beforeId' | 'after';
    /** Reads the first page again so often, as long as no further one was asked for. */
    readonly everyMs?: number;
  } = {},
): Pages<RowOf<C>, ReceivedReply<C>> {
  const office = useOffice();
  const key = query === null ? '' : JSON.stringify([call.path, query, size]);
  const [held, setHeld] = useState<Held<RowOf<C>, ReceivedReply<C>>>();
  const wanted = useRef(key);
  wanted.current = key;
  const cursor = useRef(cursorOf);
  cursor.current = cursorOf;

  const readAfter = useCallback(
    async (rows: readonly RowOf<C>[], caller: Caller = office.call, next?: unknown) => {
      if (key === '') return;
      const last = rows.at(-1);
      const [, sent] = JSON.parse(key) as [string, object];
      const place = cursor.current;
      // A page may be empty and not the last one, where the reply says where the next one begins.
      const from = place === 'NEXT' ? next : last && place(last);
      const isFirst = from === undefined;
      const before = isFirst ? {} : { [cursorName]: from };
      const ask = caller as unknown as (
        of: AnyCall,
        sent: { readonly query: unknown },
      ) => Promise<Outcome<C>>;
      const outcome = await ask(call, { query: { ...sent, ...before, size } });
      if (wanted.current !== key) return;
      const ofFirst = (now: typeof held) => (now?.key === key ? now.reply : undefined);
      if (!outcome.ok) {
        const fault = { key, rows, hasMore: !isFirst, next, isFirst, fault: outcome };
        setHeld((now) => ({ ...fault, reply: ofFirst(now) }));
        return;
      }
      const page = outcome.reply as { readonly content: readonly RowOf<C>[]; readonly next?: unknown };
      const hasMore = place === 'NEXT' ? typeof page.next === 'number' : page.content.length === size;
      const all = {
        ...{ key, rows: [...rows, ...page.content] },
        ...{ hasMore, next: page.next, isFirst, fault: undefined },
      };
      setHeld((now) => ({ ...all, reply: isFirst ? outcome.reply : ofFirst(now) }));
    },
    [office, call, key, size, cursorName],
  );

  // An answer that comes after the screen has gone is nobody's.
  useEffect(() => {
    wanted.current = key;
    return () => {
      wanted.current = GONE;
    };
  }, [key]);

  const reload = useCallback(() => readAfter([]), [readAfter]);
  useEffect(() => void reload(), [reload]);

  const isFirstPage = held?.isFirst ?? true;
  useEffect(() => {
    if (everyMs === undefined || !isFirstPage) return undefined;
    let isOver = false;
    let stop = (): void => undefined;
    const again = (): void => {
      if (isOver) return;
      stop = office.timers.after(everyMs, () => {
        if (document.hidden) again();
        else void readAfter([], office.callByItself).then(again);
      });
    };
    again();
    return () => {
      isOver = true;
      stop();
    };
  }, [office, everyMs, isFirstPage, readAfter]);

  const isCurrent = held?.key === key;
  return {
    rows: held?.rows ?? [],
    reply: held?.reply,
    isLoading: key !== '' && !isCurrent,
    fault: isCurrent ? held.fault : undefined,
    hasMore: isCurrent && held.hasMore,
    more: () => readAfter(held?.rows ?? [], office.call, held?.next),
    reload,
  };
}
