// A list that is read page by page, newest first: loaded pages stay, and pushes insert their items.
import type { Refused } from './call.ts';
import { createLive, type Live, type LiveEdges, type LiveSource } from './live.ts';

export interface Page<Item> {
  readonly content: readonly Item[];
  readonly totalPages: number;
}

export interface PagesRead<Item> {
  readonly items: readonly Item[];
  readonly pages: number;
  readonly totalPages: number;
}

export interface Pages<Item> extends Live<PagesRead<Item>> {
  /** Loads the next page. False when it could not be read. */
  more(): Promise<boolean>;
}

type Listed = { readonly id: number };

const NO_PAGES: PagesRead<never> = { items: [], pages: 0, totalPages: 0 };

/** Merges items over others with the same id, newest first. */
export function withItems<Item extends Listed>(
  before: readonly Item[],
  items: readonly Item[],
): readonly Item[] {
  const byId = new Map([...before, ...items].map((item) => [item.id, item]));
  return [...byId.values()].sort((a, b) => b.id - a.id);
}

/**
 * The first page is the newest state: an item it leaves out is removed. Older items stay if it reaches down to them; if
 * not, items between them are unknown, and the list starts again.
 */
function withFirstPage<Item extends Listed>(
  before: PagesRead<Item>,
  { content, totalPages }: Page<Item>,
): PagesRead<Item> {
  const oldest = Math.min(...content.map(({ id }) => id));
  const known = new Set(before.items.map(({ id }) => id));
  const reaches = content.some(({ id }) => known.has(id));
  const older = reaches && totalPages > 1 ? before.items.filter(({ id }) => id < oldest) : [];
  return {
    items: withItems(older, content),
    pages: older.length > 0 ? before.pages : 1,
    totalPages,
  };
}

export function createPages<Item extends Listed>(
  {
    read,
    follow,
    apartMs,
  }: {
    readonly read: (page: number) => Promise<{ readonly ok: true; readonly reply: Page<Item> } | Refused>;
    /** Patches apply to the items only. */
    readonly follow: NonNullable<LiveSource<readonly Item[]>['follow']>;
    readonly apartMs?: LiveSource<never>['apartMs'];
  },
  edges: LiveEdges,
): Pages<Item> {
  const pages = createLive<PagesRead<Item>>(
    {
      async read() {
        const outcome = await read(0);
        return outcome.ok ? { ok: true, reply: withFirstPage(NO_PAGES, outcome.reply) } : outcome;
      },
      join: (before = NO_PAGES, { items, totalPages }) =>
        withFirstPage(before, { content: items, totalPages }),
      follow: (apply, readAgain) =>
        follow((patch) => {
          apply((known) => {
            const items = patch(known.items);
            return items && (items === known.items ? known : { ...known, items });
          });
        }, readAgain),
      apartMs,
    },
    edges,
  );
  return {
    ...pages,
    more() {
      const next = pages.get().reply?.pages ?? 0;
      return pages.extend(
        () => read(next),
        (before = NO_PAGES, { content, totalPages }) => ({
          items: withItems(before.items, content),
          pages: Math.max(before.pages, next + 1),
          totalPages,
        }),
      );
    },
  };
}
