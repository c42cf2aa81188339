// Letters to a member (spec 8, Messages), and how staff send them.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { commaList, id, listOf, pageOf, siteInfoId } from '../fields.ts';
import { resultType } from '../market.ts';
import { changeReason } from '../staff/calls.ts';

/** What a letter is about; NOTICE is the customer centre. */
const MESSAGE_KINDS = ['NOTICE', 'SECURITY', 'COPY', 'COUPON', 'DNW', 'TERMS'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** One or both of 0 (unread) and 1 (read). */
const zeroOrOne = commaList(2, /^[01]$/);

const message = z.object({
  id: z.int(),
  kind: z.enum(MESSAGE_KINDS),
  title: z.string(),
  content: z.string(),
  /** A page of the app. */
  link: z.string().nullable(),
  isRead: z.literal([0, 1]),
  createdMillis: z.int(),
});

export const messageList = defineCall('player', 'GET', '/api/message/list', {
  summary: 'The letters of the member, newest first; they stay for 90 days',
  query: z.object({
    ...pageOf,
    resultType,
    playerId: id.optional(),
    isReadStrs: zeroOrOne.optional(),
    siteInfoId,
  }),
  reply: listOf(message),
});

const unread = z.object({ unread: z.int() });

export const unreadMessages = defineCall('player', 'GET', '/api/message/my_unread_count', {
  summary: 'How many letters are unread',
  query: z.object({ siteInfoId }),
  reply: unread,
});

export const readAllMessages = defineCall('player', 'POST', '/api/message/read_all', {
  summary: 'Mark all letters as read',
  body: z.object({ siteInfoId }),
  reply: unread,
});

export const readMessage = defineCall('player', 'POST', '/api/message/read', {
  summary: 'Mark one letter as read',
  body: z.object({ id, siteInfoId }),
  reply: unread,
});

export const deleteMessage = defineCall('player', 'POST', '/api/message/delete', {
  summary: 'Delete one letter',
  body: z.object({ id, siteInfoId }),
  reply: unread,
});

const line = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^\P{C}+$/u);
const body = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .regex(/^(?:\P{C}|\n)+$/u);

/** What staff write; without an English text everybody reads the Korean one. */
const letter = {
  kind: z.enum(MESSAGE_KINDS).default('NOTICE'),
  title: line,
  content: body,
  titleEn: line.optional(),
  contentEn: body.optional(),
  link: z
    .string()
    .max(200)
    .regex(/^\/[\w/.-]*$/)
    .refine((path) => !path.startsWith('//'), 'a page of the app')
    .optional(),
  reason: changeReason,
  siteInfoId,
};

export const sendMessage = defineCall('staff', 'POST', '/api/office/message/send', {
  right: 'MEMBER_ACT',
  summary: 'Send a letter to one member',
  limit: { per: 'player', max: 60, windowMs: 60_000 },
  body: z.object({ playerId: id, ...letter }),
  reply: z.object({ id: z.int() }),
});

const batch = z.object({
  id: z.int(),
  kind: z.enum(MESSAGE_KINDS),
  title: z.string(),
  content: z.string(),
  createdMillis: z.int(),
  staff: z.int(),
  letters: z.int(),
  doneMillis: z.int().nullable(),
});

export const sendMessageToAll = defineCall('staff', 'POST', '/api/office/message/send_all', {
  right: 'CONTENT_EDIT',
  summary: 'Send a letter to every member of the site, in slices; the next one waits until it is done',
  limit: { per: 'player', max: 10, windowMs: 86_400_000 },
  body: z.object(letter),
  reply: batch,
  refusals: ['BATCH_UNDER_WAY'],
});

export const messageBatches = defineCall('staff', 'GET', '/api/office/message/batch/list', {
  right: 'CONTENT_READ',
  summary: 'Letters to everybody, newest first, and how far each is',
  query: z.object({ ...pageOf, siteInfoId }),
  reply: listOf(batch),
});
