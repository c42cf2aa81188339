// What staff do at the cashier: the queue, decisions with two people above a limit, grants, coupons.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { commaList, decimal, decimalText, id, integer, listOf, pageOf, siteInfoId } from '../fields.ts';
import { moment } from '../moment.ts';
import { shownReason } from '../staff/calls.ts';
import { dnwHistoryId, dnwRow, walletType } from './wire.ts';

/** A request as staff see it: whose it is, who has it in hand, and what speaks for or against it. */
export const officeRow = z.object({
  ...dnwRow.shape,
  playerId: z.int(),
  username: z.string(),
  nick: z.string(),
  takenBy: z.int().nullable(),
  confirmedBy: z.int().nullable(),
  decidedBy: z.int().nullable(),
  /** Of a grant or deduction. */
  askedBy: z.int().nullable(),
  needsTwo: z.boolean(),
  /** Approved by the site's rule for small amounts. */
  isByRule: z.boolean(),
});

export const officeDnwList = defineCall('staff', 'GET', '/api/office/dnw/list', {
  right: 'MONEY_READ',
  summary: 'Requests to the cashier: open ones oldest first, ended ones newest first',
  query: z.object({
    typeStrs: commaList(13).optional(),
    statusStrs: commaList(5, /^\d{1,3}$/).optional(),
    walletTypeStrs: commaList(32).optional(),
    playerId: id.optional(),
    startDate: moment.optional(),
    endDate: moment.optional(),
    /** Continues after this row, where the newest come first. */
    before: id.optional(),
    ...pageOf,
    siteInfoId,
  }),
  reply: listOf(officeRow),
  refusals: ['STATUS_UNDEFINED', 'TYPE_UNDEFINED'],
});

const onOne = { dnwHistoryId, siteInfoId };
const DECISION_REFUSALS = [
  'REQUEST_NOT_FOUND',
  'REQUEST_PROCESSED',
  'REQUEST_TAKEN',
  'SECOND_PERSON_NEEDED',
] as const;

export const takeDnw = defineCall('staff', 'POST', '/api/office/dnw/take', {
  right: 'MONEY_DECIDE',
  summary: 'Take a request in hand: its owner can no longer cancel it',
  body: z.object(onOne),
  reply: officeRow,
  refusals: DECISION_REFUSALS,
});

export const approveDnw = defineCall('staff', 'POST', '/api/office/dnw/approve', {
  right: 'MONEY_DECIDE',
  stepUp: true,
  summary:
    'Approve a request; from the site’s limit on, and for every grant, a second person must approve too',
  money: true,
  body: z.object(onOne),
  reply: officeRow,
  refusals: [
    ...DECISION_REFUSALS,
    'STAFF_DAY_LIMIT',
    'PLAYER_EXCLUDED',
    'DEPOSIT_LIMIT',
    'LIMIT_RATE_MISSING',
    'INSUFFICIENT_BALANCE',
  ],
});

export const rejectDnw = defineCall('staff', 'POST', '/api/office/dnw/reject', {
  right: 'MONEY_DECIDE',
  summary: 'Reject a request with a reason that its owner reads; what was held is free again',
  money: true,
  body: z.object({ ...onOne, reason: shownReason }),
  reply: officeRow,
  refusals: DECISION_REFUSALS,
});

export const askGrant = defineCall('staff', 'POST', '/api/office/dnw/grant', {
  right: 'MONEY_GRANT',
  stepUp: true,
  summary: 'Ask for a grant (PB) or a deduction (PM) for a member; another person must approve it',
  money: true,
  body: z.object({
    playerId: id,
    type: z.enum(['PB', 'PM']),
    walletType,
    point: decimal,
    reason: shownReason,
    siteInfoId,
  }),
  reply: officeRow,
  refusals: [
    'ENTER_AMOUNT',
    'AMOUNT_OFF_UNIT',
    'AMOUNT_TOO_LARGE',
    'WALLET_UNSUPPORTED',
    'REQUEST_ONGOING',
    'STAFF_PROTECTED',
    'STAFF_DAY_LIMIT',
  ],
});

const coupon = z.object({
  id: z.int(),
  /** The first characters; the code itself is shown once, when it is issued. */
  hint: z.string(),
  walletTypes: z.array(z.string()),
  currency: z.string(),
  point: decimalText,
  uses: z.int(),
  used: z.int(),
  turnover: decimalText,
  fromMillis: z.int(),
  untilMillis: z.int(),
  endedMillis: z.int().nullable(),
  askedBy: z.int(),
  approvedBy: z.int(),
});

/** Issuing goes through `staff/requests`: kind `COUPON`, approved by a second person. */
export const askCoupon = defineCall('staff', 'POST', '/api/office/coupon/issue', {
  right: 'MONEY_GRANT',
  stepUp: true,
  summary:
    'Ask for a coupon code; another person must approve it. The code is in this answer and nowhere else',
  body: z.object({
    walletTypes: z.array(walletType).min(1).max(32),
    point: decimal,
    uses: integer(1, 10_000).default(1),
    turnover: decimal.default('1'),
    fromMillis: moment.optional(),
    untilMillis: moment,
    reason: shownReason,
    siteInfoId,
  }),
  reply: z.object({ promoCode: z.string(), waiting: z.int() }),
  refusals: [
    'ENTER_AMOUNT',
    'AMOUNT_OFF_UNIT',
    'WALLET_UNSUPPORTED',
    'CURRENCIES_DIFFER',
    'SETTING_INVALID',
    'STAFF_DAY_LIMIT',
  ],
});

export const endCoupon = defineCall('staff', 'POST', '/api/office/coupon/end', {
  right: 'MONEY_GRANT',
  summary: 'Stop a coupon: nobody may use it from now on',
  body: z.object({ couponId: id, siteInfoId }),
  reply: coupon,
  refusals: ['COUPON_NOT_FOUND', 'ALREADY_PROCESSED'],
});

export const couponList = defineCall('staff', 'GET', '/api/office/coupon/list', {
  right: 'MONEY_READ',
  summary: 'Coupons, newest first',
  query: z.object({
    /** The next page begins below the lowest id of the last. */
    before: id.optional(),
    size: integer(1, 100).default(20),
    siteInfoId,
  }),
  reply: z.object({ content: z.array(coupon) }),
});

/** Fed from the ledger: how long withdrawals take and how many are refused (T-112). Public on purpose. */
export const withdrawalTimes = defineCall('public', 'GET', '/api/dnw/withdrawal_times', {
  summary: 'How long withdrawals took in the last 30 days, and how many were rejected',
  shared: true,
  query: z.object({ siteInfoId }),
  reply: z.object({
    done: z.int(),
    rejected: z.int(),
    cancelled: z.int(),
    medianMs: z.int().nullable(),
    slowestTenthMs: z.int().nullable(),
  }),
});
