// A list whose order is the server's own (followers by what they may invest, traders by profit): items keep the place of
// their page, and one that moved between two pages is shown once.
import type { Outcome, ReceivedReply, Refused, Sent } from '@maru/client/call';
import { createPages, type Page } from '@maru/client/pages';
import type { AnyCall } from '@maru/contract/call';
import { useMemo, useState } from 'react';
import type { PagesShown } from '../receipt/use-pages.ts';
import { useLive } from '../shell/connection/use-answer.ts';
import { usePlatform } from '../shell/platform.tsx';

const PAGE_SIZE = 20;

interface Ranked<Item> {
  /** `createPages` puts the highest first. */
  readonly id: number;
  readonly item: Item;
}

export function useRankedPages<Item, C extends AnyCall>(
  call: C,
  query: Readonly<Record<string, string | number>>,
  keyOf: (item: Item) => number,
): PagesShown<Item> & { readonly total: number | undefined } {
  const platform = usePlatform();
  const key = JSON.stringify(query);
  const [total, setTotal] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the query.
  const pages = useMemo(() => {
    const ask = platform.call as (call: C, sent: Sent<C>) => Promise<Outcome<C>>;
    const { realtime } = platform;
    const created = createPages<Ranked<Item>>(
      {
        async read(page) {
          const outcome = await ask(call, { query: { ...query, page, size: PAGE_SIZE } } as Sent<C>);
          if (!outcome.ok) return outcome as Refused;
          const reply = outcome.reply as ReceivedReply<C> & Page<Item> & { readonly totalElements: number };
          setTotal(reply.totalElements);
          const content = reply.content.map((item, place) => ({ id: -(page * PAGE_SIZE + place), item }));
          return { ok: true, reply: { content, totalPages: reply.totalPages } };
        },
        follow: (_, readAgain) =>
          realtime.connection.watch(() => {
            if (realtime.connection.get().kind === 'connected' && created.get().state === 'failed')
              readAgain();
          }),
      },
      platform,
    );
    return created;
  }, [platform, call, key]);
  const { state, reply, message = '', reload } = useLive(pages);
  const [isFetching, setFetching] = useState(false);
  const items = useMemo(() => {
    const byKey = new Map<number, Item>();
    for (const { item } of reply?.items ?? []) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item);
    return [...byKey.values()];
  }, [reply, keyOf]);
  return {
    state,
    message,
    reload,
    items,
    total,
    hasMore: reply !== undefined && reply.pages < reply.totalPages,
    isFetching,
    async more() {
      setFetching(true);
      await pages.more();
      setFetching(false);
    },
  };
}
