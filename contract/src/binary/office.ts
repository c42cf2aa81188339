// What staff may do to binary options and bit-ball. Nobody can change a tick or a result: an option can be halted, and
// a round voided by two people with a reason that is shown to the players (docs/rules.md, head).
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { commaList, decimal, decimalText, flag, id, integer, listOf, pageOf, siteInfoId } from '../fields.ts';
import { dates } from '../moment.ts';
import { changeReason, shownReason } from '../staff/calls.ts';
import { optionId, tradeRound } from './calls.ts';

/** Continues after this one. Pages reach ten thousand back from there, and no more are counted. */
const beforeId = id.optional();

const halt = z.object({
  tradeOptionId: z.int(),
  reason: z.string(),
  sinceMillis: z.int(),
  untilMillis: z.int().nullable(),
});

export const haltOption = defineCall('staff', 'POST', '/api/office/binary/halt', {
  right: 'MARKET_CONTROL',
  summary: 'Halt an option: no bet is taken. Rounds that were bet on before end by their prices',
  body: z.object({ siteInfoId, tradeOptionId: optionId, reason: shownReason }),
  reply: halt,
  refusals: ['OPTION_NOT_FOUND', 'ALREADY_PROCESSED'],
});

export const resumeOption = defineCall('staff', 'POST', '/api/office/binary/resume', {
  right: 'MARKET_CONTROL',
  summary: 'Let a halted option be bet on again',
  body: z.object({ siteInfoId, tradeOptionId: optionId }),
  reply: halt,
  refusals: ['OPTION_NOT_FOUND', 'ALREADY_PROCESSED'],
});

export const halts = defineCall('staff', 'GET', '/api/office/binary/halt/list', {
  right: 'MARKET_READ',
  summary: 'Halts, newest first',
  query: z.object({ siteInfoId, beforeId, ...pageOf }),
  reply: listOf(halt.extend({ id: z.int() })),
});

const voidRequest = z.object({
  id: z.int(),
  tradeRoundId: z.int(),
  reason: z.string(),
  requestedBy: z.int(),
  requestedMillis: z.int(),
  approvedBy: z.int().nullable(),
  approvedMillis: z.int().nullable(),
  /** Who turned it down, or took it back. */
  withdrawnBy: z.int().nullable(),
  withdrawnMillis: z.int().nullable(),
});

export const requestVoid = defineCall('staff', 'POST', '/api/office/binary/void/request', {
  right: 'ROUND_VOID',
  stepUp: true,
  summary: 'Ask that a round be voided; another member of staff must approve',
  body: z.object({ siteInfoId, tradeRoundId: id, reason: shownReason }),
  reply: voidRequest,
  refusals: ['ROUND_NOT_FOUND', 'ALREADY_PROCESSED', 'VOID_TOO_LATE'],
});

export const approveVoid = defineCall('staff', 'POST', '/api/office/binary/void/approve', {
  right: 'ROUND_VOID',
  stepUp: true,
  summary: 'Approve a request of another member of staff: the round is void and every stake goes back',
  body: z.object({ siteInfoId, voidRequestId: id }),
  reply: voidRequest,
  refusals: [
    'VOID_REQUEST_NOT_FOUND',
    'SECOND_PERSON_NEEDED',
    'ROUND_NOT_FOUND',
    'ALREADY_PROCESSED',
    'VOID_TOO_LATE',
  ],
});

export const withdrawVoid = defineCall('staff', 'POST', '/api/office/binary/void/withdraw', {
  right: 'ROUND_VOID',
  summary: 'Turn down a request to void a round, or take back one’s own: nothing is changed by it',
  body: z.object({ siteInfoId, voidRequestId: id, reason: changeReason }),
  reply: voidRequest,
  refusals: ['VOID_REQUEST_NOT_FOUND', 'ALREADY_PROCESSED'],
});

const people = z.object({ players: z.int(), amount: decimalText });

export const voidEffect = defineCall('staff', 'GET', '/api/office/binary/void/effect', {
  right: 'MARKET_READ',
  summary: 'What voiding a round would move, by the rules that void it; nothing is changed',
  cost: 5,
  query: z.object({ siteInfoId, tradeRoundId: id, size: integer(1, 1_000).default(50) }),
  reply: z.object({
    /** Whether it can be voided. A salted draw cannot be; NOTHING: nobody bet, or its day is over. */
    state: z.enum(['OPEN', 'DONE', 'SALTED', 'TOO_LATE', 'NOTHING']),
    /** The last moment; null where only the salt ends it. */
    untilMillis: z.int().nullable(),
    currency: z.string().nullable(),
    players: z.int(),
    stake: decimalText,
    /** What has been paid for the bets so far. */
    paid: decimalText,
    /** Who gets something. */
    getBack: people,
    /** Who has something taken back, and of them those who do not have it any more. */
    giveBack: people,
    missing: people,
    /** What the house has more afterwards; below zero less. Its result of the round is then nothing. */
    house: decimalText,
    /** False where the round has more players than are computed here. */
    isWhole: z.boolean(),
    /** Those whose money is missing first, then by what changes. */
    rows: z.array(
      z.object({
        playerId: z.int(),
        username: z.string().nullable(),
        name: z.string().nullable(),
        stakes: z.record(z.string(), decimalText),
        stake: decimalText,
        paid: decimalText.nullable(),
        /** 1 won, 2 lost, 3 void; null while it waits or where bets ended differently. */
        status: z.int().nullable(),
        change: decimalText,
        missing: decimalText,
      }),
    ),
  }),
  refusals: ['ROUND_NOT_FOUND'],
});

export const officeRound = defineCall('staff', 'GET', '/api/office/binary/round', {
  right: 'MARKET_READ',
  summary: 'A round with the recorded prices that decide it, and the request to void it',
  cost: 3,
  query: z.object({ siteInfoId, tradeRoundId: id }),
  reply: z.object({
    round: tradeRound,
    strikeMode: z.enum(['ROUND_OPEN', 'AT_BET', 'DRAW']),
    /** The recorded prices of its time, thinned where there are many; the first and last of every gap stay. */
    ticks: z.array(z.object({ atMillis: z.int(), price: decimalText })),
    tickCount: z.int(),
    /** Stretches without a price that are longer than a price is fresh. */
    gaps: z.array(z.object({ fromMillis: z.int(), toMillis: z.int() })),
    request: voidRequest.nullable(),
    /** Who asked and who approved, by number. */
    names: z.record(z.string(), z.string()),
  }),
  refusals: ['ROUND_NOT_FOUND'],
});

export const voidRequests = defineCall('staff', 'GET', '/api/office/binary/void/list', {
  right: 'MARKET_READ',
  summary: 'Requests to void a round, newest first',
  query: z.object({ siteInfoId, beforeId, ...pageOf }),
  reply: listOf(voidRequest),
});

export const officeRounds = defineCall('staff', 'GET', '/api/office/binary/round/list', {
  right: 'MARKET_READ',
  summary: 'Rounds that were bet on, with what was staked, newest first',
  cost: 2,
  query: z.object({
    siteInfoId,
    tradeOptionId: optionId.optional(),
    statusStrs: commaList(4, /^[0-3]$/).optional(),
    beforeId,
    ...dates,
    ...pageOf,
  }),
  reply: listOf(
    tradeRound.extend({
      bets: z.int(),
      /** How many bets are open (0), won (1), lost (2) or void (3). */
      betsByStatus: z.record(z.string(), z.int()),
      players: z.int(),
      stake: decimalText,
      /** Stake by side or ball market. */
      stakes: z.record(z.string(), decimalText),
      isPaid: z.boolean(),
    }),
  ),
});

const setting = z.object({
  tradeOptionId: z.int(),
  rate: decimalText,
  cutOffMillis: z.int(),
  stakeMin: decimalText,
  stakeUnit: decimalText,
  stakeMax: decimalText,
  roundMost: decimalText,
  ticketsMost: z.int(),
  exposureMost: decimalText,
  allowBothSides: z.boolean(),
  strikeMode: z.enum(['ROUND_OPEN', 'AT_BET', 'DRAW']),
  /** False while all settings are the defaults of the rules. */
  isChanged: z.boolean(),
});

export const optionSetting = defineCall('staff', 'GET', '/api/office/binary/setting', {
  right: 'MARKET_READ',
  summary: 'The settings of an option on this site',
  query: z.object({ siteInfoId, tradeOptionId: optionId }),
  reply: setting,
  refusals: ['OPTION_NOT_FOUND'],
});

const settingChanges = {
  rate: decimal.optional(),
  cutOffMillis: integer(1_000, 120_000).optional(),
  stakeMin: decimal.optional(),
  stakeUnit: decimal.optional(),
  stakeMax: decimal.optional(),
  roundMost: decimal.optional(),
  ticketsMost: integer(1, 100).optional(),
  exposureMost: decimal.optional(),
  allowBothSides: flag.optional(),
  strikeMode: z.enum(['ROUND_OPEN', 'AT_BET']).optional(),
};

const stakes = z.object({ bets: z.int(), stake: decimalText });

const betEffect = z.object({
  currency: z.string(),
  /** Bets that are not decided: they keep what they were promised. */
  waiting: stakes,
  /** The newest decided bets, about two thousand at most, on which the change is tried. */
  past: stakes.extend({ sinceMillis: z.int().nullable() }),
  /** Of them, those that would not have been taken. */
  refused: stakes,
  /** What the house has won by them, and would have won. */
  house: z.object({ before: decimalText, after: decimalText }),
  /** Of every stake, what comes back on the average; empty where it does not depend on the settings. */
  returnPercent: z.object({ before: decimalText, after: decimalText }),
});

export const optionSettingEffect = defineCall('staff', 'GET', '/api/office/binary/setting/effect', {
  right: 'MARKET_READ',
  summary: 'What a change of settings would have done to the newest bets; nothing is changed',
  cost: 5,
  query: z.object({ siteInfoId, tradeOptionId: optionId, ...settingChanges }),
  reply: betEffect,
  refusals: ['OPTION_NOT_FOUND', 'SETTING_INVALID'],
});

export const changeOptionSetting = defineCall('staff', 'POST', '/api/office/binary/setting', {
  right: 'MARKET_CONTROL',
  stepUp: true,
  summary: 'Change settings of an option; bets that stand keep what they were promised',
  body: z.object({
    siteInfoId,
    tradeOptionId: optionId,
    ...settingChanges,
    reason: changeReason,
  }),
  reply: setting,
  /** SETTING_INVALID names the field: a rate of 1 or more would lose money, limits must be in order. */
  refusals: ['OPTION_NOT_FOUND', 'SETTING_INVALID'],
});

const oddsReply = z.object({ odds: z.record(z.string(), decimalText) });

export const ballOdds = defineCall('staff', 'GET', '/api/office/bitball/odds', {
  right: 'MARKET_READ',
  summary: 'The odds of every ball market on this site',
  query: z.object({ siteInfoId }),
  reply: oddsReply,
});

const ballMarket = z.string().regex(/^[NP][A-Z]_[A-Z0-9_]{1,16}$/);

export const ballOddsEffect = defineCall('staff', 'GET', '/api/office/bitball/odds/effect', {
  right: 'MARKET_READ',
  summary: 'What other odds of a ball market would have done to the newest bets; nothing is changed',
  cost: 5,
  query: z.object({ siteInfoId, type: ballMarket, odds: decimal }),
  reply: betEffect,
  refusals: ['BET_TYPE_INVALID', 'SETTING_INVALID'],
});

export const changeBallOdds = defineCall('staff', 'POST', '/api/office/bitball/odds', {
  right: 'MARKET_CONTROL',
  stepUp: true,
  summary: 'Change the odds of one ball market: odds × probability must stay below 1',
  body: z.object({
    siteInfoId,
    type: ballMarket,
    odds: decimal,
    reason: changeReason,
  }),
  reply: oddsReply,
  refusals: ['BET_TYPE_INVALID', 'SETTING_INVALID'],
});
