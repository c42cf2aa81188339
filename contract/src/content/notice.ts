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

export const unreadNotices = defineCall('player', 'GET', '/api/content/notice/unread', {
  summary: 'How many recent notices I have not read',
  query: z.object({ siteInfoId }),
  reply: z.object({ unread: z.int() }),
});

/**
 * The body of a push of `NOTICE`, and of `FORCE_NOTICE`, which every user must see: a notice is shown from now on. It is
 * nobody's read one, so that nobody has to ask for the number.
 */
export interface NoticePush {
  readonly id: number;
  /** Of one that the notification centre has, too. */
  readonly told?: { readonly title: string; readonly titleEn: string };
}
