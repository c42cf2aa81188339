// The limits of exposure of a site, and what happens when one is reached.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, flag, id, integer, siteInfoId } from '../fields.ts';
import { changeReason, waitingRequest } from '../staff/calls.ts';
import { RISK_LIMITS, RISK_RULES, type RiskLimit } from './rules.ts';

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
