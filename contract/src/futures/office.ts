// What staff may do to coin futures: change the settings of an instrument, its mode among them. Nobody can change a tick or a fill.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, integer, siteInfoId } from '../fields.ts';
import { changeReason, waitingRequest } from '../staff/calls.ts';
import { changeEffect } from '../staff/effect.ts';
import { futuresOptionId } from './wire.ts';

const mode = z.enum(['NORMAL', 'REDUCE_ONLY', 'STOPPED']);
const leverageWithPosition = z.enum(['RAISE', 'FORBID']);

const setting = z.object({
  futuresOptionId: z.int(),
  contractType: z.enum(['LINEAR', 'HYBRID', 'INVERSE']),
  qtyStep: decimalText,
  qtyLeast: decimalText,
  notionalLeast: decimalText,
  leverageMost: z.int(),
  /** The name of the table of tiers: its rows are those of `terms.tiers`. */
  tierTable: z.string(),
  feeRate: decimalText,
  liquidationFeeRate: decimalText,
  warnRatio: decimalText,
  leverageWithPosition,
  mode,
  isChanged: z.boolean(),
});

export const futuresSetting = defineCall('staff', 'GET', '/api/office/futures/setting', {
  right: 'MARKET_READ',
  summary: 'The settings of an instrument on this site',
  query: z.object({ siteInfoId, futuresOptionId }),
  reply: setting,
  refusals: ['OPTION_NOT_FOUND'],
});

const changes = {
  /** How the same contract is entered and shown (docs/rules.md 3.2); an inverse contract stays one. */
  contractType: z.enum(['LINEAR', 'HYBRID']).optional(),
  notionalLeast: decimal.optional(),
  leverageMost: integer(1, 1_000).optional(),
  tierTable: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/)
    .optional(),
  feeRate: decimal.optional(),
  liquidationFeeRate: decimal.optional(),
  warnRatio: decimal.optional(),
  leverageWithPosition: leverageWithPosition.optional(),
  mode: mode.optional(),
};

export const futuresSettingEffect = defineCall('staff', 'GET', '/api/office/futures/setting/effect', {
  right: 'MARKET_READ',
  summary: 'What a change of settings would do to open positions; nothing is changed',
  cost: 5,
  query: z.object({ siteInfoId, futuresOptionId, ...changes }),
  reply: changeEffect,
  refusals: ['OPTION_NOT_FOUND', 'SETTING_INVALID'],
});

export const changeFuturesSetting = defineCall('staff', 'POST', '/api/office/futures/setting', {
  right: 'MARKET_CONTROL',
  stepUp: true,
  summary:
    'Change settings of an instrument. What touches open positions (fees, tiers, warning, stopping) waits for a second member of staff',
  body: z.object({ siteInfoId, futuresOptionId, ...changes, reason: changeReason }),
  reply: setting.extend(waitingRequest),
  refusals: ['OPTION_NOT_FOUND', 'SETTING_INVALID', 'ALREADY_PROCESSED'],
});
