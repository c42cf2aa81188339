// The calendar of economic indicators: read by everybody, imported by staff.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { epochMillis, integer, siteInfoId } from '../fields.ts';
import { moment } from '../moment.ts';
import { changeReason } from '../staff/calls.ts';

const indicator = z.object({
  atMillis: z.int(),
  /** Two letters: US, EU, KR. */
  country: z.string(),
  code: z.string(),
  nameKo: z.string(),
  nameEn: z.string(),
  /** 1 low, 2 medium, 3 high. */
  importance: z.int(),
  /** Decimals, null where there is none; what has not happened yet has no actual figure. */
  previous: z.string().nullable(),
  forecast: z.string().nullable(),
  actual: z.string().nullable(),
  /** Such as %, K or $B: a sign of money stands before the figure, all else after it. */
  unit: z.string(),
});
export type WireIndicator = z.output<typeof indicator>;

/** Nights belong to the evening before them: a day of the calendar begins at this hour in Korea. */
export const DAY_BEGINS_HOUR = 6;

export const economicList = defineCall('public', 'GET', '/api/economic/list', {
  summary: 'The economic indicators of days of the calendar, in the order of their times',
  // Both languages are in the answer, so one serves everybody.
  shared: true,
  cost: 2,
  query: z.object({
    siteInfoId,
    /** The first day; absent: today in Korea. */
    date: moment.optional(),
    days: integer(1, 7).default(1),
    /** The least importance. */
    importance: integer(1, 3).default(1),
  }),
  reply: z.object({
    /** Generated examples: nobody imported real ones yet. */
    isSample: z.boolean(),
    content: z.array(indicator),
  }),
});

/** Names a release. */
const release = {
  atMillis: epochMillis,
  country: z.string().regex(/^[A-Z]{2}$/),
  code: z.string().regex(/^[A-Z0-9_]{1,40}$/),
};

const reminders = z.object({
  /** Of those that are still to come, in the order of their times. */
  reminders: z.array(z.object({ atMillis: z.int(), country: z.string(), code: z.string() })),
});

/** A reminder comes so long before the release; one that is asked for later comes at the release. */
export const REMINDED_BEFORE_MINUTES = 10;

export const economicReminders = defineCall('player', 'GET', '/api/economic/reminder', {
  summary: 'Of which releases I am reminded',
  query: z.object({ siteInfoId }),
  reply: reminders,
});

export const setEconomicReminder = defineCall('player', 'POST', '/api/economic/reminder', {
  summary: 'Be reminded of a release ten minutes before it, or no more; a second time changes nothing',
  limit: { per: 'player', max: 60, windowMs: 60_000 },
  body: z.object({ siteInfoId, ...release, isOn: z.boolean() }),
  reply: reminders,
  refusals: ['ECONOMIC_RELEASED', 'TOO_MANY_REMINDERS'],
});

export const importEconomic = defineCall('staff', 'POST', '/api/office/economic/import_csv', {
  right: 'CONTENT_EDIT',
  summary:
    'Import indicators from CSV with the columns time,country,code,importance,name_ko,name_en,previous,forecast,actual,unit: all lines or none, and the same line again changes nothing. The first import removes the examples',
  limit: { per: 'player', max: 30, windowMs: 60_000 },
  body: z.object({ siteInfoId, csv: z.string().max(60_000), reason: changeReason }),
  reply: z.object({ lines: z.int(), added: z.int() }),
  refusals: ['ECONOMIC_CSV_INVALID', 'ECONOMIC_FULL'],
});
