// A list that is read page by page: what was read stays, and what is heard again replaces what was there.
import type { Outcome, Sent } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlatform } from '../shell/platform.tsx';

interface PageOf<Item> {
  readonly content: readonly Item[];
  readonly totalElements: number;
  readonly totalPages: number;
}

export interface Pages<Item> {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly message: string;
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  /** The next page is on its way. */
  readonly isFetching: boolean;
  more(): void;
  /** The first page again; what else was read stays. */
  refresh(): void;
  /** Everything from the beginning. */
  restart(): void;
}

interface Read<Item> {
  readonly key: string;
  readonly state: Pages<Item>['state'];
  readonly message: string;
  readonly items: readonly Item[];
  readonly pages: number;
  readonly totalPages: number;
}

const PAGE_SIZE = 20;

const nothing = <Item>(key: string): Read<Item> => ({
  key,
  state: 'loading',
  message: '',
  items: [],
  pages: 0,
  totalPages: 0,
});

export function usePages<Item extends { readonly id: number }, C extends AnyCall>(
  call: C,
  query: Readonly<Record<string, string | number>>,
): Pages<Item> {
  const platform = usePlatform();
  const key = JSON.stringify(query);
  const [read, setRead] = useState<Read<Item>>(() => nothing(key));
  const [isFetching, setFetching] = useState(false);
  const current = useRef(key);
  current.current = key;

  const fetch = useCallback(
    async (page: number) => {
      const ask = platform.call as (call: C, sent: Sent<C>) => Promise<Outcome<C>>;
      const asked = { ...JSON.parse(key), page, size: PAGE_SIZE };
      setFetching(true);
      const outcome = await ask(call, { query: asked } as Sent<C>);
      // An answer to other filters is nobody's.
      if (current.current !== key) return;
      setFetching(false);
      setRead((before) => {
        const known = before.key === key ? before : nothing<Item>(key);
        if (!outcome.ok)
          return known.items.length > 0 ? known : { ...known, state: 'failed', message: outcome.message };
        const { content, totalPages } = outcome.reply as unknown as PageOf<Item>;
        const items = new Map([...known.items, ...content].map((item) => [item.id, item]));
        return {
          key,
          state: 'ready',
          message: '',
          items: [...items.values()].sort((a, b) => b.id - a.id),
          pages: Math.max(known.pages, page + 1),
          totalPages,
        };
      });
    },
    [platform, call, key],
  );

  const restart = useCallback(() => {
    setRead(nothing(key));
    void fetch(0);
  }, [fetch, key]);

  useEffect(restart, [restart]);

  // What could not be read while the line was down is read when it is back.
  const { connection } = platform.realtime;
  const isFailed = read.state === 'failed';
  useEffect(
    () =>
      isFailed
        ? connection.watch(() => {
            if (connection.get().kind === 'connected') restart();
          })
        : undefined,
    [connection, isFailed, restart],
  );

  const shown = read.key === key ? read : nothing<Item>(key);
  return {
    state: shown.state,
    message: shown.message,
    items: shown.items,
    hasMore: shown.pages < shown.totalPages,
    isFetching,
    more: () => void fetch(shown.pages),
    refresh: useCallback(() => void fetch(0), [fetch]),
    restart,
  };
}
