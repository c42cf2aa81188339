// The books of a site: single movements of money, the balance sheet, the income statement, and reports by day.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, id, integer, siteInfoId } from '../fields.ts';
import { SECTIONS } from './kinds.ts';

/** At most so many days in one statement or report. */
export const MOST_BOOK_DAYS = 92;
/** About so many lines in one part of a file. */
export const MOST_LEDGER_LINES = 10_000;

const date = z.string().regex(/^20\d\d-[01]\d-[0-3]\d$/);

/** One end of a movement: a purse of a member, or one of the house. */
const end = z.object({
  /** `free` or `wait` of a member; the purpose of a purse of the house. */
  kind: z.string(),
  playerId: z.int().nullable(),
  walletType: z.string().nullable(),
});

const ledgerLine = z.object({
  event: z.int(),
  leg: z.int(),
  atMillis: z.int(),
  /** What happened; null where only its movements are listed. */
  eventKind: z.string().nullable(),
  /** Of bets and their payments. */
  roundId: z.int().nullable(),
  reason: z.string(),
  currency: z.string(),
  amount: decimalText,
  from: end,
  to: end,
  /** In the list of a site a payment to many members is one line for each reason; then these are all of them. */
  moves: z.int(),
});
export type LedgerLine = z.output<typeof ledgerLine>;

const movementFilters = {
  siteInfoId,
  playerId: id.optional(),
  tradeRoundId: id.optional(),
  reason: z
    .string()
    .regex(/^[A-Z_0-9]{1,40}$/)
    .optional(),
  kind: z
    .string()
    .regex(/^[\w:.-]{1,64}$/)
    .optional(),
  currency: z
    .string()
    .regex(/^[A-Z0-9]{1,12}$/)
    .optional(),
  /** Only what was moved up to the end of this Korean day. */
  date: date.optional(),
};

export const ledgerList = defineCall('staff', 'GET', '/api/office/books/ledger', {
  right: 'BOOKS_READ',
  summary:
    'Movements of money with both ends, newest first: all of a member, or those of the site, where a payment of a round is added up',
  cost: 4,
  query: z.object({ ...movementFilters, before: id.optional(), size: integer(1, 100).default(50) }),
  reply: z.object({
    content: z.array(ledgerLine),
    /** Where the next page begins; null when there is nothing older. A page may have fewer lines than were asked for. */
    next: z.int().nullable(),
  }),
  refusals: ['ACCOUNT_NOT_FOUND'],
});

export const ledgerCsv = defineCall('staff', 'GET', '/api/office/books/ledger/csv', {
  right: 'BOOKS_READ',
  summary:
    'The same as a file, in parts of ten thousand lines: the header x-next says where the next part begins, absent after the last',
  cost: 20,
  limit: { per: 'player', max: 60, windowMs: 60_000 },
  answersFile: true,
  query: z.object({ ...movementFilters, before: id.optional() }),
  reply: z.unknown(),
  refusals: ['ACCOUNT_NOT_FOUND'],
});

const sheetLine = z.object({ kind: z.string(), section: z.enum(SECTIONS), amount: decimalText });

export const balanceSheet = defineCall('staff', 'GET', '/api/office/books/sheet', {
  right: 'BOOKS_READ',
  summary: 'What the house has, owes and has earned at the end of a Korean day, with the zero-sum check',
  cost: 4,
  query: z.object({ siteInfoId, date: date.optional() }),
  reply: z.object({
    date: z.string(),
    /** The first day that is in the books. */
    firstDate: z.string().nullable(),
    currencies: z.array(
      z.object({
        currency: z.string(),
        lines: z.array(sheetLine),
        assets: decimalText,
        members: decimalText,
        escrow: decimalText,
        result: decimalText,
        /** Assets less what is owed less the result: always 0. */
        difference: decimalText,
      }),
    ),
    /** The same sums counted from every single purse at one moment, and what differs from the books of that moment. */
    check: z.object({
      countedMillis: z.int(),
      batch: z.int(),
      isEqual: z.boolean(),
      differences: z.array(
        z.object({ currency: z.string(), kind: z.string(), books: decimalText, purses: decimalText }),
      ),
    }),
  }),
});

const period = z.object({ siteInfoId, fromDate: date, toDate: date });

const incomeLine = z.object({
  currency: z.string(),
  kind: z.string(),
  reason: z.string(),
  /** Above zero for income, below for an expense. */
  amount: decimalText,
  moves: z.int(),
});

export const incomeStatement = defineCall('staff', 'GET', '/api/office/books/income', {
  right: 'BOOKS_READ',
  summary: 'What the house has earned and spent in a period, by purse and reason',
  cost: 4,
  query: period,
  reply: z.object({
    content: z.array(incomeLine),
    totals: z.array(z.object({ currency: z.string(), amount: decimalText })),
  }),
});

const reportDay = z.object({
  date: z.string(),
  currency: z.string(),
  /** From outside to members, without practice money. */
  deposits: decimalText,
  withdrawals: decimalText,
  /** Practice money handed out less what was taken back. */
  practice: decimalText,
  /** Stakes of decided bets, void ones excluded. */
  betTurnover: decimalText,
  fees: decimalText,
  /** What members won from the house is below zero. By the house's purses of profit and loss. */
  profits: z.array(z.object({ kind: z.string(), amount: decimalText })),
  /** Everything the house earned less what it spent. */
  result: decimalText,
  moves: z.int(),
});
export type ReportDay = z.output<typeof reportDay>;

const turnoverDay = z.object({
  date: z.string(),
  product: z.string(),
  nameKo: z.string(),
  /**
   * STAKES of decided bets, void ones excluded (docs/rules.md 7.2); NOTIONAL of fills, those that close a position as those
   * that open one.
   */
  base: z.enum(['STAKES', 'NOTIONAL']),
  won: decimalText,
});
export type TurnoverDay = z.output<typeof turnoverDay>;

export const bookReport = defineCall('staff', 'GET', '/api/office/books/report', {
  right: 'BOOKS_READ',
  summary: 'Deposits, withdrawals, turnover, fees and profit by Korean day and currency, newest first',
  cost: 4,
  query: period,
  reply: z.object({
    content: z.array(reportDay),
    /** Of days that are over: how many members there were, and how many of them did something. */
    members: z.array(z.object({ date: z.string(), members: z.int(), active: z.int() })),
    /** What was traded or staked in every product, in won at the rates of the day: counted once an hour. */
    turnover: z.array(turnoverDay),
  }),
});

export const bookReportCsv = defineCall('staff', 'GET', '/api/office/books/report/csv', {
  right: 'BOOKS_READ',
  summary: 'The same as a file',
  cost: 10,
  limit: { per: 'player', max: 10, windowMs: 60_000 },
  answersFile: true,
  query: period.extend({ table: z.enum(['DAYS', 'TURNOVER']).default('DAYS') }),
  reply: z.unknown(),
});

const partnerSums = {
  currency: z.string(),
  deposits: decimalText,
  withdrawals: decimalText,
  betTurnover: decimalText,
  fees: decimalText,
  /** What the house earned by these members; not shown to partners. */
  result: decimalText.nullable(),
  /** What the partner earns of it by the rates of each day (docs/rules.md 7.3), before it is settled. */
  share: decimalText,
};

export const partnerStatements = defineCall('staff', 'GET', '/api/office/books/partners', {
  right: 'PARTNER_READ',
  summary: 'What all members below each partner moved in a period of closed days, by partner and currency',
  cost: 6,
  query: period.extend({
    after: integer(0, Number.MAX_SAFE_INTEGER).default(0),
    size: integer(1, 50).default(20),
  }),
  reply: z.object({
    content: z.array(z.object({ partnerId: z.int(), nick: z.string(), code: z.string(), ...partnerSums })),
    /** The partner after whom the next page begins; null when there are no more. */
    next: z.int().nullable(),
  }),
});

const partnerPeriod = period.extend({ partnerId: id });

export const partnerStatement = defineCall('staff', 'GET', '/api/office/books/partner', {
  right: 'PARTNER_READ',
  summary: 'What all members below one partner moved on each closed day, newest first',
  cost: 4,
  query: partnerPeriod,
  reply: z.object({
    nick: z.string(),
    code: z.string(),
    content: z.array(z.object({ date: z.string(), active: z.int(), ...partnerSums })),
  }),
  refusals: ['ACCOUNT_NOT_FOUND'],
});

export const partnerStatementCsv = defineCall('staff', 'GET', '/api/office/books/partner/csv', {
  right: 'PARTNER_READ',
  summary: 'The same as a file',
  cost: 10,
  limit: { per: 'player', max: 10, windowMs: 60_000 },
  answersFile: true,
  query: partnerPeriod,
  reply: z.unknown(),
  refusals: ['ACCOUNT_NOT_FOUND'],
});
