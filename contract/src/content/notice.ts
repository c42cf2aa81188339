// Notices that concern every screen: one by its id, those that everybody must see, and that a member has seen one.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { id, siteInfoId } from '../fields.ts';
import { contentText } from './item.ts';

export const noticeById = defineCall('public', 'GET', '/api/content/notice', {
  summary: 'One notice by its id',
  knowsMember: true,
  query: z.object({ contentId: id, siteInfoId }),
  reply: contentText,
});

export const forcedNotices = defineCall('public', 'GET', '/api/content/notice/forced', {
  summary: 'The newest notices that everybody must see; a member gets those that are not read yet',
  knowsMember: true,
  query: z.object({ siteInfoId }),
  reply: z.array(contentText),
});

export const readNotice = defineCall('player', 'POST', '/api/content/notice/read', {
  summary: 'Note that I have read a notice; a second time changes nothing',
  body: z.object({ siteInfoId, contentId: id }),
  reply: z.object({ unread: z.int() }),
});

/** The body of a push of `FORCE_NOTICE`: which notice every user must see. */
export interface ForcedNotice {
  readonly id: number;
}
