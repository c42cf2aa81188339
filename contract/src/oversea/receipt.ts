// A receipt is everything from which a fill can be computed again (docs/rules.md 3.5, 4.5, 0.3). How to check one:
//
// 1. Every minute of ticks is chained by its hash, as described in `receipt-ticks.ts`.
// 2. The tick is in the record under its time and number, with the same last, bid and ask.
// 3. MARKET, STOPMARKET and every close: a buy fills at ask, a sale at bid of that tick. A LIMIT fills at its own price
//    if it rested, at ask or bid if it was marketable on arrival. One that arrived while there was no fresh price
//    arrives with the first one. A trigger, take-profit or stop-loss was reached by
//    `last`, a resting limit by ask or bid.
// 4. PnL of the closed part = floor(side × (price − entrySum / entryOver) × closedQty × multiplier × rate, `places`),
//    toward minus infinity, once. Commission = qty × commission per contract.
// 5. Loss-cut: equity = free + margin + lastPnl, and equity <= level.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimalText, id, siteInfoId } from '../fields.ts';
import { minuteOfTick, receiptTicks } from '../receipt-ticks.ts';
import { forcedReason, overseaFill } from './calls.ts';

export const OVERSEA_RULE = 'oversea-1';

export const overseaReceipt = z.object({
  rule: z.literal(OVERSEA_RULE),
  fill: overseaFill,
  tick: z.object({
    time: z.int(),
    seq: z.int(),
    last: decimalText,
    bid: decimalText,
    ask: decimalText,
    ...minuteOfTick,
  }),
  contract: z.object({
    tickSize: decimalText,
    multiplier: decimalText,
    currency: z.string(),
    places: z.int(),
    rate: decimalText,
    commissionPerContract: decimalText,
  }),
  /** The price at which it had to be reached, and by which of the tick's prices; null for MARKET and forced closes. */
  condition: z
    .object({
      level: decimalText,
      fires: z.enum(['AT_OR_ABOVE', 'AT_OR_BELOW']),
      by: z.enum(['last', 'bid', 'ask']),
    })
    .nullable(),
  /** Of the closed part; null where nothing closed. */
  closed: z
    .object({
      positionId: z.int(),
      tradeType: z.enum(['LONG', 'SHORT']),
      entrySum: z.string(),
      entryOver: z.string(),
      openedMillis: z.int(),
    })
    .nullable(),
  /** Why the server closed, with the values it used; null if the player closed. */
  forced: z
    .object({
      reason: forcedReason,
      losscut: z
        .object({
          equity: decimalText,
          level: decimalText,
          free: decimalText,
          margin: decimalText,
          lastPnl: decimalText,
        })
        .nullable(),
      /** Orders that were cancelled with it. */
      cancelledOrders: z.int(),
      topUp: decimalText,
      /** Fills of the same event: a loss-cut closes everything at once. */
      fillIds: z.array(z.int()),
    })
    .nullable(),
  ledger: z.object({ event: z.int(), atMillis: z.int() }),
});
export type OverseaReceipt = z.output<typeof overseaReceipt>;

export const overseaFillReceipt = defineCall('player', 'GET', '/api/oversea/receipt', {
  summary: 'The receipt of one of my fills',
  api: { scope: 'READ', ko: '해외선물 체결 영수증' },
  cost: 2,
  query: z.object({ siteInfoId, fillId: id }),
  reply: overseaReceipt,
  refusals: ['FILL_NOT_FOUND', 'ARCHIVED'],
});

export const overseaReceiptTicks = defineCall('player', 'GET', '/api/oversea/receipt/ticks', {
  summary: 'The recorded minute in which one of my fills was made, with its hash, and the one before it',
  api: { scope: 'READ', ko: '해외선물 체결 때의 시세 기록' },
  cost: 4,
  query: z.object({ siteInfoId, fillId: id }),
  reply: receiptTicks,
  refusals: ['FILL_NOT_FOUND', 'ARCHIVED'],
});
