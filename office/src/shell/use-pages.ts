// A list that is read page by page, newest first: the next page begins below the last row of the one before.
import type { Outcome, ReceivedReply, Refused, Sent } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useOffice } from './office-context.tsx';

type RowOf<C extends AnyCall> =
  ReceivedReply<C> extends { readonly content: readonly (infer Row)[] } ? Row : never;

export interface Pages<Row> {
  readonly rows: readonly Row[];
  readonly isLoading: boolean;
  readonly fault: Refused | undefined;
  readonly hasMore: boolean;
  more(): Promise<void>;
  /** From the first page again. */
  reload(): Promise<void>;
}

interface Held<Row> {
  readonly key: string;
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  readonly fault: Refused | undefined;
}

const PAGE = 50;

/** `cursorOf` is the `before` of the page after a row; its `id` unless the call pages by something else. */
export function usePages<C extends AnyCall>(
  call: C,
  query: Omit<NonNullable<Sent<C>['query']>, 'before' | 'size'> | null,
  {
    size = PAGE,
    cursorOf = (row) => (row as { readonly id: number }).id,
  }: { readonly size?: number; readonly cursorOf?: (row: RowOf<C>) => number | string } = {},
): Pages<RowOf<C>> {
  const office = useOffice();
  const key = query === null ? '' : JSON.stringify([call.path, query, size]);
  const [held, setHeld] = useState<Held<RowOf<C>>>();
  const wanted = useRef(key);
  wanted.current = key;
  const cursor = useRef(cursorOf);
  cursor.current = cursorOf;

  const readAfter = useCallback(
    async (rows: readonly RowOf<C>[]) => {
      if (key === '') return;
      const last = rows.at(-1);
      const [, sent] = JSON.parse(key) as [string, object];
      const before = last === undefined ? {} : { before: cursor.current(last) };
      const ask = office.call as (of: AnyCall, sent: { readonly query: unknown }) => Promise<Outcome<C>>;
      const outcome = await ask(call, { query: { ...sent, ...before, size } });
      if (wanted.current !== key) return;
      if (!outcome.ok) return setHeld({ key, rows, hasMore: rows.length > 0, fault: outcome });
      const content = (outcome.reply as { readonly content: readonly RowOf<C>[] }).content;
      setHeld({ key, rows: [...rows, ...content], hasMore: content.length === size, fault: undefined });
    },
    [office, call, key, size],
  );

  const reload = useCallback(() => readAfter([]), [readAfter]);
  useEffect(() => void reload(), [reload]);

  const isCurrent = held?.key === key;
  return {
    rows: held?.rows ?? [],
    isLoading: key !== '' && !isCurrent,
    fault: isCurrent ? held.fault : undefined,
    hasMore: isCurrent && held.hasMore,
    more: () => readAfter(held?.rows ?? []),
    reload,
  };
}
