// What partners earn (docs/rules.md 7.4): rows by Korean day, as a partner sees them. A partner sees their own line of the
// tree and nothing of a member but how many there are.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { commaList, decimalText, flag, listOf, pageOf, siteInfoId } from '../fields.ts';
import { dates } from '../moment.ts';

/** DIRECT of own members, DIFFERENCE of the line of a partner below, REVERSAL of what was taken back. */
export const PROFIT_TYPES = ['DIRECT', 'DIFFERENCE', 'REVERSAL'] as const;
/** ACCRUED by the day, CONFIRMED by two of staff, PAID into the wallet; VOID by staff, with a reason. */
export const PROFIT_STATUSES = ['ACCRUED', 'CONFIRMED', 'PAID', 'VOID'] as const;
/** Partners below that one answer lists. */
export const MOST_TREE_NODES = 200;
/** Korean days of one dashboard. */
export const MOST_DASHBOARD_DAYS = 92;
/** Paging of shares ends after this many rows, the newest ones; for the others one asks for fewer days at once. */
export const MOST_LISTED_PROFITS = 10_000;

const base = z.enum(['TURNOVER', 'FEE']);
const sums = z.array(z.object({ currency: z.string(), amount: decimalText }));

export const profitRow = z.object({
  id: z.int(),
  /** The Korean day, such as 2026-11-14. */
  date: z.string(),
  type: z.enum(PROFIT_TYPES),
  product: z.string(),
  base,
  /** Below zero in a REVERSAL. */
  baseAmount: decimalText,
  /** Of a DIFFERENCE the own rate less that of the partner below. */
  rate: decimalText,
  amount: decimalText,
  currency: z.string(),
  status: z.enum(PROFIT_STATUSES),
  /** The day is not over: the amount still grows and is counted anew. Its number changes with it. */
  isRunning: z.boolean(),
  /** Who earns it. */
  partnerId: z.int(),
  partnerName: z.string(),
  partnerCode: z.string(),
  /** Of a line: the partner below, one level down. Null for own members. */
  lineId: z.int().nullable(),
  lineName: z.string().nullable(),
  lineCode: z.string().nullable(),
  /** Members who moved something of it. */
  players: z.int(),
  /** Of a row that was voided. */
  voidReason: z.string().nullable(),
});
export type ProfitRow = z.output<typeof profitRow>;

export const myProfits = defineCall('player', 'GET', '/api/partner_profit/my_list', {
  summary: 'What a partner earned by Korean day, newest first; with isChildren also what those below earned',
  cost: 5,
  query: z.object({
    /** As in the specification; there is one form of the answer. */
    resultType: z.string().max(20).optional(),
    isChildren: flag.default(false),
    typeStrs: commaList(3, /^(DIRECT|DIFFERENCE|REVERSAL)$/).optional(),
    ...dates,
    ...pageOf,
    siteInfoId,
  }),
  reply: listOf(profitRow).extend({
    totals: z.object({
      /** Own shares of the last thirty Korean days with today, void ones excluded. */
      sum30: sums,
      /** Own shares that are not paid yet. */
      receivable: sums,
      /** When the next day is accrued. */
      nextPayMillis: z.int(),
    }),
  }),
  refusals: ['PARTNERS_ONLY'],
});

const nodeRates = z.array(z.object({ product: z.string(), base, rate: decimalText }));

const treeNode = z.object({
  id: z.int(),
  parentId: z.int().nullable(),
  name: z.string(),
  code: z.string(),
  /** 1 head office, 2 branch, 3 distributor, 4 shop. */
  level: z.int(),
  /** Under this partner and all below, at most MOST_COUNTED_BELOW. */
  members: z.int(),
  /** Of today. */
  rates: nodeRates,
  /** Own shares in the period, void ones excluded. */
  amounts: sums,
});
export type PartnerNode = z.output<typeof treeNode>;

export const partnerDashboard = defineCall('player', 'GET', '/api/partner/dashboard', {
  summary: 'What a partner and the line below earned in a period, by day, with members and the referral link',
  // A head office reads the rows of two hundred partners and counts the members of each.
  cost: 15,
  query: z.object({
    /** Without dates the last thirty Korean days with today. */
    ...dates,
    siteInfoId,
  }),
  reply: z.object({
    startDate: z.string(),
    endDate: z.string(),
    /** One for each currency in which something was earned or may be, the first is KRW. */
    currencies: z.array(
      z.object({
        currency: z.string(),
        /** Own shares in the period, void ones excluded. */
        amount: decimalText,
        /** Own shares that are not paid yet, of all time. */
        receivable: decimalText,
        /** What members below paid in fees, and what they staked, in the period: the bases of the shares. */
        fees: decimalText,
        turnover: decimalText,
        /** Every day of the period, oldest first. */
        days: z.array(z.object({ date: z.string(), amount: decimalText, isRunning: z.boolean() })),
      }),
    ),
    nextPayMillis: z.int(),
    /** When the running day was counted last; null before its first time. */
    countedMillis: z.int().nullable(),
    /** Own members, and with those of all partners below; both at most MOST_COUNTED_BELOW. */
    members: z.int(),
    membersBelow: z.int(),
    /** Of those below, in this Korean month; at most MOST_COUNTED_BELOW. */
    joinedThisMonth: z.int(),
    rates: z.array(z.object({ product: z.string(), base, rate: decimalText, next: decimalText.nullable() })),
    code: z.string(),
    /** Without a scheme, as in maru.example/ref/K2094. */
    referralLink: z.string(),
    /** Oneself first, each partner before those below and siblings by age; at most MOST_TREE_NODES. */
    tree: z.array(treeNode),
    hasMoreNodes: z.boolean(),
  }),
  refusals: ['PARTNERS_ONLY'],
});
