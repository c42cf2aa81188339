// The limits of exposure of a site, and what happens when one is reached.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, flag, id, integer, siteInfoId } from '../fields.ts';
import { changeReason, waitingRequest } from '../staff/calls.ts';

/** What fires an alert when it comes near its limit. */
export const RISK_RULES = [
  /** Won, of all instruments together and of one. */
  'netTotal',
  'netInstrument',
  /** Won, of the longs or of the shorts of one instrument. */
  'sideInstrument',
  /** Percent of the stakes of a round that lie on one side. */
  'roundSkew',
  /** Accounts with less than a tenth of room. */
  'nearAccounts',
  /** Seconds since the last price of an instrument whose market is open. */
  'feedSilent',
  'withdrawalsWaiting',
  /** Won that the house has lost within the last hour. */
  'houseLoss',
] as const;
export type RiskRule = (typeof RISK_RULES)[number];

export const RISK_LIMITS = [
  ...RISK_RULES,
  /** Rounds with smaller stakes in won are not judged by their skew. */
  'roundSkewFrom',
  /** Won that the house would have to pay in a stress test. */
  'payoutMost',
] as const;
export type RiskLimit = (typeof RISK_LIMITS)[number];

const each = <Field extends z.ZodType>(field: Field) =>
  Object.fromEntries(RISK_LIMITS.map((name) => [name, field])) as Record<RiskLimit, Field>;

export const riskLimits = z.object(each(decimalText));

export const riskLimitList = defineCall('staff', 'GET', '/api/office/risk/limit', {
  right: 'RISK_READ',
  summary: 'The limits of exposure of this site',
  query: z.object({ siteInfoId }),
  reply: riskLimits,
});

export const changeRiskLimits = defineCall('staff', 'POST', '/api/office/risk/limit', {
  right: 'MARKET_CONTROL',
  stepUp: true,
  summary: 'Change limits of exposure: a second member of staff approves it',
  body: z.object({ siteInfoId, ...each(decimal.optional()), reason: changeReason }),
  reply: z.object(waitingRequest),
  refusals: ['SETTING_INVALID', 'ALREADY_PROCESSED'],
});

const alert = z.object({
  riskAlertId: z.int(),
  rule: z.enum(RISK_RULES),
  /** The instrument or round; empty where there is none. */
  subject: z.string(),
  /** NEAR from 80 % of the limit on, OVER at the limit. */
  level: z.enum(['NEAR', 'OVER']),
  value: decimalText,
  limit: decimalText,
  firedMillis: z.int(),
  /** Null while it lasts. */
  clearedMillis: z.int().nullable(),
  acknowledgedBy: z.int().nullable(),
  acknowledgedMillis: z.int().nullable(),
});

export const riskAlerts = defineCall('staff', 'GET', '/api/office/risk/alert/list', {
  right: 'RISK_READ',
  summary: 'Alerts, newest first; those that nobody has acknowledged are counted up to a hundred',
  query: z.object({
    siteInfoId,
    waiting: flag.optional(),
    before: integer(1, Number.MAX_SAFE_INTEGER).optional(),
    size: integer(1, 100).default(20),
  }),
  reply: z.object({ content: z.array(alert), waiting: z.int() }),
});

export const acknowledgeRiskAlert = defineCall('staff', 'POST', '/api/office/risk/alert/acknowledge', {
  right: 'MARKET_CONTROL',
  summary: 'Note that an alert was seen and is being dealt with',
  body: z.object({ siteInfoId, riskAlertId: id, reason: changeReason }),
  reply: alert,
  refusals: ['RISK_ALERT_NOT_FOUND', 'ALREADY_PROCESSED'],
});
