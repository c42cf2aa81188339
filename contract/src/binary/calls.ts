// Binary options and bit-ball for traders (spec 7 Binary trading): rounds, bets and their lists. Receipts are in
// `receipt.ts`, the calls of staff in `office.ts`.
import { ROUND_TYPES } from '@maru/engine/rounds/round';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import {
  commaList,
  decimal,
  decimalText,
  id,
  integer,
  listOf,
  pageOf,
  siteInfoId,
  wallet,
} from '../fields.ts';
import { stakeLimitRefusals } from '../limits/refusals.ts';
import { resultType, stockList } from '../market.ts';
import { dates, moment } from '../moment.ts';

/** An option has a small number: a round's number is made from it. */
export const optionId = integer(1, 99_999);

/** Bets: 0 in progress, 1 realized (won), 2 disqualified (lost), 3 void. */
export const betStatus = z.literal([0, 1, 2, 3]);
/** Rounds: 0 not decided, 1 up, 2 down, 3 void. A drawn ball round is 1: it has balls and no direction. */
export const roundStatus = z.literal([0, 1, 2, 3]);

/** Why a round or a bet is void; the stake is returned in every case. */
const VOID_REASONS = [
  'TIE',
  'NO_OPEN_TICK',
  'NO_CLOSE_TICK',
  'NO_ENTRY_TICK',
  'FEW_TICKS',
  'STOPPED',
  'SESSION_ENDED',
  'NO_SALT',
  'STAFF',
] as const;
export const voidReason = z.enum(VOID_REASONS);

/** LONG (up), SHORT (down), or the code of a bit-ball market: `NS_ODD`, `PB_UNDER`, `PN_7` … */
export const betType = z.string().regex(/^(?:LONG|SHORT|[NP][A-Z]_[A-Z0-9_]{1,16})$/);

/** The proof of a draw (docs/rules.md 2.4). The commit is public before betting opens; the rest is null until the draw. */
export const ballProof = z.object({
  /** SHA-256 of the 32 bytes of the seed, in hex. */
  commit: z.string(),
  seed: z.string().nullable(),
  /** `BTCUSDT:{last}:{ts}` of the last tick at or before five seconds before the draw. */
  salt: z.string().nullable(),
  balls: z.array(z.int()).nullable(),
  powerBall: z.int().nullable(),
  sum: z.int().nullable(),
});

export const tradeRound = z.object({
  /** The `tradeRoundId` of every other call. It rises with time. */
  id: z.int(),
  tradeOptionId: z.int(),
  stock: z.string(),
  type: z.enum(ROUND_TYPES),
  /** Counts the rounds of the option in a Korean day, from 1. */
  no: z.int(),
  /** Bets are accepted from `betStartMillis` on and before `betEndMillis`. */
  betStartMillis: z.int(),
  betEndMillis: z.int(),
  openMillis: z.int(),
  /** A ball round is drawn at `openMillis` and has no length: both are the same. */
  closeMillis: z.int(),
  /** 1 until the round is over. */
  isPlay: z.literal([0, 1]),
  status: roundStatus,
  /** The price at the opening; known once the round is running. Null where every bet has its own strike. */
  openPrice: decimalText.nullable(),
  closePrice: decimalText.nullable(),
  voidReason: voidReason.nullable(),
  /** The reason staff entered when they voided it. */
  voidText: z.string().nullable(),
  ball: ballProof.nullable(),
});
export type WireTradeRound = z.output<typeof tradeRound>;

/** The terms of a bet on the option now; the rate is stored with the bet and does not change. */
export const tradeTerms = z.object({
  walletType: z.string(),
  currency: z.string(),
  /** ROUND_OPEN: one strike for all, the opening price. AT_BET: the first tick after the bet. DRAW: balls. */
  strikeMode: z.enum(['ROUND_OPEN', 'AT_BET', 'DRAW']),
  /** Profit per stake of a hit. */
  rate: decimalText,
  /** Odds of every ball market, stake included; empty for other types. */
  odds: z.record(z.string(), decimalText),
  cutOffMillis: z.int(),
  stakeMin: decimalText,
  stakeUnit: decimalText,
  stakeMax: decimalText,
  roundMost: decimalText,
  ticketsMost: z.int(),
  allowBothSides: z.boolean(),
  /** Ticks count for so long after the close; then the result is final. */
  graceMillis: z.int(),
  staleMillis: z.int(),
  /** A tie is void and the stake is returned. */
  tie: z.literal('VOID'),
});
export type WireTradeTerms = z.output<typeof tradeTerms>;

export const tradeBet = z.object({
  id: z.int(),
  playerId: z.int(),
  tradeRoundId: z.int(),
  tradeOptionId: z.int(),
  stock: z.string(),
  /** The type of the option (R1, B5, P1 …); the bet's own `type` is its side or its market. */
  optionType: z.enum(ROUND_TYPES),
  type: betType,
  point: decimalText,
  /** Profit per stake: 0.87, and for a ball market its odds less one. */
  rate: decimalText,
  /** The credit of a hit, stake included. */
  payout: decimalText,
  status: betStatus,
  /** The credit: stake and profit, the stake, or 0. Null while it is in progress. */
  credit: decimalText.nullable(),
  voidReason: voidReason.nullable(),
  /** The price the bet is compared with; null until it is known. */
  strikePrice: decimalText.nullable(),
  closePrice: decimalText.nullable(),
  /** When the server received it, which decided that it was in time. */
  createdMillis: z.int(),
  openMillis: z.int(),
  closeMillis: z.int(),
});
export type WireTradeBet = z.output<typeof tradeBet>;

export const currentRound = defineCall('public', 'GET', '/api/trade/game/current', {
  summary: 'The round that is open for bets or opens next, the one that runs, and the terms',
  query: z.object({ siteInfoId, tradeOptionId: optionId }),
  reply: z.object({
    serverMillis: z.int(),
    /** Null while the session is closed, or too short for another round. */
    round: tradeRound.nullable(),
    /** The round whose bets are closed and that runs now, if it is another one. */
    running: tradeRound.nullable(),
    terms: tradeTerms,
    /**
     * No bets are accepted: staff have halted the option, and rounds under way are void, or its prices have no source
     * time, which its rules need (`NO_SOURCE_TIME`).
     */
    halt: z
      .object({
        reason: z.string(),
        sinceMillis: z.int(),
        /** Rounds under way are void; otherwise they continue and only bets are not accepted. */
        voidsRounds: z.boolean(),
      })
      .nullable(),
  }),
  refusals: ['OPTION_NOT_FOUND'],
});

export const recentRound = defineCall('public', 'GET', '/api/trade/game/recent', {
  summary: 'The last settled round of an option; ROUND_NOT_FOUND when none has been settled yet',
  query: z.object({ siteInfoId, tradeOptionId: optionId }),
  reply: tradeRound,
  refusals: ['OPTION_NOT_FOUND', 'ROUND_NOT_FOUND'],
});

export const oneRound = defineCall('public', 'GET', '/api/trade/game/round', {
  summary: 'One round; of a ball round also the proof of its draw',
  query: z.object({ siteInfoId, tradeRoundId: id }),
  reply: tradeRound,
  refusals: ['ROUND_NOT_FOUND'],
});

export const roundList = defineCall('public', 'GET', '/api/trade/game/round/list', {
  summary: 'Rounds that are over, newest first; isPlayStrs with 1 adds those that are not',
  cost: 2,
  query: z.object({
    siteInfoId,
    resultType,
    tradeOptionId: optionId,
    /** 0 over, 1 not over yet. */
    isPlayStrs: commaList(2, /^[01]$/).optional(),
    statusStrs: commaList(4, /^[0-3]$/).optional(),
    ...dates,
    ...pageOf,
  }),
  reply: listOf(tradeRound),
  refusals: ['OPTION_NOT_FOUND'],
});

export const placeBet = defineCall('player', 'POST', '/api/trade/history/betting', {
  summary: 'Stake on a round; the time of arrival at the server decides whether it is still open',
  api: { scope: 'TRADE', ko: '바이너리 옵션과 비트볼 투자' },
  money: true,
  body: z.object({ siteInfoId, point: decimal, tradeRoundId: id, type: betType }),
  reply: tradeBet.extend({ wallet }),
  refusals: [
    'PARTNER_CANNOT_TRADE',
    'ROUND_NOT_FOUND',
    'OPTION_STOPPED',
    'REST_DAY',
    'MARKET_CLOSED',
    'ROUND_CLOSED',
    'NO_SOURCE_TIME',
    'BET_TYPE_INVALID',
    'WALLET_UNSUPPORTED',
    'ENTER_AMOUNT',
    'STAKE_TOO_SMALL',
    'AMOUNT_OFF_UNIT',
    'STAKE_TOO_LARGE',
    'TOO_MANY_TICKETS',
    'BOTH_SIDES',
    'ROUND_LIMIT',
    'EXPOSURE_FULL',
    'INSUFFICIENT_BALANCE',
    ...stakeLimitRefusals,
  ],
});

export const myRoundBets = defineCall('player', 'GET', '/api/trade/history/current', {
  summary: 'My bets on one round, oldest first',
  api: { scope: 'READ', ko: '이번 회차의 내 투자' },
  query: z.object({ siteInfoId, tradeRoundId: id }),
  reply: z.array(tradeBet),
  refusals: ['ROUND_NOT_FOUND', 'ARCHIVED'],
});

export const myOptionBets = defineCall('player', 'GET', '/api/trade/history/current_for_option', {
  summary: 'My bets on an option that are in progress, oldest first',
  api: { scope: 'READ', ko: '한 종목의 이번 회차 내 투자' },
  query: z.object({ siteInfoId, tradeOptionId: optionId }),
  reply: z.array(tradeBet),
  refusals: ['OPTION_NOT_FOUND'],
});

export const MOST_RECENT_BETS = 50;

export const myRecentBets = defineCall('player', 'GET', '/api/trade/history/recent_all_history', {
  summary: `My newest ${MOST_RECENT_BETS} bets on an option in every state, newest first`,
  api: { scope: 'READ', ko: '최근 내 투자' },
  query: z.object({ siteInfoId, tradeOptionId: optionId }),
  reply: z.array(tradeBet),
  refusals: ['OPTION_NOT_FOUND'],
});

export const betList = defineCall('player', 'GET', '/api/trade/history/list', {
  summary: 'My bets by option, round, type, status and time, newest first',
  api: { scope: 'READ', ko: '투자 내역' },
  cost: 2,
  query: z.object({
    siteInfoId,
    resultType,
    /** Must be the caller's own. */
    playerId: id.optional(),
    tradeOptionId: optionId.optional(),
    tradeRoundId: id.optional(),
    /** LONG, SHORT or ball markets. */
    tradeTypeStrs: commaList(20).optional(),
    /** Types of the option: R1, B5, P1 … */
    typeStrs: commaList(20).optional(),
    statusStrs: commaList(4, /^[0-3]$/).optional(),
    /** Continues after this bet. Pages reach ten thousand bets back from there, and no more are counted. */
    beforeId: id.optional(),
    ...dates,
    ...pageOf,
  }),
  reply: listOf(tradeBet),
  refusals: ['ARCHIVED'],
});

const count = z.int();

export const dailySummary = defineCall('public', 'GET', '/api/trade/round/summary/daily', {
  summary: 'How the rounds of a Korean day ended (of the option, if one is named) and how the own bets did',
  api: { scope: 'READ', ko: '하루 회차 요약' },
  cost: 2,
  knowsMember: true,
  query: z.object({ siteInfoId, resultType, tradeOptionId: optionId.optional(), date: moment.optional() }),
  reply: z.object({
    /** The first instant of the Korean day. */
    dateMillis: z.int(),
    rounds: z.object({ up: count, down: count, void: count, drawn: count }),
    mine: z
      .object({
        bets: count,
        won: count,
        lost: count,
        void: count,
        open: count,
        stake: decimalText,
        credit: decimalText,
        /** Credit less stake of the bets that are decided. */
        profit: decimalText,
      })
      .nullable(),
  }),
  refusals: ['OPTION_NOT_FOUND', 'ARCHIVED'],
});

export const publicRounds = defineCall('public', 'GET', '/api/public/trade_round', {
  summary: 'Of every option of these stocks: the rounds under way and the last decided one, oldest first',
  shared: true,
  cost: 4,
  query: z.object({ siteInfoId, stockListStrs: stockList }),
  reply: z.array(tradeRound),
});
