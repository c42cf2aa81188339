// The queue of the cashier as staff work on it: each waiting request with what speaks for or against it.
import { CHECK_CODES } from '@maru/engine/cashier/check/check';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, id, integer, siteInfoId } from '../fields.ts';
import { shownReason } from '../staff/calls.ts';
import { officeRow } from './office.ts';
import { dnwHistoryId } from './wire.ts';

const check = z.object({
  code: z.enum(CHECK_CODES),
  severity: z.enum(['PLAIN', 'AMBER', 'RED']),
  /** What was found and what it was compared with: in the currency of the request, limits in won. */
  value: decimalText.nullable(),
  against: decimalText.nullable(),
  atMillis: z.int().nullable(),
  text: z.string().nullable(),
});

const past = z.object({ count: z.int(), total: decimalText, largest: decimalText });

const hold = z.object({ reason: z.string(), staff: z.int(), staffName: z.string(), atMillis: z.int() });

const queueRow = z.object({
  ...officeRow.shape,
  name: z.string(),
  /** The code of the partner the member belongs to. */
  partner: z.string(),
  joinedMillis: z.int(),
  bankName: z.string().nullable(),
  holder: z.string().nullable(),
  worst: z.enum(['PLAIN', 'AMBER', 'RED']),
  checks: z.array(check),
  /** In the wallet now: what a withdrawal takes is not in it any more. */
  free: decimalText,
  /** What open positions need of it. */
  reserved: decimalText,
  came: past,
  went: past,
  hold: hold.nullable(),
  /** Names of those in `takenBy`, `confirmedBy` and `askedBy`. */
  takenName: z.string().nullable(),
  confirmedName: z.string().nullable(),
  askedName: z.string().nullable(),
});

const QUEUE_KINDS = ['DEPOSIT', 'WITHDRAWAL', 'P2P', 'GRANT'] as const;

export const dnwQueue = defineCall('staff', 'GET', '/api/office/dnw/queue', {
  right: 'MONEY_READ',
  summary: 'What waits at the cashier, oldest first, with the checks of each request',
  cost: 5,
  query: z.object({
    kind: z.enum(QUEUE_KINDS).optional(),
    /** A part of the username, name, nick or account number of what waits, or the number of a request. */
    search: z.string().trim().max(40).optional(),
    after: integer(0, Number.MAX_SAFE_INTEGER).default(0),
    size: integer(1, 100).default(50),
    siteInfoId,
  }),
  reply: z.object({ content: z.array(queueRow), hasMore: z.boolean() }),
});

export const dnwEnded = defineCall('staff', 'GET', '/api/office/dnw/ended', {
  right: 'MONEY_READ',
  summary: 'Requests that were decided, cancelled or ran out, newest first, with who decided them',
  cost: 3,
  query: z.object({
    kind: z.enum(QUEUE_KINDS).optional(),
    /** 1 done, 2 rejected, 3 cancelled. */
    status: z.literal(['1', '2', '3']).optional(),
    playerId: id.optional(),
    /** The last request of the page before. */
    before: id.optional(),
    size: integer(1, 100).default(50),
    siteInfoId,
  }),
  reply: z.object({
    content: z.array(
      z.object({
        ...officeRow.shape,
        name: z.string(),
        endedMillis: z.int().nullable(),
        isExpired: z.boolean(),
        confirmedName: z.string().nullable(),
        decidedName: z.string().nullable(),
        askedName: z.string().nullable(),
      }),
    ),
  }),
});

export const dnwFigures = defineCall('staff', 'GET', '/api/office/dnw/figures', {
  right: 'MONEY_READ',
  summary: 'How much waits at the cashier, since when, and what came and went today',
  query: z.object({ siteInfoId }),
  reply: z.object({
    /** Amounts are worth in won by the last known rates. */
    deposits: z.object({ count: z.int(), won: decimalText }),
    withdrawals: z.object({ count: z.int(), won: decimalText }),
    p2p: z.int(),
    grants: z.int(),
    held: z.int(),
    /** More wait than were counted. */
    isMore: z.boolean(),
    oldestMillis: z.int().nullable(),
    targetMs: z.int(),
    todayIn: decimalText,
    todayOut: decimalText,
  }),
});

const onOne = { dnwHistoryId, siteInfoId };

export const holdDnw = defineCall('staff', 'POST', '/api/office/dnw/hold', {
  right: 'MONEY_DECIDE',
  summary: 'Mark a request that waits for something, with a reason for colleagues; the rule leaves it alone',
  body: z.object({ ...onOne, reason: shownReason }),
  reply: z.object({ dnwHistoryId: z.int(), hold }),
  refusals: ['REQUEST_NOT_FOUND', 'REQUEST_PROCESSED'],
});

export const releaseDnw = defineCall('staff', 'POST', '/api/office/dnw/release', {
  right: 'MONEY_DECIDE',
  summary: 'Take the mark off a request again',
  body: z.object(onOne),
  reply: z.object({ dnwHistoryId: z.int() }),
  refusals: ['REQUEST_NOT_FOUND', 'ALREADY_PROCESSED'],
});
