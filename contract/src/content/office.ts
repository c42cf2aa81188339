// What staff do with texts: write, look at, publish now or later, withdraw. A saved version is never changed; readers
// see the version that was published.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { epochMillis, id, integer, listOf, pageOf, siteInfoId } from '../fields.ts';
import { changeReason } from '../staff/calls.ts';
import { pageName } from './calls.ts';
import { category } from './item.ts';

export const KINDS = ['notice', 'faq', 'strategy', 'promotion', 'popup', 'static'] as const;
const kind = z.enum(KINDS);

const STATUSES = ['DRAFT', 'PUBLISHED', 'WITHDRAWN'] as const;
const status = z.enum(STATUSES);

const written = z.object({
  title: z
    .string()
    .trim()
    .max(100)
    .regex(/^\P{C}*$/u),
  /** HTML; what is not allowed is removed. */
  content: z.string().max(10_000),
});

const texts = { ko: written, en: written.optional() };

/** Who is shown a notice: everybody, members with an open position, or the members of one partner. */
const AUDIENCES = ['ALL', 'HOLDING', 'PARTNER'] as const;
const audience = z.enum(AUDIENCES);
const partnerCode = z.string().regex(/^[A-Za-z0-9]{2,20}$/);

const summary = {
  id: z.int(),
  kind,
  name: z.string().nullable(),
  status,
  category: category.nullable(),
  isForced: z.boolean(),
  isPushed: z.boolean(),
  isPinned: z.boolean(),
  audience,
  partnerCode: z.string().nullable(),
  titleKo: z.string(),
  titleEn: z.string(),
  /** The newest version, and the one that readers see; null while it was never published. */
  version: z.int(),
  shownVersion: z.int().nullable(),
  fromMillis: z.int().nullable(),
  toMillis: z.int().nullable(),
  announcedMillis: z.int().nullable(),
  changedMillis: z.int(),
};

const whole = z.object({
  ...summary,
  contentKo: z.string(),
  contentEn: z.string(),
  versions: z.array(z.object({ version: z.int(), savedMillis: z.int(), staff: z.int().nullable() })),
});

export const officeContentList = defineCall('staff', 'GET', '/api/office/content/list', {
  right: 'CONTENT_READ',
  summary: 'All texts of the site, also drafts and withdrawn ones, newest first',
  query: z.object({ siteInfoId, kind: kind.optional(), status: status.optional(), ...pageOf }),
  reply: listOf(z.object(summary)),
});

export const officeContent = defineCall('staff', 'GET', '/api/office/content', {
  right: 'CONTENT_READ',
  summary: 'One text with its versions; without a version the newest',
  query: z.object({ siteInfoId, contentId: id, version: integer(1, 1_000_000).optional() }),
  reply: whole,
  refusals: ['CONTENT_NOT_FOUND'],
});

export const previewContent = defineCall('staff', 'POST', '/api/office/content/preview', {
  right: 'CONTENT_EDIT',
  summary: 'Both languages as readers would see them; nothing is saved',
  body: z.object({ siteInfoId, ...texts }),
  reply: z.object({
    ko: z.object({ title: z.string(), content: z.string(), isCleaned: z.boolean() }),
    en: z.object({ title: z.string(), content: z.string(), isCleaned: z.boolean() }),
  }),
});

export const saveContent = defineCall('staff', 'POST', '/api/office/content/save', {
  right: 'CONTENT_EDIT',
  summary: 'Save a new text, or a new version of one; readers see it when it is published',
  body: z.object({
    siteInfoId,
    /** Absent: a new text. */
    contentId: id.optional(),
    /** The version that was edited: refused when somebody else has saved one since. */
    version: integer(1, 1_000_000).optional(),
    kind,
    /** The name of a static page; other kinds have none. */
    name: pageName.optional(),
    category: category.optional(),
    isForced: z.boolean().default(false),
    /** A notice that is told in the notification centre and by web push, too. */
    isPushed: z.boolean().default(false),
    isPinned: z.boolean().default(false),
    /** Only a notice has another one, and it is not told by push. */
    audience: audience.default('ALL'),
    partnerCode: partnerCode.optional(),
    ...texts,
    reason: changeReason,
  }),
  reply: whole,
  refusals: [
    'CONTENT_NOT_FOUND',
    'CONTENT_CHANGED',
    'CONTENT_EMPTY',
    'CONTENT_FULL',
    'CONTENT_NAME',
    'CONTENT_PICTURE',
    'CONTENT_AUDIENCE',
  ],
});

export const publishContent = defineCall('staff', 'POST', '/api/office/content/publish', {
  right: 'CONTENT_EDIT',
  summary:
    'Show the newest version to readers, now or from a time on; a notice that is forced or told is pushed then, once',
  body: z.object({
    siteInfoId,
    contentId: id,
    version: integer(1, 1_000_000),
    /** Absent: now, or what was set before for a text that is published already. */
    fromMillis: epochMillis.optional(),
    toMillis: epochMillis.nullable().default(null),
    reason: changeReason,
  }),
  reply: whole,
  refusals: [
    'CONTENT_NOT_FOUND',
    'CONTENT_CHANGED',
    'CONTENT_SCHEDULE',
    'CONTENT_FORCED_OFTEN',
    'CONTENT_PUSHED_OFTEN',
  ],
});

export const withdrawContent = defineCall('staff', 'POST', '/api/office/content/withdraw', {
  right: 'CONTENT_EDIT',
  summary: 'Show a text to nobody from now on',
  body: z.object({ siteInfoId, contentId: id, reason: changeReason }),
  reply: whole,
  refusals: ['CONTENT_NOT_FOUND', 'ALREADY_PROCESSED'],
});

export const contentReach = defineCall('staff', 'GET', '/api/office/content/reach', {
  right: 'CONTENT_READ',
  summary: 'How many members a notice would reach now, and how many forced ones were published lately',
  cost: 3,
  query: z.object({ siteInfoId, audience: audience.default('ALL'), partnerCode: partnerCode.optional() }),
  reply: z.object({
    /** Counted up to a bound: then there are more. */
    members: z.int(),
    hasMore: z.boolean(),
    /** Of them those that are connected, and those that look at the ticks of an instrument, as on order screens. */
    online: z.int(),
    ordering: z.int(),
    /** Forced notices within a week before and after now, and the most of them. */
    forced: z.int(),
    forcedMost: z.int(),
  }),
  refusals: ['CONTENT_AUDIENCE'],
});
