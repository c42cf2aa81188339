// A list on the screen that is read page by page and updated by pushes.
import type { Outcome, Refused, Sent } from '@maru/client/call';
import { followPatches, type Patches } from '@maru/client/live';
import { createPages, type Page } from '@maru/client/pages';
import type { AnyCall } from '@maru/contract/call';
import { useMemo } from 'react';
import { useLive } from '../shell/connection/use-answer.ts';
import { usePlatform } from '../shell/platform.tsx';
import { type MoreShown, useMore } from './use-more.ts';

const PAGE_SIZE = 20;

/** What a screen shows of such a list. */
export interface PagesShown<Item> extends MoreShown {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly message: string;
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  reload(): void;
}

/** The patches belong to the query: others with the same query are not used. Without patches a cut misses nothing. */
export function usePages<Item extends { readonly id: number }, C extends AnyCall>(
  call: C,
  query: Readonly<Record<string, string | number>>,
  patches?: Patches<readonly Item[]>,
): PagesShown<Item> {
  const platform = usePlatform();
  const key = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the query, and the patches belong to it.
  const pages = useMemo(() => {
    const ask = platform.call as (call: C, sent: Sent<C>) => Promise<Outcome<C>>;
    const read = (page: number) =>
      ask(call, { query: { ...query, page, size: PAGE_SIZE } } as Sent<C>) as Promise<
        { readonly ok: true; readonly reply: Page<Item> } | Refused
      >;
    const { realtime } = platform;
    const retryWhenBack = (_: unknown, readAgain: () => void) =>
      realtime.connection.watch(() => {
        if (realtime.connection.get().kind === 'connected' && created.get().state === 'failed') readAgain();
      });
    const follow = patches ? followPatches(realtime, patches) : retryWhenBack;
    const created = createPages<Item>({ read, follow, apartMs: patches?.apartMs }, platform);
    return created;
  }, [platform, call, key]);
  const { state, reply, message = '', reload } = useLive(pages);
  const more = useMore(pages.more);
  return {
    state,
    message,
    reload,
    items: reply?.items ?? [],
    hasMore: reply !== undefined && reply.pages < reply.totalPages,
    ...more,
  };
}
