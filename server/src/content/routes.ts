// What readers ask: lists, one text, categories, pages, and that a notice was read.
import {
  faqById,
  faqList,
  noticeCategories,
  noticeList,
  popupById,
  popupList,
  promotionById,
  promotionList,
  staticPage,
  strategyById,
  strategyList,
} from '@maru/contract/content/calls';
import { forcedNotices, noticeById, readNotice, unreadNotices } from '@maru/contract/content/notice';
import type { Language } from '@maru/contract/refusals';
import type { PlayerId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { pageReply } from '../http/paging.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import { categoriesInOrder, categoryName } from './categories.ts';
import { createShownHtml } from './clean-html.ts';
import {
  countByCategory,
  countUnread,
  findPage,
  findShown,
  insertRead,
  type Kind,
  listForced,
  listShown,
  type Reader,
  type ShownRow,
  type ShownText,
  UNREAD_FOR_MS,
} from './store.ts';

interface AskedBy extends Omit<Reader, 'player' | 'isHolding'> {
  readonly principal: Principal | undefined;
}

function itemOf(row: ShownRow, { player, now }: Reader, language: Language) {
  return {
    id: row.id,
    category: row.category,
    categoryName: categoryName(row.category, language),
    title: language === 'en' && row.titleEn !== '' ? row.titleEn : row.titleKo,
    createdAt: row.from,
    endsAt: row.to,
    isPinned: row.isPinned,
    isRead: row.isRead || player === undefined || row.from <= now - UNREAD_FOR_MS,
  };
}

const NOT_FOUND = { ok: false, refusal: 'NOT_FOUND' } as const;

const lists = [
  ['notice', noticeList],
  ['faq', faqList],
  ['strategy', strategyList],
  ['promotion', promotionList],
  ['popup', popupList],
] as const satisfies readonly (readonly [Kind, unknown])[];

const singles = [
  ['notice', noticeById],
  ['faq', faqById],
  ['strategy', strategyById],
  ['promotion', promotionById],
  ['popup', popupById],
] as const satisfies readonly (readonly [Kind, unknown])[];

export function contentRoutes({
  database,
  isHolding,
}: {
  readonly database: Database;
  /** Whether a member has an open position now. */
  readonly isHolding: (player: PlayerId) => boolean;
}): readonly Route[] {
  const shownHtml = createShownHtml();

  function readerOf({ site, now, principal }: AskedBy): Reader {
    const player = principal?.player;
    return { site, now, player, isHolding: player !== undefined && isHolding(player) };
  }

  function contentOf(row: Pick<ShownText, 'id' | 'version' | 'htmlKo' | 'htmlEn'>, language: Language) {
    const isEnglish = language === 'en' && row.htmlEn !== '';
    const html = isEnglish ? row.htmlEn : row.htmlKo;
    return shownHtml(`${row.id}.${row.version}.${isEnglish ? 'en' : 'ko'}`, html);
  }

  const textOf = (row: ShownText, reader: Reader, language: Language) => ({
    ...itemOf(row, reader, language),
    content: contentOf(row, language),
  });

  return [
    ...lists.map(([kind, call]) =>
      serve(call, async ({ query, language, ...by }) => {
        const { page, size, category, keyword, isOpenStrs, resultType } = query;
        if (isOpenStrs?.includes('1') === false)
          return { ok: true, reply: pageReply([], { page, size, total: 0 }) };
        const reader = readerOf(by);
        const isFull = resultType === 'FULL';
        const asked = { kind, category, keyword, isEnglish: language === 'en', isFull, page, size };
        const { rows, total } = await database.transaction((tx) => listShown(tx, reader, asked));
        const items = rows.map((row) =>
          isFull ? textOf(row as ShownText, reader, language) : itemOf(row, reader, language),
        );
        return { ok: true, reply: pageReply(items, { page, size, total }) };
      }),
    ),
    ...singles.map(([kind, call]) =>
      serve(call, async ({ query, language, ...by }) => {
        const reader = readerOf(by);
        const row = await database.transaction((tx) => findShown(tx, reader, { kind, id: query.contentId }));
        return row === undefined ? NOT_FOUND : { ok: true, reply: textOf(row, reader, language) };
      }),
    ),
    serve(staticPage, async ({ query: { contentId }, language, ...by }) => {
      const reader = readerOf(by);
      const row = await database.transaction((tx) =>
        typeof contentId === 'number'
          ? findShown(tx, reader, { kind: 'static', id: contentId })
          : findPage(tx, reader, contentId),
      );
      return row === undefined ? NOT_FOUND : { ok: true, reply: textOf(row, reader, language) };
    }),
    serve(noticeCategories, async ({ language, ...by }) => {
      const counts = await database.transaction((tx) => countByCategory(tx, readerOf(by)));
      const reply = categoriesInOrder.flatMap((code) => {
        const count = counts.find(({ category }) => category === code)?.count ?? 0;
        return count === 0 ? [] : [{ code, name: categoryName(code, language), count }];
      });
      return { ok: true, reply };
    }),
    serve(forcedNotices, async ({ language, ...by }) => {
      const reader = readerOf(by);
      const rows = await database.transaction((tx) => listForced(tx, reader));
      return { ok: true, reply: rows.map((row) => textOf(row, reader, language)) };
    }),
    serve(unreadNotices, async (by) => {
      const unread = await database.transaction((tx) => countUnread(tx, readerOf(by)));
      return { ok: true, reply: { unread } };
    }),
    serve(readNotice, async ({ body: { contentId: id }, ...by }) => {
      const reader = { ...readerOf(by), player: by.principal.player };
      const unread = await database.transaction(async (tx) => {
        if ((await findShown(tx, reader, { kind: 'notice', id })) === undefined) return undefined;
        await insertRead(tx, { ...reader, id });
        return countUnread(tx, reader);
      });
      return unread === undefined ? NOT_FOUND : { ok: true, reply: { unread } };
    }),
  ];
}
