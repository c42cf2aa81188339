// A list whose order is the server's own (followers by what they may invest, traders by profit): an item may move to
// another page at any time, so all pages that were opened are read again together, and an item is shown once.
import type { Outcome, ReceivedReply, Refused, Sent } from '@maru/client/call';
import { createLive, followPatches, type Live, type Patches } from '@maru/client/live';
import type { AnyCall } from '@maru/contract/call';
import { useMemo } from 'react';
import { useMore } from '../receipt/use-more.ts';
import type { PagesShown } from '../receipt/use-pages.ts';
import { useLive } from '../shell/connection/use-answer.ts';
import { usePlatform } from '../shell/platform.tsx';

const PAGE_SIZE = 20;
/** So many items the server answers at once. */
const MOST_AT_ONCE = 100;

interface Ranked<Item> {
  readonly items: readonly Item[];
  /** So many were opened. */
  readonly pages: number;
  readonly total: number;
}

interface RankedPage<Item> {
  readonly content: readonly Item[];
  readonly totalElements: number;
}

type Answer<Value> = { readonly ok: true; readonly reply: Value } | Refused;

/** The patches belong to the query, as those of `usePages`. */
export function useRankedPages<Item, C extends AnyCall>(
  call: C,
  query: Readonly<Record<string, string | number>>,
  keyOf: (item: Item) => number,
  patches?: Patches<Ranked<Item>>,
): PagesShown<Item> {
  const platform = usePlatform();
  const key = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the query, and the patches belong to it.
  const pages = useMemo(() => {
    const ask = platform.call as (call: C, sent: Sent<C>) => Promise<Outcome<C>>;
    const { realtime } = platform;

    const askPage = async (page: number, size: number): Promise<Answer<RankedPage<Item>>> => {
      const outcome = await ask(call, { query: { ...query, page, size } } as Sent<C>);
      if (!outcome.ok) return outcome as Refused;
      const { content, totalElements } = outcome.reply as ReceivedReply<C> & RankedPage<Item>;
      return { ok: true, reply: { content, totalElements } };
    };

    const once = (items: readonly Item[]): readonly Item[] => {
      const byKey = new Map<number, Item>();
      for (const item of items) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item);
      return [...byKey.values()];
    };

    const created: Live<Ranked<Item>> = createLive<Ranked<Item>>(
      {
        async read() {
          const opened = created.get().reply?.pages ?? 1;
          const wanted = opened * PAGE_SIZE;
          const size = Math.min(wanted, MOST_AT_ONCE);
          const items: Item[] = [];
          let total = wanted;
          for (let page = 0; page * size < Math.min(wanted, total) || page === 0; page++) {
            const answer = await askPage(page, size);
            if (!answer.ok) return answer;
            items.push(...answer.reply.content);
            total = answer.reply.totalElements;
          }
          return { ok: true, reply: { items: once(items.slice(0, wanted)), pages: opened, total } };
        },
        // A page that was opened meanwhile stays behind those that were read.
        join: (before, answer) =>
          before === undefined || before.pages <= answer.pages
            ? answer
            : {
                ...answer,
                items: once([...answer.items, ...before.items.slice(answer.pages * PAGE_SIZE)]),
                pages: before.pages,
              },
        follow: patches
          ? followPatches(realtime, patches)
          : (_, readAgain) =>
              realtime.connection.watch(() => {
                if (realtime.connection.get().kind === 'connected' && created.get().state === 'failed')
                  readAgain();
              }),
        apartMs: patches?.apartMs,
      },
      platform,
    );
    const more = () => {
      const next = created.get().reply?.pages ?? 0;
      return created.extend(
        () => askPage(next, PAGE_SIZE),
        (before, { content, totalElements }) => ({
          items: once([...(before?.items ?? []), ...content]),
          pages: Math.max(before?.pages ?? 0, next + 1),
          total: totalElements,
        }),
      );
    };
    return { ...created, more };
  }, [platform, call, key]);
  const { state, reply, message = '', reload } = useLive(pages);
  const more = useMore(pages.more);
  return {
    state,
    message,
    reload,
    items: reply?.items ?? [],
    hasMore: reply !== undefined && reply.pages * PAGE_SIZE < reply.total,
    ...more,
  };
}
