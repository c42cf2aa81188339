// Overseas futures for traders (spec 7 Overseas, docs/rules.md 4): orders, positions, fills and their results. Receipts
// are in `receipt.ts`, the calls of staff in `office.ts`.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, flag, id, integer, listOf, pageOf, siteInfoId, wallet } from '../fields.ts';
import { stakeLimitRefusals } from '../limits/refusals.ts';
import { dates, moment } from '../moment.ts';

export const overseaOptionId = integer(1, 99_999);

const orderSide = z.enum(['LONG', 'SHORT']);
/** STOPMARKET is shown as MIT. TAKEPROFIT, STOPLOSS and LIQUIDATION are made by the server alone. */
const orderType = z.enum(['MARKET', 'LIMIT', 'STOPMARKET']);
const fillType = z.enum(['MARKET', 'LIMIT', 'STOPMARKET', 'TAKEPROFIT', 'STOPLOSS', 'LIQUIDATION']);

/** Why the server closed on its own; null if the player closed. */
const FORCED_REASONS = ['SESSION_END', 'EXPIRY', 'OVERNIGHT_SHORT', 'STAFF_CLOSE', 'LOSSCUT'] as const;
export const forcedReason = z.enum(FORCED_REASONS);

const CANCEL_REASONS = [
  'PLAYER',
  'SESSION_END',
  'EXPIRY',
  'STAFF_CLOSE',
  'LOSSCUT',
  'POSITION_GONE',
  'INSUFFICIENT_BALANCE',
  'OWN_LIMIT',
  'TOO_MANY_CONTRACTS',
  'REDUCE_ONLY',
] as const;
const cancelReason = z.enum(CANCEL_REASONS);

const qty = integer(1, 1_000);
const ticks = integer(0, 100_000);

/** OPEN: a resting limit order. WAITING: a resting trigger. */
export const overseaOrder = z.object({
  id: z.int(),
  overseaOptionId: z.int(),
  stock: z.string(),
  tradeType: orderSide,
  marketType: fillType,
  status: z.enum(['OPEN', 'WAITING', 'FILLED', 'CANCELED']),
  qty: z.int(),
  /** The limit or the trigger; null for MARKET. */
  price: decimalText.nullable(),
  /** A trigger fires when the price is at or above, or at or below it; null if it is not a trigger. */
  fires: z.enum(['AT_OR_ABOVE', 'AT_OR_BELOW']).nullable(),
  reduceOnly: z.boolean(),
  /** Set on the position by the fill; null leaves the position's value. */
  tpTick: z.int().nullable(),
  slTick: z.int().nullable(),
  /** The margin held for it, in the wallet's currency. */
  margin: decimalText,
  cancelReason: cancelReason.nullable(),
  createdMillis: z.int(),
});
export type WireOverseaOrder = z.output<typeof overseaOrder>;

export const overseaPosition = z.object({
  id: z.int(),
  overseaOptionId: z.int(),
  stock: z.string(),
  tradeType: orderSide,
  qty: z.int(),
  /** The exact mean as a fraction of whole 1e-8 units, for computing … */
  entrySum: z.string(),
  entryOver: z.string(),
  /** … and as shown: half up at two places more than the price has. */
  entryPrice: decimalText,
  margin: decimalText,
  /** The commission paid to open the open contracts. */
  entryCommission: decimalText,
  tpTick: z.int(),
  slTick: z.int(),
  /** Null while the distance is 0. */
  tpPrice: decimalText.nullable(),
  slPrice: decimalText.nullable(),
  isOvernight: z.boolean(),
  /** The trade date at whose end it is closed or carried: `2026-11-16`. */
  heldFor: z.string(),
  createdMillis: z.int(),
});
export type WireOverseaPosition = z.output<typeof overseaPosition>;

export const overseaFill = z.object({
  id: z.int(),
  orderId: z.int(),
  overseaOptionId: z.int(),
  stock: z.string(),
  tradeType: orderSide,
  marketType: fillType,
  forcedReason: forcedReason.nullable(),
  qty: z.int(),
  price: decimalText,
  openedQty: z.int(),
  closedQty: z.int(),
  /** The mean at which the closed part was opened; null where nothing closed. */
  entryPrice: decimalText.nullable(),
  /** When the closed position was opened; null where nothing closed. */
  openedMillis: z.int().nullable(),
  /** Of the closed part, before commission; 0 where nothing closed. */
  pnl: decimalText,
  /** Of the whole fill. */
  commission: decimalText,
  /** Of the closed part: the commission of opening it, and its share of `commission`. */
  entryCommission: decimalText,
  exitCommission: decimalText,
  /** The profit that every screen shows: `pnl` less both of them; 0 where nothing closed. */
  net: decimalText,
  rate: decimalText,
  currency: z.string(),
  tradeDate: z.string(),
  /** The first tick after prices were missing: the level may have been crossed in between. */
  isAfterGap: z.boolean(),
  createdMillis: z.int(),
});
export type WireOverseaFill = z.output<typeof overseaFill>;

export const placeOverseaOrder = defineCall('player', 'POST', '/api/oversea/order', {
  summary: 'Place an order: the answer has the fill when it filled at once',
  api: { scope: 'TRADE', ko: '해외선물 주문' },
  money: true,
  leveraged: true,
  body: z.object({
    siteInfoId,
    overseaOptionId,
    tradeType: orderSide,
    marketType: orderType,
    qty,
    price: decimal.optional(),
    tpTick: ticks.optional(),
    slTick: ticks.optional(),
    reduceOnly: z.boolean().optional(),
    /** Exceeds the member's order guard after a confirmation. Accepted only where the guard is set to ASK. */
    beyondGuard: z.boolean().optional(),
  }),
  reply: overseaOrder.extend({ fill: overseaFill.nullable(), wallet }),
  refusals: [
    'RISK_QUIZ_NEEDED',
    'OPTION_NOT_FOUND',
    'PARTNER_CANNOT_TRADE',
    'OPTION_STOPPED',
    'REST_DAY',
    'MARKET_CLOSED',
    'ONLY_REDUCE',
    'NO_FRESH_PRICE',
    'ORDER_TYPE_INVALID',
    'ENTER_QTY',
    'ENTER_PRICE',
    'PRICE_OFF_TICK',
    'STOP_EQUALS_LAST',
    'NO_POSITION',
    'ABOVE_HOLDINGS',
    'TOO_MANY_CONTRACTS',
    'TOO_MANY_ORDERS',
    'TPSL_TICKS_INVALID',
    'GUARD_ONCE',
    'GUARD_REACH',
    'GUARD_TOTAL',
    'TPSL_REJECTED',
    'WALLET_UNSUPPORTED',
    ...stakeLimitRefusals,
  ],
});

export const cancelOverseaOrder = defineCall('player', 'POST', '/api/oversea/order/cancel', {
  summary: 'Cancel one resting order of mine',
  api: { scope: 'TRADE', ko: '해외선물 주문 한 건 취소' },
  money: true,
  body: z.object({ siteInfoId, id }),
  reply: z.object({ cancelled: z.array(z.int()), wallet }),
  refusals: ['ORDER_NOT_FOUND', 'ORDER_FINISHED'],
});

export const cancelOverseaOrders = defineCall('player', 'POST', '/api/oversea/order/cancel_all', {
  summary: 'Cancel all resting orders of mine, or those on one instrument',
  api: { scope: 'TRADE', ko: '해외선물 주문 모두 취소' },
  money: true,
  body: z.object({ siteInfoId, overseaOptionId: overseaOptionId.optional() }),
  reply: z.object({ cancelled: z.array(z.int()), wallet }),
  refusals: ['ORDER_NOT_FOUND'],
});

export const setOverseaTpsl = defineCall('player', 'POST', '/api/oversea/order/tpsl', {
  summary: 'Set take-profit and stop-loss of a position in ticks from its mean; both are replaced, 0 is off',
  api: { scope: 'TRADE', ko: '해외선물 익절과 손절 설정' },
  money: true,
  body: z.object({ siteInfoId, overseaPositionId: id, overseaOptionId, tpTick: ticks, slTick: ticks }),
  reply: overseaPosition,
  refusals: [
    'OPTION_NOT_FOUND',
    'POSITION_NOT_FOUND',
    'TPSL_TICKS_INVALID',
    'TPSL_REJECTED',
    'NO_FRESH_PRICE',
  ],
});

export const deleteOverseaTpsl = defineCall('player', 'POST', '/api/oversea/order/delete-tpsl', {
  summary: 'Remove the take-profit or the stop-loss of a position',
  api: { scope: 'TRADE', ko: '해외선물 익절이나 손절 지우기' },
  money: true,
  body: z.object({ siteInfoId, id, overseaOptionId, value: z.enum(['TP', 'SL']) }),
  reply: overseaPosition,
  refusals: ['OPTION_NOT_FOUND', 'POSITION_NOT_FOUND'],
});

export const setOvernight = defineCall('player', 'POST', '/api/oversea/overnight', {
  summary: 'Keep a position over the end of its trade date, or no longer',
  api: { scope: 'TRADE', ko: '해외선물 포지션 오버나잇 설정' },
  money: true,
  body: z.object({
    siteInfoId,
    overseaPositionId: id,
    isActive: flag,
  }),
  reply: overseaPosition,
  refusals: [
    'POSITION_NOT_FOUND',
    'OVERNIGHT_ALREADY_ON',
    'OVERNIGHT_ALREADY_OFF',
    'OVERNIGHT_TOO_LATE',
    'MARKET_CLOSED',
  ],
});

export const overnights = defineCall('player', 'GET', '/api/oversea/overnight', {
  summary: 'My flagged positions, and what the account must be worth when their trade dates end',
  api: { scope: 'READ', ko: '오버나잇으로 둔 포지션과 필요한 금액' },
  query: z.object({ siteInfoId, playerId: id.optional() }),
  reply: z.object({
    positions: z.array(overseaPosition),
    /** Sum of the overnight margins of all of them. */
    needed: decimalText,
    equity: decimalText,
  }),
});

export const openOverseaOrders = defineCall('player', 'GET', '/api/oversea/history/open_order', {
  summary: 'My resting orders, newest first; of one instrument if it is named',
  api: { scope: 'READ', ko: '해외선물 미체결 주문' },
  query: z.object({ siteInfoId, overseaOptionId: overseaOptionId.optional() }),
  reply: z.array(overseaOrder),
  refusals: ['OPTION_NOT_FOUND'],
});

export const openOverseaPositions = defineCall('player', 'GET', '/api/oversea/history/open_position', {
  summary: 'My open positions, and the account they stand in',
  api: { scope: 'READ', ko: '해외선물 포지션' },
  query: z.object({ siteInfoId, overseaOptionId: overseaOptionId.optional() }),
  reply: z.array(overseaPosition),
  refusals: ['OPTION_NOT_FOUND'],
});

export const overseaHistory = defineCall('player', 'GET', '/api/oversea/history/list', {
  summary: 'My fills, newest first; `closed` only those that closed something',
  api: { scope: 'READ', ko: '해외선물 체결 내역' },
  cost: 2,
  query: z.object({
    siteInfoId,
    overseaOptionId: overseaOptionId.optional(),
    closed: z.enum(['0', '1', 'true', 'false']).optional(),
    /** Continues after this fill. Pages reach ten thousand fills back from there, and no more are counted. */
    beforeId: id.optional(),
    ...dates,
    ...pageOf,
  }),
  reply: listOf(overseaFill),
  refusals: ['OPTION_NOT_FOUND', 'ARCHIVED'],
});

export const dailyProfit = defineCall('player', 'GET', '/api/oversea/history/daily_profit', {
  summary: 'By trade date and instrument, newest first: what was closed and what it brought',
  api: { scope: 'READ', ko: '해외선물 거래일별 손익' },
  cost: 4,
  query: z.object({ siteInfoId, overseaOptionId: overseaOptionId.optional(), ...dates, ...pageOf }),
  reply: listOf(
    z.object({
      tradeDate: z.string(),
      overseaOptionId: z.int(),
      stock: z.string(),
      /** Contracts closed, and in how many fills; of them with a net gain. */
      closedQty: z.int(),
      trades: z.int(),
      wins: z.int(),
      /** How long the closed positions were held, in all. */
      heldMillis: z.int(),
      gross: decimalText,
      /** Entry and exit commissions of what was closed. */
      commission: decimalText,
      net: decimalText,
      losscuts: z.int(),
      currency: z.string(),
      /** The trade date's last session is over. */
      isFinal: z.boolean(),
    }),
  ),
  refusals: ['OPTION_NOT_FOUND'],
});

export const overseaRealised = defineCall('player', 'GET', '/api/oversea/history/realised', {
  summary: 'What I closed on one Korean day, on all instruments, and what it brought after fees',
  api: { scope: 'READ', ko: '해외선물 하루 실현 손익' },
  cost: 2,
  query: z.object({ siteInfoId, date: moment.optional() }),
  reply: z.object({
    /** The first instant of the Korean day. */
    dateMillis: z.int(),
    trades: z.int(),
    wins: z.int(),
    gross: decimalText,
    commission: decimalText,
    net: decimalText,
  }),
});
