import { noticeById } from '@maru/contract/content';
import type { Database } from '../db/database.ts';
import { type Route, serve } from '../http/serve.ts';
import { findNotice } from './store.ts';

export const contentRoutes = ({ database }: { readonly database: Database }): readonly Route[] => [
  serve(noticeById, async ({ query, site }) => {
    const notice = await database.transaction((tx) => findNotice(tx, site, query.contentId));
    return notice === undefined ? { ok: false, refusal: 'NOT_FOUND' } : { ok: true, reply: notice };
  }),
];
