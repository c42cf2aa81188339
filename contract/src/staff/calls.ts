// Changes that need two members of staff, and the history of their changes.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { id, integer, siteInfoId } from '../fields.ts';

/** The reason for a change: a sentence without control characters. */
export const changeReason = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{C}*$/u)
  .default('');

/** Shown to players: a sentence without control characters. */
export const shownReason = z
  .string()
  .trim()
  .min(2)
  .max(200)
  .regex(/^\P{C}+$/u);

const staffRequest = z.object({
  id: z.int(),
  kind: z.enum([
    'OVERSEA_CLOSE',
    'OVERSEA_SETTING',
    'DAY_RATE',
    'FUTURES_SETTING',
    'COUPON',
    'CASHIER_SETTING',
    'SECOND_FACTOR_RESET',
    'STAFF_NEW',
    'STAFF_CHANGE',
    'PARTNER_NEW',
    'PARTNER_CHANGE',
    'PARTNER_SHARE',
    'RISK_LIMIT',
    'SITE_SETTING',
    'SITE_NEW',
    'MEMBER_UNBLOCK',
    'CALENDAR',
  ]),
  subject: z.string(),
  /** The requested change, as JSON text. */
  body: z.string(),
  reason: z.string(),
  requestedBy: z.int(),
  requestedMillis: z.int(),
  approvedBy: z.int().nullable(),
  approvedMillis: z.int().nullable(),
  withdrawnBy: z.int().nullable(),
  /** DONE, or the code with which it was refused when it was approved. */
  outcome: z.string().nullable(),
  /** Of whoever approved or withdrew it. */
  decisionReason: z.string().default(''),
});

/** One that waits longer is not approved any more. */
export const REQUEST_WAITS_MS = 86_400_000;

/** In the reply of a call that may need a second person: the waiting request; null when it was executed at once. */
export const waitingRequest = { waiting: staffRequest.nullable() };

/** Newest first; the next page begins below the lowest id of the last. */
const newestFirst = {
  before: integer(1, Number.MAX_SAFE_INTEGER).optional(),
  size: integer(1, 100).default(20),
};

export const staffRequests = defineCall('staff', 'GET', '/api/office/request/list', {
  right: 'REQUEST_READ',
  summary: 'What was asked for and takes a second member of staff, newest first',
  query: z.object({ siteInfoId, ...newestFirst }),
  reply: z.object({
    content: z.array(
      staffRequest.extend({
        requestedName: z.string().nullable().default(null),
        /** Of whoever approved or withdrew it. */
        decidedName: z.string().nullable().default(null),
      }),
    ),
  }),
});

export const approveStaffRequest = defineCall('staff', 'POST', '/api/office/request/approve', {
  right: 'REQUEST_APPROVE',
  stepUp: true,
  summary: 'Approve a request of another member of staff, within a day: it is done at once',
  body: z.object({ siteInfoId, staffRequestId: id, reason: changeReason }),
  reply: staffRequest,
  refusals: [
    'USERNAME_TAKEN',
    'NICK_TAKEN',
    'PARTNER_CODE_TAKEN',
    'PARTNER_LEVEL',
    'PARTNER_RATE',
    'SETTLEMENT_NOTHING',
    'SETTLEMENT_CHANGED',
    'STAFF_REQUEST_NOT_FOUND',
    'SECOND_PERSON_NEEDED',
    'ALREADY_PROCESSED',
    'STAFF_REQUEST_TOO_OLD',
    'OPTION_NOT_FOUND',
    'NO_FRESH_PRICE',
    'SETTING_INVALID',
    'STAFF_DAY_LIMIT',
    'SECOND_FACTOR_OFF',
    'SITE_INVALID',
    'SITE_CODE_TAKEN',
    'SITE_HOST_TAKEN',
    'SITE_HAS_MEMBERS',
    'SITE_PRODUCT_HELD',
    'SITE_FULL',
    'STAFF_PROTECTED',
  ],
});

export const withdrawStaffRequest = defineCall('staff', 'POST', '/api/office/request/withdraw', {
  right: 'REQUEST_APPROVE',
  summary: 'Withdraw a request that waits, one’s own or that of a colleague',
  body: z.object({ siteInfoId, staffRequestId: id, reason: changeReason }),
  reply: staffRequest,
  refusals: ['STAFF_REQUEST_NOT_FOUND', 'ALREADY_PROCESSED'],
});

export const CHANGE_AREAS = [
  'ACCOUNTS',
  'CONTENT',
  'ECONOMIC',
  'FAIRNESS',
  'BINARY_SETTING',
  'BALL_ODDS',
  'OVERSEA_SETTING',
  'DAY_RATE',
  'FUTURES_SETTING',
  'CASHIER',
  'MESSAGE',
  'CONTACT',
  'OUTBOX',
  'TERMS',
  'SECURITY',
  'MEMBER',
  'HALT',
  'OVERSEA_CLOSE',
  'ROUND_VOID',
  'RISK',
  'SITE',
  'CALENDAR',
  'REQUEST',
  'PARTNER',
  'COPYTRADE',
] as const;

export const staffChanges = defineCall('staff', 'GET', '/api/office/change/list', {
  right: 'AUDIT_READ',
  summary:
    'Every change of settings, odds and rates, every decision at the cashier and every letter, newest first',
  query: z.object({ siteInfoId, area: z.enum(CHANGE_AREAS).optional(), ...newestFirst }),
  reply: z.object({
    content: z.array(
      z.object({
        id: z.int(),
        atMillis: z.int(),
        area: z.enum(CHANGE_AREAS),
        subject: z.string(),
        /** As JSON text. */
        before: z.string(),
        after: z.string(),
        reason: z.string(),
        staff: z.int(),
        confirmedBy: z.int().nullable(),
      }),
    ),
  }),
});
