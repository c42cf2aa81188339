// The market as staff see it: every instrument once with what each product does with it, the calendars of the exchanges,
// and how well prices come in. Nobody can change a tick.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, integer, siteInfoId } from '../fields.ts';
import { changeReason, waitingRequest } from '../staff/calls.ts';

const isoDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const condition = z.enum(['OPEN', 'CLOSED', 'WAITING', 'STALE', 'SUSPECT']);

const traded = z.object({
  /** The product that trades it, and the number by which its calls name it. */
  product: z.string(),
  option: z.int(),
  /** The type of rounds, where a product trades it in several. */
  type: z.string().nullable(),
  mode: z.enum(['NORMAL', 'REDUCE_ONLY', 'STOPPED']),
  /** What players read of the stop. */
  reason: z.string().nullable(),
  players: z.int(),
  positions: z.int(),
  /** Most contracts of one player, where the product has such a limit. */
  most: z.int().nullable(),
  month: z.string().nullable(),
  lastTradingDate: isoDate.nullable(),
});

export const marketList = defineCall('staff', 'GET', '/api/office/market/list', {
  right: 'MARKET_READ',
  summary: 'Every instrument once, with its state in each product that trades it',
  cost: 3,
  query: z.object({ siteInfoId }),
  reply: z.object({
    nowMillis: z.int(),
    content: z.array(
      z.object({
        instrumentId: z.int(),
        stock: z.string(),
        koName: z.string(),
        kind: z.string(),
        currency: z.string(),
        /** Of the exchange; null where it never closes. */
        calendar: z.string().nullable(),
        tickSize: decimalText,
        /** What a tick of one contract is worth, in the instrument's own currency. */
        tickValue: decimalText,
        lastPrice: decimalText.nullable(),
        condition,
        isRest: z.boolean(),
        nextOpenMillis: z.int().nullable(),
        /** The strictest of its products. */
        state: z.enum(['NORMAL', 'REDUCE_ONLY', 'STOPPED']),
        traded: z.array(traded),
      }),
    ),
  }),
});

const exceptionKind = z.enum(['HOLIDAY', 'EARLY_CLOSE', 'LATE_OPENING', 'OTHER_HOURS', 'USUAL']);

export const calendarList = defineCall('staff', 'GET', '/api/office/calendar/list', {
  right: 'MARKET_READ',
  summary: 'When the exchanges trade, by the function that decides it, with holidays and changed hours',
  cost: 2,
  query: z.object({ siteInfoId, from: isoDate, days: integer(1, 42).default(7) }),
  reply: z.object({
    /** Midnights in Korea. */
    fromMillis: z.int(),
    toMillis: z.int(),
    calendars: z.array(
      z.object({
        code: z.string(),
        koName: z.string(),
        zone: z.string(),
        days: z.array(
          z.object({
            tradeDate: isoDate,
            stretches: z.array(z.object({ opensMillis: z.int(), closesMillis: z.int() })),
          }),
        ),
        exceptions: z.array(
          z.object({
            date: isoDate,
            kind: exceptionKind,
            /** `09:30-12:00` by the clock of the exchange; empty on a holiday. */
            hours: z.string(),
            /** What staff wrote; null of what came with the calendar. */
            note: z.string().nullable(),
            /** Of a holiday: when it would have traded. */
            wouldTrade: z.array(z.object({ opensMillis: z.int(), closesMillis: z.int() })),
          }),
        ),
        /** When its clocks change, from a month before to two months after. */
        clockChanges: z.array(z.object({ atMillis: z.int(), beforeMinutes: z.int(), afterMinutes: z.int() })),
      }),
    ),
  }),
  refusals: ['CALENDAR_INVALID'],
});

const checkedLine = z.object({
  /** Counts from 1 with the header. */
  line: z.int(),
  calendar: z.string(),
  date: z.string(),
  hours: z.string(),
  note: z.string(),
  kind: exceptionKind.nullable(),
  /** Null where it can be entered. */
  fault: z
    .enum([
      'LINE',
      'CALENDAR',
      'DATE',
      'HOURS',
      'NOTE',
      'TWICE',
      'DATE_RANGE',
      'BEGUN',
      'SAME',
      'OVERLAPS',
      'EXPIRY',
    ])
    .nullable(),
});

/** The header is `calendar,date,hours,note`. */
const csv = z.string().max(20_000);

export const checkCalendar = defineCall('staff', 'POST', '/api/office/calendar/check', {
  right: 'MARKET_CONTROL',
  summary:
    'Check lines of a calendar against the function that decides when exchanges trade; nothing is changed',
  limit: { per: 'player', max: 60, windowMs: 60_000 },
  cost: 2,
  body: z.object({ siteInfoId, csv }),
  reply: z.object({ lines: z.array(checkedLine), isValid: z.boolean() }),
});

export const changeCalendar = defineCall('staff', 'POST', '/api/office/calendar/change', {
  right: 'MARKET_CONTROL',
  stepUp: true,
  summary:
    'Ask that these lines be entered: all or none, for dates that have not begun. Calendars are common to all sites: only staff who run the platform (level 1) ask and approve',
  limit: { per: 'player', max: 30, windowMs: 60_000 },
  cost: 2,
  body: z.object({ siteInfoId, csv, reason: changeReason }),
  reply: z.object({ lines: z.array(checkedLine), ...waitingRequest }),
  refusals: ['FORBIDDEN', 'CALENDAR_INVALID', 'ALREADY_PROCESSED'],
});

export const feedHealth = defineCall('staff', 'GET', '/api/office/feed/list', {
  right: 'MARKET_READ',
  summary:
    'How fresh the prices of every instrument are, their gaps of today, and a second source beside them',
  cost: 2,
  query: z.object({ siteInfoId }),
  reply: z.object({
    nowMillis: z.int(),
    source: z.string(),
    /** Null where prices are compared with no other source. */
    secondSource: z.string().nullable(),
    /** A share: a larger difference for some seconds is suspect. */
    deviationMost: decimalText,
    /** Since when ticks and gaps are counted: midnight in Korea, or the start of the process. */
    countedSinceMillis: z.int(),
    /** Ticks of instruments that are not listed. */
    unknown: z.int(),
    content: z.array(
      z.object({
        instrumentId: z.int(),
        stock: z.string(),
        koName: z.string(),
        kind: z.string(),
        source: z.string(),
        condition,
        staleMillis: z.int(),
        lastPrice: decimalText.nullable(),
        /** The source's time of the newest tick, and ours. */
        tickMillis: z.int().nullable(),
        receivedMillis: z.int().nullable(),
        ticks: z.int(),
        gaps: z.int(),
        longestGapMillis: z.int(),
        /** When the last gap ended. */
        lastGapMillis: z.int().nullable(),
        second: z
          .object({
            price: decimalText,
            receivedMillis: z.int(),
            /** A share of the second price; null while one of them is not fresh. */
            deviation: decimalText.nullable(),
            /** Since when it is too large. */
            suspectSinceMillis: z.int().nullable(),
          })
          .nullable(),
      }),
    ),
  }),
});
