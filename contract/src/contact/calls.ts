// Inquiries (spec 8, Contact): a conversation between a member and the customer centre.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { commaList, id, integer, listOf, pageOf, siteInfoId } from '../fields.ts';
import { attachedFile, fileIds } from '../file/calls.ts';
import { resultType } from '../market.ts';
import { changeReason } from '../staff/calls.ts';

const CONTACT_STATUSES = ['OPEN', 'ANSWERED', 'CLOSED'] as const;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const zeroOrOne = commaList(2, /^[01]$/);

/** Several lines of plain text: shown as text, whatever it looks like. */
const writtenText = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .regex(/^(?:\P{C}|[\n\u200d])+$/u);

/** The same for what is sent again after a lost answer, so that it is written once. */
const writeKey = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .optional();

/** A thing of the member that the question is about: its receipt is attached as it is now. */
const about = z.object({ kind: z.string().regex(/^[A-Z_]{2,24}$/), id });

const inquiry = z.object({
  id: z.int(),
  playerId: z.int(),
  /** The first line of the question. */
  title: z.string(),
  status: z.enum(CONTACT_STATUSES),
  isRead: z.literal([0, 1]),
  isAnswer: z.literal([0, 1]),
  unread: z.int(),
  createdMillis: z.int(),
  updatedMillis: z.int(),
  /** Since when an answer is awaited. */
  waitingSinceMillis: z.int().nullable(),
  about: z.object({ kind: z.string(), id: z.int(), sha256: z.string() }).nullable(),
});

const entry = z.object({
  id: z.int(),
  from: z.enum(['MEMBER', 'STAFF']),
  text: z.string(),
  atMillis: z.int(),
  /** Whether the other side has read it. */
  isSeen: z.boolean(),
  files: z.array(attachedFile),
});

const thread = z.object({ inquiry, entries: z.array(entry) });

export const createContact = defineCall('player', 'POST', '/api/contact/create', {
  summary: 'Ask the customer centre, with pictures and the thing it is about',
  limit: { per: 'player', max: 10, windowMs: HOUR_MS },
  cost: 3,
  body: z.object({
    playerId: id.optional(),
    question: writtenText,
    fileIds,
    about: about.optional(),
    writeKey,
    siteInfoId,
  }),
  reply: thread,
  refusals: ['TOO_MANY_INQUIRIES', 'EVIDENCE_NOT_FOUND', 'FILE_NOT_FOUND'],
});

export const contactList = defineCall('player', 'GET', '/api/contact/list', {
  summary: 'My inquiries, newest first, and how long a first answer usually takes',
  query: z.object({
    resultType,
    playerId: id.optional(),
    isReadStrs: zeroOrOne.optional(),
    isAnswerStrs: zeroOrOne.optional(),
    ...pageOf,
    siteInfoId,
  }),
  reply: listOf(inquiry).extend({
    /** The median of the last 30 days; null while fewer than five were answered. */
    usualAnswerMs: z.int().nullable(),
    /** When inquiries are answered, every day, as `HH:MM` in Korea; null where nothing is promised. */
    answerHours: z.object({ from: z.string(), to: z.string() }).nullable(),
  }),
});

export const readContact = defineCall('player', 'POST', '/api/contact/read', {
  summary: 'One of my inquiries with its entries, oldest first; its answers are read from now on',
  body: z.object({ id, siteInfoId }),
  reply: thread,
});

export const readContactByGet = defineCall('player', 'GET', '/api/contact/read', {
  summary: 'The same, as the specification has it',
  writes: true,
  query: z.object({ id, siteInfoId }),
  reply: thread,
});

export const writeContact = defineCall('player', 'POST', '/api/contact/write', {
  summary: 'Write more to one of my inquiries; an answered or closed one is open again',
  limit: { per: 'player', max: 20, windowMs: MINUTE_MS },
  body: z.object({ id, text: writtenText, fileIds, writeKey, siteInfoId }),
  reply: thread,
  refusals: ['INQUIRY_FULL', 'TOO_MANY_INQUIRIES', 'FILE_NOT_FOUND'],
});

const unread = z.object({ unread: z.int() });

export const readAllContacts = defineCall('player', 'POST', '/api/contact/read_all', {
  summary: 'Mark all answers as read',
  body: z.object({ siteInfoId }),
  reply: unread,
});

export const unreadContacts = defineCall('player', 'GET', '/api/contact/my_unread_count', {
  summary: 'How many answers are unread',
  query: z.object({ siteInfoId }),
  reply: unread,
});

const evidence = z.object({
  kind: z.string(),
  id: z.int(),
  sha256: z.string(),
  /** JSON text: the hash is over its bytes. */
  json: z.string(),
});

export const contactEvidence = defineCall('player', 'GET', '/api/contact/evidence', {
  summary: 'What one of my inquiries is about, as it was when I asked',
  query: z.object({ id, siteInfoId }),
  reply: evidence,
});

const officeInquiry = inquiry.extend({
  nick: z.string(),
  username: z.string(),
  /** The colleague who works on it. */
  assigned: z.string().nullable(),
});
const officeThread = z.object({
  inquiry: officeInquiry,
  entries: z.array(entry.extend({ staff: z.int().nullable() })),
});

export const officeContacts = defineCall('staff', 'GET', '/api/office/contact/list', {
  right: 'SUPPORT_READ',
  summary: 'Inquiries of the site: those that wait longest first, or all, newest first',
  cost: 2,
  query: z.object({
    status: z.enum(CONTACT_STATUSES).optional(),
    playerId: id.optional(),
    isWaiting: z.literal(['0', '1']).optional(),
    /**
     * The last inquiry of the page before: its number, and of those that wait also since when it does, because it may
     * have been answered in the meantime: `1790000000000-12`.
     */
    before: z
      .string()
      .regex(/^(?:\d{1,15}-)?\d{1,15}$/)
      .optional(),
    ...pageOf,
    page: integer(0, 500).default(0),
    siteInfoId,
  }),
  reply: listOf(officeInquiry).extend({ usualAnswerMs: z.int().nullable(), waiting: z.int() }),
});

export const officeReadContact = defineCall('staff', 'POST', '/api/office/contact/read', {
  right: 'SUPPORT_ANSWER',
  summary: 'An inquiry with its entries; the member sees that they were read',
  body: z.object({ id, siteInfoId }),
  reply: officeThread,
});

export const officeAnswerContact = defineCall('staff', 'POST', '/api/office/contact/answer', {
  right: 'SUPPORT_ANSWER',
  summary: 'Answer an inquiry; the member gets a letter',
  body: z.object({ id, text: writtenText, fileIds, siteInfoId }),
  reply: officeThread,
  refusals: ['INQUIRY_FULL', 'FILE_NOT_FOUND'],
});

export const officeCloseContact = defineCall('staff', 'POST', '/api/office/contact/close', {
  right: 'SUPPORT_ANSWER',
  summary: 'Close an inquiry; it is open again when the member writes',
  body: z.object({ id, reason: changeReason, siteInfoId }),
  reply: officeThread,
  refusals: ['ALREADY_PROCESSED'],
});

export const officeContactEvidence = defineCall('staff', 'GET', '/api/office/contact/evidence', {
  right: 'SUPPORT_READ',
  summary: 'What an inquiry is about, as it was when the member asked',
  query: z.object({ id, siteInfoId }),
  reply: evidence,
});
