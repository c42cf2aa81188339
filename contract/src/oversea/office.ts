// What staff may do to overseas futures: settings, the day's rates, and closing an instrument with a reason that is
// shown to the players. Nobody can change a tick or a fill.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, integer, siteInfoId } from '../fields.ts';
import { changeReason, shownReason, waitingRequest } from '../staff/calls.ts';
import { changeEffect } from '../staff/effect.ts';
import { overseaOptionId } from './calls.ts';

const setting = z.object({
  overseaOptionId: z.int(),
  entryMargin: decimalText,
  overnightMargin: decimalText,
  commission: decimalText,
  contractsMost: z.int(),
  playerContractsMost: z.int(),
  lossCutRate: decimalText,
  mode: z.enum(['NORMAL', 'REDUCE_ONLY', 'STOPPED']),
  /** Why it is closed, if staff closed it. */
  closedReason: z.string().nullable(),
  isChanged: z.boolean(),
});

export const overseaSetting = defineCall('staff', 'GET', '/api/office/oversea/setting', {
  right: 'MARKET_READ',
  summary: 'The settings of an instrument on this site',
  query: z.object({ siteInfoId, overseaOptionId }),
  reply: setting,
  refusals: ['OPTION_NOT_FOUND'],
});

const changes = {
  entryMargin: decimal.optional(),
  overnightMargin: decimal.optional(),
  commission: decimal.optional(),
  contractsMost: integer(1, 1_000).optional(),
  playerContractsMost: integer(1, 1_000).optional(),
  lossCutRate: decimal.optional(),
  mode: z.enum(['NORMAL', 'REDUCE_ONLY', 'STOPPED']).optional(),
};

export const changeOverseaSetting = defineCall('staff', 'POST', '/api/office/oversea/setting', {
  right: 'MARKET_CONTROL',
  stepUp: true,
  summary:
    'Change settings of an instrument. What touches open positions (overnight margin, commission, loss-cut rate, stopping) waits for a second member of staff',
  body: z.object({ siteInfoId, overseaOptionId, ...changes, reason: changeReason }),
  reply: setting.extend(waitingRequest),
  refusals: ['OPTION_NOT_FOUND', 'SETTING_INVALID', 'ALREADY_PROCESSED'],
});

export const overseaSettingEffect = defineCall('staff', 'GET', '/api/office/oversea/setting/effect', {
  right: 'MARKET_READ',
  summary: 'What a change of settings would do to open positions; nothing is changed',
  cost: 5,
  query: z.object({ siteInfoId, overseaOptionId, ...changes }),
  reply: changeEffect,
  refusals: ['OPTION_NOT_FOUND', 'SETTING_INVALID'],
});

export const closeOverseaOption = defineCall('staff', 'POST', '/api/office/oversea/close', {
  right: 'MARKET_CONTROL',
  stepUp: true,
  summary:
    'Ask that an instrument be closed; when a second member of staff approves, every position on it is closed at the last price and every order cancelled',
  body: z.object({ siteInfoId, overseaOptionId, reason: shownReason }),
  reply: setting.extend(waitingRequest),
  refusals: ['OPTION_NOT_FOUND', 'ALREADY_PROCESSED', 'NO_FRESH_PRICE'],
});

export const closeEffect = defineCall('staff', 'GET', '/api/office/oversea/close/effect', {
  right: 'MARKET_READ',
  summary: 'What closing an instrument would do: every position at the last price; nothing is changed',
  cost: 5,
  query: z.object({ siteInfoId, overseaOptionId }),
  reply: changeEffect,
  refusals: ['OPTION_NOT_FOUND', 'NO_FRESH_PRICE'],
});

export const reopenOverseaOption = defineCall('staff', 'POST', '/api/office/oversea/reopen', {
  right: 'MARKET_CONTROL',
  stepUp: true,
  summary: 'Let a closed instrument be traded again',
  body: z.object({ siteInfoId, overseaOptionId }),
  reply: setting,
  refusals: ['OPTION_NOT_FOUND', 'ALREADY_PROCESSED'],
});

const dayRate = z.object({
  base: z.string(),
  counter: z.string(),
  rate: decimalText,
  /** 09:00 in Korea of the business day from which it is valid. */
  sinceMillis: z.int(),
});

export const dayRates = defineCall('staff', 'GET', '/api/office/oversea/rate/list', {
  right: 'MARKET_READ',
  summary: 'The rates in force and those entered for the next business day',
  query: z.object({ siteInfoId }),
  reply: z.array(dayRate),
});

const base = z.string().regex(/^[A-Z]{3,8}$/);

export const rateEffect = defineCall('staff', 'GET', '/api/office/oversea/rate/effect', {
  right: 'MARKET_READ',
  summary: 'What open positions would be worth more or less by another rate; nothing is changed',
  cost: 5,
  query: z.object({ siteInfoId, base, rate: decimal }),
  reply: changeEffect,
  refusals: ['SETTING_INVALID'],
});

export const enterDayRate = defineCall('staff', 'POST', '/api/office/oversea/rate', {
  right: 'MARKET_CONTROL',
  stepUp: true,
  summary:
    'Enter the rate of a currency for the next business day, for a second member of staff to approve; the day that runs keeps its own',
  body: z.object({ siteInfoId, base, rate: decimal, reason: changeReason }),
  reply: dayRate.extend(waitingRequest),
  refusals: ['SETTING_INVALID', 'ALREADY_PROCESSED'],
});
