// The audit log: what staff and the platform's own rules did, chained by hash (decision 0058).
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { epochMillis, flag, id, integer, siteInfoId } from '../fields.ts';
import { CHANGE_AREAS } from '../staff/calls.ts';

export type ChangeArea = (typeof CHANGE_AREAS)[number];

/** What the log can be narrowed to. `SYSTEM` is whatever no person did. */
export const AUDIT_GROUPS = ['MEMBER', 'CASHIER', 'ROUND', 'MARKET', 'RIGHTS', 'CONTENT', 'SYSTEM'] as const;
export type AuditGroup = (typeof AUDIT_GROUPS)[number];

/** At most so many lines in a file. */
export const MOST_AUDIT_LINES = 10_000;

const entry = z.object({
  /** Its place in the chain of the site, from 1. */
  number: z.int(),
  atMillis: z.int(),
  area: z.enum(CHANGE_AREAS),
  group: z.enum(AUDIT_GROUPS),
  /** Empty where the area says what was done. */
  action: z.string(),
  subject: z.string(),
  /** The member's username, where the subject is a member. */
  subjectName: z.string().nullable(),
  /** As JSON text. */
  before: z.string(),
  after: z.string(),
  reason: z.string(),
  /** 0 is the platform itself. */
  staff: z.int(),
  staffName: z.string().nullable(),
  confirmedBy: z.int().nullable(),
  confirmedName: z.string().nullable(),
  hash: z.string(),
  /** Whether its author looked at masked values much more often than usual on that day. */
  isUnusual: z.boolean(),
});
export type AuditEntry = z.output<typeof entry>;

/** `search` is the name of a member of staff, a member, a subject as it is shown, or the beginning of a hash. */
const filters = {
  siteInfoId,
  group: z.enum(AUDIT_GROUPS).optional(),
  staff: integer(0, Number.MAX_SAFE_INTEGER).optional(),
  search: z
    .string()
    .trim()
    .max(80)
    .regex(/^\P{C}*$/u)
    .optional(),
  twoOnly: flag.optional(),
  fromMillis: epochMillis.optional(),
  toMillis: epochMillis.optional(),
};

export const auditList = defineCall('staff', 'GET', '/api/office/audit/list', {
  right: 'AUDIT_READ',
  summary:
    'The audit log of the site, newest first; the next page begins below the lowest number of the last',
  cost: 2,
  query: z.object({ ...filters, before: id.optional(), size: integer(1, 100).default(50) }),
  reply: z.object({ content: z.array(entry) }),
});

export const auditCsv = defineCall('staff', 'GET', '/api/office/audit/csv', {
  right: 'AUDIT_READ',
  summary:
    'The same as a file, in parts of ten thousand lines: the header x-next says where the next part begins, absent after the last',
  cost: 10,
  limit: { per: 'player', max: 60, windowMs: 60_000 },
  answersFile: true,
  query: z.object({ ...filters, before: id.optional() }),
  reply: z.unknown(),
});

const link = z.object({ number: z.int(), hash: z.string() });

export const auditEntry = defineCall('staff', 'GET', '/api/office/audit', {
  right: 'AUDIT_READ',
  summary:
    'One entry of the audit log with the links before and after it, and what is unusual about its author',
  query: z.object({ siteInfoId, number: id }),
  reply: entry.extend({
    /** Where it was asked from; null for older entries and for the platform itself. */
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    /** The hash of the entry before, as this one contains it; empty for the first. */
    previous: z.string(),
    next: link.nullable(),
    /** How often its author looked at masked values that day, and on an average day of the four weeks before. */
    reveals: z.object({ day: z.int(), usual: z.number() }).nullable(),
  }),
  refusals: ['NOT_FOUND'],
});

export const AUDIT_FAULTS = ['CHANGED', 'REMOVED', 'UNCHAINED', 'BROKEN', 'REWRITTEN', 'CUT'] as const;

const auditState = z.object({
  /** How many entries the chain has. */
  count: z.int(),
  lastHash: z.string(),
  /** Up to which entry the present pass has come, and when a pass last reached the end. */
  checkedNumber: z.int(),
  completeMillis: z.int().nullable(),
  /** What is wrong, and with which entry: the first fault that was found. */
  fault: z.object({ kind: z.enum(AUDIT_FAULTS), number: z.int(), foundMillis: z.int() }).nullable(),
});

export const auditVerification = defineCall('staff', 'GET', '/api/office/audit/verify', {
  right: 'AUDIT_READ',
  summary: 'Whether the chain of the audit log is whole, and how far it has been checked',
  query: z.object({ siteInfoId }),
  reply: auditState,
});

export const verifyAudit = defineCall('staff', 'POST', '/api/office/audit/verify', {
  right: 'AUDIT_READ',
  summary: 'Check the whole chain anew, from its first entry; the answer is how far it has come in a moment',
  limit: { per: 'player', max: 6, windowMs: 60_000 },
  body: z.object({ siteInfoId }),
  reply: auditState,
});

export const auditAnchors = defineCall('public', 'GET', '/api/audit/anchors', {
  summary:
    'The last hash of the audit log at the end of each Korean day: who notes it can prove a later change',
  shared: true,
  query: z.object({ siteInfoId }),
  reply: z.object({
    content: z.array(z.object({ date: z.string(), number: z.int(), hash: z.string(), atMillis: z.int() })),
  }),
});
