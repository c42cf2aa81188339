// What is open in coin futures, and what was done: orders, positions, fills, funding and results.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, flag, id, listOf, pageOf, siteInfoId } from '../fields.ts';
import { dates, moment } from '../moment.ts';
import {
  futuresCross,
  futuresFill,
  futuresFunding,
  futuresLeverage,
  futuresOptionId,
  futuresOrder,
  futuresPosition,
} from './wire.ts';

const ofInstrument = { siteInfoId, futuresOptionId: futuresOptionId.optional() };

export const openFuturesOrders = defineCall('player', 'GET', '/api/futures/history/open_order', {
  summary: 'My resting orders and exits, newest first; of one instrument if it is named',
  api: { scope: 'READ', ko: '코인선물 미체결 주문' },
  query: z.object(ofInstrument),
  reply: z.array(futuresOrder),
  refusals: ['OPTION_NOT_FOUND'],
});

export const openFuturesPositions = defineCall('player', 'GET', '/api/futures/history/open_position', {
  summary: 'My open positions with their liquidation prices; of one instrument if it is named',
  api: { scope: 'READ', ko: '코인선물 포지션' },
  query: z.object(ofInstrument),
  reply: z.array(futuresPosition),
  refusals: ['OPTION_NOT_FOUND'],
});

export const futuresHistory = defineCall('player', 'GET', '/api/futures/history/list', {
  summary: 'My fills, newest first; `closed` only those that closed something',
  api: { scope: 'READ', ko: '코인선물 체결 내역' },
  cost: 2,
  query: z.object({
    ...ofInstrument,
    closed: flag.optional(),
    /** Continues after this fill. Pages reach ten thousand fills back from there, and no more are counted. */
    beforeId: id.optional(),
    ...dates,
    ...pageOf,
  }),
  reply: listOf(futuresFill),
  refusals: ['OPTION_NOT_FOUND', 'ARCHIVED'],
});

export const futuresOrderTpsl = defineCall('player', 'GET', '/api/futures/history/tpsl', {
  summary: 'The take-profit and stop-loss that an order of mine gives to its position',
  api: { scope: 'READ', ko: '코인선물 주문의 익절과 손절' },
  query: z.object({ siteInfoId, orderId: id }),
  reply: z.object({
    orderId: z.int(),
    takeProfit: decimalText.nullable(),
    stopLoss: decimalText.nullable(),
    isMarkTp: z.boolean(),
    isMarkSl: z.boolean(),
  }),
  refusals: ['ORDER_NOT_FOUND', 'ARCHIVED'],
});

export const openFuturesExits = defineCall('player', 'GET', '/api/futures/history/open_sltp', {
  summary: 'The exits of an open position of mine, newest first',
  api: { scope: 'READ', ko: '코인선물 걸어 둔 익절과 손절' },
  query: z.object({ siteInfoId, futuresPositionId: id }),
  reply: z.array(futuresOrder),
  refusals: ['POSITION_NOT_FOUND'],
});

export const lastFuturesLeverage = defineCall('player', 'GET', '/api/futures/history/last_leverage', {
  summary: 'With which leverage and margin type I trade each instrument',
  api: { scope: 'READ', ko: '코인선물 마지막 레버리지' },
  query: z.object({ siteInfoId }),
  reply: z.array(futuresLeverage),
});

/** A wallet as `/user/queue/cross` pushes it, so that a screen can start. TRY_AGAIN while a price is missing. */
export const futuresAccounts = defineCall('player', 'GET', '/api/futures/history/account', {
  summary: 'My wallets of coin futures at the newest marks',
  api: { scope: 'READ', ko: '코인선물 계좌' },
  query: z.object({ siteInfoId }),
  reply: z.array(futuresCross.extend({ currency: z.string(), places: z.int() })),
});

export const futuresFundings = defineCall('player', 'GET', '/api/futures/history/funding', {
  summary: 'The funding that I paid or received, newest first; accrued until the position is reduced',
  api: { scope: 'READ', ko: '코인선물 펀딩비 내역' },
  cost: 2,
  query: z.object({ ...ofInstrument, ...dates, ...pageOf }),
  reply: listOf(futuresFunding),
  refusals: ['OPTION_NOT_FOUND', 'ARCHIVED'],
});

const realisedSums = {
  walletType: z.string(),
  currency: z.string(),
  trades: z.int(),
  wins: z.int(),
  gross: decimalText,
  funding: decimalText,
  /** Of opening and closing what was closed, and of liquidations. */
  fees: decimalText,
  net: decimalText,
};

/** Amounts of different currencies are not added. */
export const futuresRealised = defineCall('player', 'GET', '/api/futures/history/realised', {
  summary: 'What I closed on one Korean day in each wallet, and what it brought after fees and funding',
  api: { scope: 'READ', ko: '코인선물 하루 실현 손익' },
  cost: 2,
  query: z.object({ siteInfoId, date: moment.optional() }),
  reply: z.object({
    /** The first instant of the Korean day. */
    dateMillis: z.int(),
    wallets: z.array(z.object(realisedSums)),
  }),
});

/** Of a year at most, so all of them fit into one answer. Amounts of different currencies are not added. */
export const futuresDailyProfit = defineCall('player', 'GET', '/api/futures/history/daily_profit', {
  summary:
    'By Korean day and wallet, newest first: what was closed and what it brought after fees and funding',
  api: { scope: 'READ', ko: '코인선물 일별 손익' },
  cost: 4,
  query: z.object({ ...ofInstrument, ...dates }),
  reply: z.array(
    z.object({
      /** `2026-11-16` */
      date: z.string(),
      ...realisedSums,
      liquidations: z.int(),
    }),
  ),
  refusals: ['OPTION_NOT_FOUND'],
});
