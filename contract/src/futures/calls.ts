// Orders, exits and settings of coin futures for traders (spec 7 Futures, docs/rules.md 3). What is open and what was
// done is in `history.ts`, receipts are in `receipt.ts`, the calls of staff in `office.ts`.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, flag, id, integer, siteInfoId, wallet } from '../fields.ts';
import { stakeLimitRefusals } from '../limits/refusals.ts';
import {
  futuresFill,
  futuresLeverage,
  futuresOptionId,
  futuresOrder,
  futuresPosition,
  marginType,
  orderSide,
  orderType,
} from './wire.ts';

const leverage = integer(1, 1_000);
/** 0 and null are no price. */
const level = decimal.nullable().optional();

export const placeFuturesOrder = defineCall('player', 'POST', '/api/futures/order', {
  summary: 'Place an order or an exit of a position: the answer has the fills when it filled at once',
  api: { scope: 'TRADE', ko: '코인선물 주문' },
  money: true,
  leveraged: true,
  body: z.object({
    siteInfoId,
    futuresOptionId,
    tradeType: orderSide,
    marketType: orderType,
    /** Of these three one is given. Of an exit only `qty`, which is the whole position where it is absent. */
    qty: decimal.optional(),
    margin: decimal.optional(),
    notional: decimal.optional(),
    /** Of LIMIT and STOPLIMIT. */
    price: decimal.optional(),
    /** The trigger of STOPMARKET, STOPLIMIT, TAKEPROFIT and STOPLOSS. */
    stopPrice: decimal.optional(),
    /** The trigger watches the mark price. */
    isMark: flag.optional(),
    /** As the player has set them, where they are absent. */
    leverage: leverage.optional(),
    marginType: marginType.optional(),
    reduceOnly: flag.optional(),
    /** Refused where it would be filled at once. */
    postOnly: flag.optional(),
    /** Refused where it would not be filled at once. */
    ioc: flag.optional(),
    takeProfit: level,
    stopLoss: level,
    isMarkTp: flag.optional(),
    isMarkSl: flag.optional(),
    /** Of exits. */
    futuresPositionId: id.optional(),
    /** Of TRAILINGSTOP: a share of the price, 0.01 is 1 %. */
    callbackRate: decimal.optional(),
    activationPrice: level,
  }),
  reply: futuresOrder.extend({ fills: z.array(futuresFill), wallet }),
  refusals: [
    'RISK_QUIZ_NEEDED',
    'OPTION_NOT_FOUND',
    'PARTNER_CANNOT_TRADE',
    'OPTION_STOPPED',
    'ONLY_REDUCE',
    'NO_FRESH_PRICE',
    'ORDER_TYPE_INVALID',
    'ENTER_QTY',
    'ENTER_PRICE',
    'ENTER_TRIGGER',
    'PRICE_OFF_TICK',
    'QTY_OFF_STEP',
    'QTY_TOO_SMALL',
    'NO_POSITION',
    'POSITION_NOT_FOUND',
    'STOP_REJECTED',
    'TPSL_REJECTED',
    'TPSL_BEYOND_LIQUIDATION',
    'TRAILING_INVALID',
    'LEVERAGE_OUT_OF_RANGE',
    'LEVERAGE_DIFFERS',
    'MARGIN_TYPE_DIFFERS',
    'ABOVE_LEVERAGE_CAP',
    'TOO_MANY_ORDERS',
    'TOO_MANY_EXITS',
    'ABOVE_HOLDINGS',
    'INSUFFICIENT_BALANCE',
    'WOULD_TAKE',
    'WOULD_NOT_FILL',
    'WALLET_UNSUPPORTED',
    ...stakeLimitRefusals,
    'TRADER_NO_EXITS',
    'TRADER_NO_OPPOSING',
    'COPIES_PENDING',
    'FOLLOWER_USES_COPY_TAB',
    'COPY_ONLY_SHRINKS',
  ],
});

export const cancelFuturesOrder = defineCall('player', 'POST', '/api/futures/order/cancel', {
  summary: 'Cancel one resting order of mine',
  api: { scope: 'TRADE', ko: '코인선물 주문 한 건 취소' },
  money: true,
  body: z.object({ siteInfoId, id }),
  reply: z.object({ cancelled: z.array(z.int()) }),
  refusals: ['ORDER_NOT_FOUND', 'ORDER_FINISHED'],
});

export const cancelFuturesOrders = defineCall('player', 'POST', '/api/futures/order/cancel_all', {
  summary: 'Cancel all resting orders of mine, or those on one instrument',
  api: { scope: 'TRADE', ko: '코인선물 주문 모두 취소' },
  money: true,
  body: z.object({ siteInfoId, futuresOptionId: futuresOptionId.optional() }),
  reply: z.object({ cancelled: z.array(z.int()) }),
  refusals: ['ORDER_NOT_FOUND'],
});

export const amendFuturesOrder = defineCall('player', 'POST', '/api/futures/order/amend', {
  summary: 'Change quantity or prices of a resting order of mine; it keeps its number and its age',
  api: { scope: 'TRADE', ko: '코인선물 주문 정정' },
  money: true,
  body: z.object({
    siteInfoId,
    id,
    qty: decimal.optional(),
    price: decimal.optional(),
    stopPrice: decimal.optional(),
  }),
  reply: futuresOrder,
  refusals: [
    'ORDER_NOT_FOUND',
    'ORDER_FINISHED',
    'NOT_AMENDABLE',
    // As of a new order.
    'OPTION_STOPPED',
    'ONLY_REDUCE',
    'NO_FRESH_PRICE',
    'ORDER_TYPE_INVALID',
    'ENTER_QTY',
    'ENTER_PRICE',
    'ENTER_TRIGGER',
    'PRICE_OFF_TICK',
    'QTY_OFF_STEP',
    'QTY_TOO_SMALL',
    'NO_POSITION',
    'POSITION_NOT_FOUND',
    'STOP_REJECTED',
    'TPSL_REJECTED',
    'TPSL_BEYOND_LIQUIDATION',
    'TRAILING_INVALID',
    'LEVERAGE_OUT_OF_RANGE',
    'LEVERAGE_DIFFERS',
    'MARGIN_TYPE_DIFFERS',
    'ABOVE_LEVERAGE_CAP',
    'TOO_MANY_ORDERS',
    'ABOVE_HOLDINGS',
    'INSUFFICIENT_BALANCE',
    'WOULD_TAKE',
    'WOULD_NOT_FILL',
    'WALLET_UNSUPPORTED',
    ...stakeLimitRefusals,
    'TRADER_NO_OPPOSING',
    'COPIES_PENDING',
    'FOLLOWER_USES_COPY_TAB',
  ],
});

export const setFuturesTpsl = defineCall('player', 'POST', '/api/futures/order/tpsl', {
  summary: 'Replace take-profit and stop-loss of a whole position; 0 or null removes one',
  api: { scope: 'TRADE', ko: '코인선물 익절과 손절 설정' },
  money: true,
  body: z.object({
    siteInfoId,
    futuresPositionId: id,
    takeProfit: level,
    stopLoss: level,
    isMarkTp: flag.optional(),
    isMarkSl: flag.optional(),
  }),
  /** The exits as they are now, and the numbers of those that ended. */
  reply: z.object({ orders: z.array(futuresOrder), cancelled: z.array(z.int()) }),
  refusals: [
    'POSITION_NOT_FOUND',
    'OPTION_STOPPED',
    'NO_FRESH_PRICE',
    'PRICE_OFF_TICK',
    'TPSL_REJECTED',
    'TPSL_BEYOND_LIQUIDATION',
    'TOO_MANY_ORDERS',
    'TOO_MANY_EXITS',
    'TRADER_NO_EXITS',
    'FOLLOWER_USES_COPY_TAB',
  ],
});

const leverageReply = futuresLeverage.extend({
  /** As they are with it, where something is open. */
  position: futuresPosition.nullable(),
  orders: z.array(futuresOrder),
});

export const setFuturesLeverage = defineCall('player', 'POST', '/api/futures/order/leverage', {
  summary: 'Set the leverage with which I trade an instrument; an open position and open orders have it too',
  api: { scope: 'TRADE', ko: '코인선물 레버리지 설정' },
  money: true,
  body: z.object({ siteInfoId, futuresOptionId, leverage }),
  reply: leverageReply,
  refusals: [
    'OPTION_NOT_FOUND',
    'PARTNER_CANNOT_TRADE',
    'OPTION_STOPPED',
    'NO_FRESH_PRICE',
    'LEVERAGE_OUT_OF_RANGE',
    'LEVERAGE_WITH_POSITION',
    'LEVERAGE_BELOW_POSITION',
    'ABOVE_LEVERAGE_CAP',
    'ABOVE_HOLDINGS',
    'INSUFFICIENT_BALANCE',
    'WALLET_UNSUPPORTED',
    'FOLLOWER_USES_COPY_TAB',
  ],
});

export const setFuturesMarginType = defineCall('player', 'POST', '/api/futures/order/margin_type', {
  summary: 'Set whether the wallet or a margin of its own backs what I open in an instrument',
  api: { scope: 'TRADE', ko: '코인선물 마진 방식 설정' },
  money: true,
  body: z.object({ siteInfoId, futuresOptionId, marginType }),
  reply: leverageReply,
  refusals: [
    'OPTION_NOT_FOUND',
    'PARTNER_CANNOT_TRADE',
    'OPTION_STOPPED',
    'LEVERAGE_OUT_OF_RANGE',
    'MARGIN_TYPE_WITH_OPEN',
    'WALLET_UNSUPPORTED',
    'FOLLOWER_USES_COPY_TAB',
  ],
});

export const moveFuturesMargin = defineCall('player', 'POST', '/api/futures/order/margin', {
  summary: 'Add margin to an isolated position of mine (type 1), or take some back (type 2)',
  api: { scope: 'TRADE', ko: '코인선물 포지션 증거금 더하기와 빼기' },
  money: true,
  body: z.object({ siteInfoId, amount: decimal, futuresPositionId: id, type: integer(1, 2) }),
  reply: futuresPosition.extend({ wallet }),
  refusals: [
    'POSITION_NOT_FOUND',
    'OPTION_STOPPED',
    'NO_FRESH_PRICE',
    'NOT_ISOLATED',
    'ENTER_AMOUNT',
    'AMOUNT_OFF_UNIT',
    'ABOVE_HOLDINGS',
    'INSUFFICIENT_BALANCE',
    'ISOLATED_MARGIN_SHORT',
    'FOLLOWER_USES_COPY_TAB',
  ],
});

export const closeFuturesPositions = defineCall('player', 'POST', '/api/futures/order/close_all', {
  summary: 'Close all positions of one wallet at the market; those without a fresh price stay',
  api: { scope: 'TRADE', ko: '코인선물 포지션 모두 청산' },
  money: true,
  body: z.object({
    siteInfoId,
    /** FUTURES where it is absent, or a coin. */
    walletType: z
      .string()
      .regex(/^[A-Z0-9]{1,16}$/)
      .optional(),
  }),
  reply: z.object({ fills: z.array(futuresFill), cancelled: z.array(z.int()), wallet }),
  refusals: [
    'NO_POSITION',
    'NO_FRESH_PRICE',
    'OPTION_STOPPED',
    'WALLET_UNSUPPORTED',
    'PARTNER_CANNOT_TRADE',
    'TRADER_USES_COPY_TAB',
    'FOLLOWER_USES_COPY_TAB',
  ],
});

export const futuresQtyPer = defineCall('player', 'GET', '/api/futures/order/qty_per', {
  summary: 'How much may be open in an instrument at a leverage, and how much of it I have used',
  api: { scope: 'READ', ko: '코인선물 주문 가능 수량' },
  query: z.object({
    siteInfoId,
    futuresOptionId,
    leverage,
    /** The side whose open orders count; that of the open position where it is absent. */
    tradeType: orderSide.optional(),
  }),
  reply: z.object({
    /** In the currency of the wallet. */
    maxNotional: decimalText,
    maxQty: decimalText,
    usedQty: decimalText,
    remainQty: decimalText,
  }),
  refusals: ['OPTION_NOT_FOUND', 'OPTION_STOPPED', 'LEVERAGE_OUT_OF_RANGE', 'NO_FRESH_PRICE'],
});

const LEAST_DISCONNECT_SECONDS = 5;
const MOST_DISCONNECT_SECONDS = 300;

const disconnectRule = z.object({ isActive: z.boolean(), seconds: z.int() });

export const futuresDisconnect = defineCall('player', 'GET', '/api/futures/order/disconnect', {
  summary: 'Are my orders cancelled when my last connection is lost, and after how many seconds?',
  query: z.object({ siteInfoId }),
  reply: disconnectRule,
});

/** Setting the same twice changes nothing, so the call needs no key. */
export const setFuturesDisconnect = defineCall('player', 'POST', '/api/futures/order/disconnect', {
  summary: 'Set whether my orders are cancelled when my last connection is lost; exits always stay',
  body: z.object({
    siteInfoId,
    isActive: flag,
    seconds: integer(LEAST_DISCONNECT_SECONDS, MOST_DISCONNECT_SECONDS).default(30),
  }),
  reply: disconnectRule,
});
