// What staff publish: notices and the like (spec 8).
import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { id, siteInfoId } from './fields.ts';

export const noticeById = defineCall('public', 'GET', '/api/content/notice', {
  summary: 'One notice by its id',
  query: z.object({ contentId: id, siteInfoId }),
  reply: z.object({
    id: z.int(),
    title: z.string(),
    /** HTML, cleaned before it was stored. */
    content: z.string(),
    createdAt: z.int(),
  }),
});

/** The body of a push of `FORCE_NOTICE`: which notice every user must see. */
export interface ForcedNotice {
  readonly id: number;
}
