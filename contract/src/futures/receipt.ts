// A receipt is everything from which a fill can be computed again (docs/rules.md 3.3, 3.5, 0.3). How to check one:
//
// 1. Every minute of ticks is chained by its hash, as described in `receipt-ticks.ts`.
// 2. The tick is in the record under its time and number, with the same last, bid, ask and mark.
// 3. MARKET, stops, exits and every close: a buy fills at ask, a sale at bid of that tick. A LIMIT, and a STOPLIMIT
//    after its trigger, fills at its own price if it rested, at ask or bid if it was marketable on arrival. A trigger
//    was reached by last or mark, a resting limit by ask or bid. A trailing stop's level is its furthest price less
//    (of a long) or plus (of a short) `callbackRate` of it.
// 4. PnL of the closed part, with E = entrySum / entryOver, toward minus infinity at `places`, once:
//    side × closedQty × (price − E), of INVERSE side × closedQty × (1 / E − 1 / price).
//    Fee = qty × price × feeRate, of INVERSE qty / price × feeRate, rounded up; of a cross liquidation at most what is
//    left of the account.
// 5. net = pnl + funding − entryFee − exitFee − liquidationFee + insured.
// 6. Liquidation, of everything `judged` at its mark: value = qty × mark, of INVERSE qty / mark; maintenance = value ×
//    maintenanceRate − deduction, at least 0; profit as in 4. Their sums are `maintenance`, rounded up, and `pnl`,
//    rounded down; balance = cash + pnl + funding, and balance <= maintenance.
//    Isolated: the whole margin is lost, and the insurance keeps or pays the difference (`insured`). Cross:
//    `liquidationFee` goes to the insurance, which pays a debt (`topUp`).
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, id, siteInfoId } from '../fields.ts';
import { minuteOfTick, receiptTicks } from '../receipt-ticks.ts';
import { futuresFill, marginType, orderSide } from './wire.ts';

export const FUTURES_RULE = 'futures-1';

const liquidation = z.object({
  marginType,
  /** Free money of the wallet; of an isolated position its margin. */
  cash: decimalText,
  pnl: decimalText,
  funding: decimalText,
  /** The sum of the three. */
  balance: decimalText,
  maintenance: decimalText,
  /** Everything that was judged, also what stayed open, with the tick whose mark counted. */
  judged: z.array(
    z.object({
      futuresPositionId: z.int(),
      futuresOptionId: z.int(),
      stock: z.string(),
      contractType: z.enum(['LINEAR', 'HYBRID', 'INVERSE']),
      tradeType: orderSide,
      qty: decimalText,
      entrySum: z.string(),
      entryOver: z.string(),
      funding: decimalText,
      /** Of the tier in which its value lay. */
      maintenanceRate: decimalText,
      deduction: decimalText,
      markPrice: decimalText,
      time: z.int(),
      seq: z.int(),
    }),
  ),
  cancelledOrders: z.int(),
  topUp: decimalText,
  /** Fills of the same event: a cross liquidation may close several positions. */
  fillIds: z.array(z.int()),
});

export const futuresReceipt = z.object({
  rule: z.literal(FUTURES_RULE),
  fill: futuresFill,
  tick: z.object({
    time: z.int(),
    seq: z.int(),
    last: decimalText,
    bid: decimalText,
    ask: decimalText,
    mark: decimalText,
    ...minuteOfTick,
  }),
  contract: z.object({
    contractType: z.enum(['LINEAR', 'HYBRID', 'INVERSE']),
    tickSize: decimalText,
    places: z.int(),
    feeRate: decimalText,
  }),
  /** The price at which it had to be reached, and by which of the tick's prices; null where nothing was waited for. */
  condition: z
    .object({
      level: decimalText,
      fires: z.enum(['AT_OR_ABOVE', 'AT_OR_BELOW']),
      by: z.enum(['last', 'mark', 'bid', 'ask']),
    })
    .nullable(),
  /** Of a trailing stop: from where the level follows. */
  trailing: z
    .object({
      callbackRate: decimalText,
      activationPrice: decimalText.nullable(),
      extremePrice: decimalText,
      extremeMillis: z.int(),
      extremeSeq: z.int(),
    })
    .nullable(),
  /** Of the closed part; null where nothing closed. */
  closed: z
    .object({
      positionId: z.int(),
      tradeType: orderSide,
      entrySum: z.string(),
      entryOver: z.string(),
      openedMillis: z.int(),
    })
    .nullable(),
  /** What the platform judged when it closed; null if the player closed. */
  liquidation: liquidation.nullable(),
  ledger: z.object({ event: z.int(), atMillis: z.int() }),
});
export type FuturesReceipt = z.output<typeof futuresReceipt>;

export const futuresFillReceipt = defineCall('player', 'GET', '/api/futures/receipt', {
  summary: 'The receipt of one of my fills',
  api: { scope: 'READ', ko: '코인선물 체결 영수증' },
  cost: 2,
  query: z.object({ siteInfoId, fillId: id }),
  reply: futuresReceipt,
  refusals: ['FILL_NOT_FOUND', 'ARCHIVED'],
});

export const futuresReceiptTicks = defineCall('player', 'GET', '/api/futures/receipt/ticks', {
  summary: 'The recorded minute in which one of my fills was made, with its hash, and the one before it',
  api: { scope: 'READ', ko: '코인선물 체결 때의 시세 기록' },
  cost: 4,
  query: z.object({ siteInfoId, fillId: id }),
  reply: receiptTicks,
  refusals: ['FILL_NOT_FOUND', 'ARCHIVED'],
});

/** What happened to a position from its opening to its liquidation, oldest first. */
const liquidationStep = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(['OPENED', 'ADDED', 'REDUCED', 'CLOSED']),
    atMillis: z.int(),
    fillId: z.int(),
    qty: decimalText,
    price: decimalText,
  }),
  z.object({
    type: z.literal('MARGIN_MOVED'),
    atMillis: z.int(),
    /** Below zero: taken back. */
    amount: decimalText,
  }),
  z.object({ type: z.literal('LEVERAGE_SET'), atMillis: z.int(), leverage: z.int() }),
  z.object({
    type: z.literal('WARNED'),
    atMillis: z.int(),
    ratio: decimalText,
    markPrice: decimalText,
  }),
  z.object({
    type: z.literal('REACHED'),
    atMillis: z.int(),
    /** Maintenance over balance: 1 or more. */
    ratio: decimalText,
    markPrice: decimalText,
    cancelledOrders: z.int(),
  }),
]);
export type WireLiquidationStep = z.output<typeof liquidationStep>;

export const liquidationReport = z.object({
  /** The fill that closed it. */
  fill: futuresFill,
  liquidation,
  position: z.object({
    id: z.int(),
    tradeType: orderSide,
    qty: decimalText,
    entrySum: z.string(),
    entryOver: z.string(),
    entryPrice: decimalText,
    openedMillis: z.int(),
  }),
  /** As they were computed of an isolated position; null of a cross one, and where there is none. */
  liquidPrice: decimalText.nullable(),
  bankruptcyPrice: decimalText.nullable(),
  steps: z.array(liquidationStep),
  /** Where the money went. Of an isolated position they add up to `left`, which is 0. */
  money: z.object({
    /** What was set aside for an isolated position; of a cross one the free money before. */
    before: decimalText,
    funding: decimalText,
    pnl: decimalText,
    fee: decimalText,
    /** To the insurance: the liquidation fee of a cross one, what was left of an isolated margin. */
    toInsurance: decimalText,
    /** From the insurance, where the loss was larger than what backed it. */
    fromInsurance: decimalText,
    left: decimalText,
  }),
});
export type LiquidationReport = z.output<typeof liquidationReport>;

export const futuresLiquidation = defineCall('player', 'GET', '/api/futures/receipt/liquidation', {
  summary: 'What led to a liquidation of mine, and where the money went',
  api: { scope: 'READ', ko: '코인선물 강제 청산 보고서' },
  cost: 4,
  query: z.object({ siteInfoId, fillId: id }),
  reply: liquidationReport,
  refusals: ['FILL_NOT_FOUND', 'ARCHIVED'],
});
