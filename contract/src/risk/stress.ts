// What would happen if prices moved: computed, never done.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, id, integer, siteInfoId } from '../fields.ts';
import { changeReason } from '../staff/calls.ts';
import { riskMember, riskPosition } from './exposure.ts';

/** Percent of the price now; nothing falls below nothing. */
const percent = decimal.refine(
  (text) => Number(text) > -100 && Number(text) <= 500,
  'above -100, at most 500',
);
const slippage = decimal.refine((text) => Number(text) >= 0 && Number(text) <= 20, 'from 0 to 20');

const moves = {
  moves: z.array(z.object({ instrumentId: id, percent })).max(100),
  /** Of what foreign money is worth in won. */
  wonPercent: percent.default('0'),
  slippagePercent: slippage.default('0'),
  /** By how many percent a hundred million won of liquidations move the price further against who is closed. */
  impactPercent: slippage.default('0'),
  /** How long the whole move takes, evenly; 0 is at once. */
  minutes: integer(0, 1_440).default(0),
};

const loss = decimalText;

export const riskStress = defineCall('staff', 'POST', '/api/office/risk/stress', {
  right: 'RISK_READ',
  summary: 'Who would be liquidated, in which order, and what the house would owe. Nothing happens',
  cost: 10,
  limit: { per: 'player', max: 20, windowMs: 60_000 },
  body: z.object({ siteInfoId, ...moves }),
  reply: z.object({
    atMillis: z.int(),
    tookMillis: z.int(),
    isPartial: z.boolean(),
    /** How often everything was judged: again as long as liquidations push prices so far that more follow. */
    passes: z.int(),
    /** All that are judged. */
    accounts: z.int(),
    closed: z.object({ accounts: z.int(), loss, shortfall: loss }),
    /** In won: what members gain, what rounds may cost, and what the insurance pays. */
    owed: z.object({ gains: decimalText, rounds: decimalText, shortfall: decimalText, total: decimalText }),
    /** What members lose, as far as they have it. */
    received: decimalText,
    result: decimalText,
    /** What the insurance of the site holds, and the limit of what is paid out. */
    insurance: decimalText,
    payoutMost: decimalText,
    netBefore: decimalText,
    netAfter: decimalText,
    instruments: z.array(
      z.object({
        instrumentId: z.int(),
        code: z.string(),
        koName: z.string(),
        netBefore: decimalText,
        netAfter: decimalText,
        /** How far its price has moved in the end, with what liquidations add. */
        movedPercent: decimalText,
      }),
    ),
    /** Who is closed first comes first; at most 2,000 of them. */
    content: z.array(
      riskMember.extend({
        product: z.string(),
        positions: z.array(riskPosition),
        /** How far the price of its largest position has moved when it is closed, and the part of the whole move. */
        reachedPercent: decimalText,
        reachedShare: decimalText,
        /** When it is closed, from the beginning of the move; 0 where that happens at once. */
        reachedSeconds: z.int(),
        /** In won. */
        loss,
        shortfall: decimalText,
      }),
    ),
  }),
  refusals: ['OPTION_NOT_FOUND'],
});

const preset = z.object({
  riskPresetId: z.int(),
  name: z.string(),
  moves: z.array(z.object({ instrumentId: z.int(), percent: decimalText })),
  wonPercent: decimalText,
  slippagePercent: decimalText,
  impactPercent: decimalText,
  minutes: z.int(),
});

export const riskPresets = defineCall('staff', 'GET', '/api/office/risk/preset/list', {
  right: 'RISK_READ',
  summary: 'The saved moves of this site',
  query: z.object({ siteInfoId }),
  reply: z.object({ content: z.array(preset) }),
});

export const saveRiskPreset = defineCall('staff', 'POST', '/api/office/risk/preset', {
  right: 'MARKET_CONTROL',
  summary: 'Save moves under a name; the same name replaces them. A site has 20 of them',
  body: z.object({
    siteInfoId,
    name: z
      .string()
      .trim()
      .min(1)
      .max(20)
      .regex(/^\P{C}+$/u),
    ...moves,
    reason: changeReason,
  }),
  reply: preset,
  refusals: ['OPTION_NOT_FOUND', 'TOO_MANY_RISK_PRESETS'],
});

export const deleteRiskPreset = defineCall('staff', 'POST', '/api/office/risk/preset/delete', {
  right: 'MARKET_CONTROL',
  summary: 'Delete saved moves',
  body: z.object({ siteInfoId, riskPresetId: id, reason: changeReason }),
  reply: z.object({ riskPresetId: z.int() }),
  refusals: ['RISK_PRESET_NOT_FOUND'],
});
