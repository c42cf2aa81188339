// Shares of partners in the office (docs/rules.md 7.4): days accrue by themselves, two people confirm them, somebody pays
// them out. What is accrued may be voided with a reason, nothing later.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { commaList, decimal, decimalText, id, integer, siteInfoId } from '../fields.ts';
import { changeReason, shownReason } from '../staff/calls.ts';
import { profitRow } from './profit-calls.ts';

/** Lines of a preview, and shares that are paid at once. */
export const MOST_SETTLED_LINES = 1_000;
/** Korean days of one list. */
export const MOST_SETTLED_DAYS = 92;
/** Rows of one part of a file. */
export const MOST_PROFIT_LINES = 10_000;

const date = z.string().regex(/^20\d\d-[01]\d-[0-3]\d$/);
const currency = z.string().regex(/^[A-Z0-9]{1,12}$/);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const status = /^(ACCRUED|CONFIRMED|PAID|VOID)$/;

export const settlementDays = defineCall('staff', 'GET', '/api/office/partner/settlement/days', {
  right: 'BOOKS_READ',
  summary: 'The shares of partners by Korean day and currency, summed by status, newest first',
  // It adds up all rows of the site in up to 92 days.
  cost: 10,
  query: z.object({ fromDate: date, toDate: date, siteInfoId }),
  reply: z.object({
    content: z.array(
      z.object({
        date: z.string(),
        currency: z.string(),
        partners: z.int(),
        rows: z.int(),
        accrued: decimalText,
        confirmed: decimalText,
        paid: decimalText,
        voided: decimalText,
        /** Not over yet: counted anew now and then, and not to be confirmed. */
        isRunning: z.boolean(),
      }),
    ),
    /** The last day that was accrued; null before the first. */
    accruedDate: z.string().nullable(),
    /** Days that are over and wait for it. */
    daysBehind: z.int(),
    nextMillis: z.int(),
  }),
});

const line = z.object({
  partnerId: z.int(),
  name: z.string(),
  code: z.string(),
  level: z.int(),
  /** Into which it is paid; null where the site has none for it. */
  wallet: z.string().nullable(),
  currency: z.string(),
  fromDate: z.string(),
  throughDate: z.string(),
  rows: z.int(),
  amount: decimalText,
  /** Not above zero: it stays accrued and reduces what comes later. */
  isHeld: z.boolean(),
});
export type SettlementLine = z.output<typeof line>;

const currencySum = z.object({ currency: z.string(), amount: decimalText, partners: z.int() });
const currencySums = z.array(currencySum);

export const previewSettlement = defineCall('staff', 'GET', '/api/office/partner/settlement/preview', {
  right: 'BOOKS_READ',
  summary:
    'What would be confirmed up to the end of a Korean day: one line for each partner and wallet, sums exact',
  cost: 6,
  query: z.object({ throughDate: date, siteInfoId }),
  reply: z.object({
    /** Largest amounts first, at most MOST_SETTLED_LINES. */
    content: z.array(line),
    hasMore: z.boolean(),
    /** Of everything that would be confirmed, also beyond the lines. */
    sums: currencySums,
    /** What stays because it is not above zero. */
    held: currencySums,
    /** Somebody has asked for this already, and it waits for a second person. */
    waiting: z.int().nullable(),
  }),
});

export const confirmSettlement = defineCall('staff', 'POST', '/api/office/partner/settlement/confirm', {
  right: 'MONEY_GRANT',
  stepUp: true,
  summary:
    'Ask to confirm all accrued shares up to the end of a Korean day; a second person of staff must approve it',
  limit: { per: 'player', max: 30, windowMs: 3_600_000 },
  body: z.object({
    throughDate: date,
    /** As the preview said; refused when they are others by now. */
    sums: z.array(z.object({ currency, amount: decimal })).max(32),
    reason: shownReason,
    siteInfoId,
  }),
  reply: z.object({ waiting: z.int() }),
  refusals: ['SETTLEMENT_NOTHING', 'SETTLEMENT_CHANGED', 'ALREADY_PROCESSED'],
});

const share = z.object({
  /** Of the confirmation; null while it is being confirmed. */
  id: z.int().nullable(),
  partnerId: z.int(),
  name: z.string(),
  code: z.string(),
  wallet: z.string(),
  currency: z.string(),
  fromDate: z.string(),
  throughDate: z.string(),
  amount: decimalText,
  /** CONFIRMING: approved, and the desk has not answered yet. */
  status: z.enum(['CONFIRMING', 'CONFIRMED', 'PAID']),
  confirmedMillis: z.int().nullable(),
  paidMillis: z.int().nullable(),
  requestedBy: z.int(),
  approvedBy: z.int(),
  paidBy: z.int().nullable(),
});
export type PartnerShareLine = z.output<typeof share>;

export const settlementShares = defineCall('staff', 'GET', '/api/office/partner/settlement/shares', {
  right: 'BOOKS_READ',
  summary: 'Confirmed and paid shares, newest first',
  cost: 3,
  query: z.object({
    statusStrs: commaList(3, /^(CONFIRMING|CONFIRMED|PAID)$/).optional(),
    partnerId: id.optional(),
    before: id.optional(),
    size: integer(1, 100).default(50),
    siteInfoId,
  }),
  reply: z.object({
    content: z.array(share),
    next: z.int().nullable(),
    /** Of all that is confirmed and not paid. */
    unpaid: currencySums,
    /** Who waits for it: one with shares in several currencies is one. */
    unpaidPartners: z.int(),
  }),
});

export const previewPayment = defineCall('staff', 'GET', '/api/office/partner/settlement/payment', {
  right: 'BOOKS_READ',
  summary:
    'What one payment of confirmed shares would pay: of all partners up to a Korean day, or of one of them',
  cost: 3,
  query: z.object({ throughDate: date, partnerId: id.optional(), siteInfoId }),
  reply: z.object({
    sums: z.array(currencySum.extend({ shares: z.int() })),
    /** Whether there are more than one payment pays. */
    hasMore: z.boolean(),
    /** Of the shares that would be paid; the payment sends it along. */
    digest: z.string(),
  }),
});

export const paySettlement = defineCall('staff', 'POST', '/api/office/partner/settlement/pay', {
  right: 'MONEY_DECIDE',
  stepUp: true,
  money: true,
  summary:
    'Pay confirmed shares into the wallets of the partners, oldest first: all up to a Korean day, or those of one partner',
  body: z.object({
    throughDate: date,
    partnerId: id.optional(),
    /** As the preview said; refused when other shares would be paid by now. */
    digest,
    reason: changeReason,
    siteInfoId,
  }),
  reply: z.object({
    paid: z.int(),
    sums: currencySums,
    /** Whether there are more than one request pays: ask again. */
    hasMore: z.boolean(),
  }),
  refusals: ['SETTLEMENT_NOTHING', 'SETTLEMENT_CHANGED', 'SECOND_PERSON_NEEDED'],
});

export const voidProfit = defineCall('staff', 'POST', '/api/office/partner/settlement/void', {
  right: 'MONEY_DECIDE',
  stepUp: true,
  summary: 'Void what a partner accrued on a Korean day, with a reason that the partner reads',
  body: z.object({
    partnerId: id,
    date,
    /** All of them without it. */
    currency: currency.optional(),
    reason: shownReason,
    siteInfoId,
  }),
  reply: z.object({ rows: z.int(), sums: z.array(z.object({ currency: z.string(), amount: decimalText })) }),
  refusals: ['SETTLEMENT_NOTHING'],
});

const rowFilters = {
  fromDate: date,
  toDate: date,
  partnerId: id.optional(),
  statusStrs: commaList(4, status).optional(),
  before: id.optional(),
  siteInfoId,
};

export const settlementRows = defineCall('staff', 'GET', '/api/office/partner/settlement/rows', {
  right: 'BOOKS_READ',
  summary: 'The single rows of partners’ shares, newest first',
  cost: 4,
  query: z.object({ ...rowFilters, size: integer(1, 100).default(50) }),
  reply: z.object({ content: z.array(profitRow), next: z.int().nullable() }),
});

export const settlementCsv = defineCall('staff', 'GET', '/api/office/partner/settlement/csv', {
  right: 'BOOKS_READ',
  summary:
    'The same as a file, in parts of ten thousand rows: the header x-next says where the next part begins, absent after the last',
  cost: 20,
  limit: { per: 'player', max: 10, windowMs: 60_000 },
  answersFile: true,
  query: z.object(rowFilters),
  reply: z.unknown(),
});
