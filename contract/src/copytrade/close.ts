// Closing in the copy tab (spec 7 Futures, docs/rules.md 5.4): a follower's own copy, or a position of the trader, which is
// mirrored.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { decimal, decimalText, id, siteInfoId, wallet } from '../fields.ts';
import { futuresFill } from '../futures/wire.ts';

export const closeCopied = defineCall('player', 'POST', '/api/futures/order/copytrade/close', {
  summary:
    'Close a copied position of mine, or as a trader a position that my followers copied: they close with it',
  money: true,
  body: z.object({
    siteInfoId,
    /** What I saw: refused where the market is more than 0.5 % worse. It decides nothing else. */
    closePrice: decimal.optional(),
    /** One of the two: the position of mine that copies … */
    futuresFollowerOrderId: id.optional(),
    /** … or the position of mine that is copied. */
    futuresTraderOrderId: id.optional(),
    /** Of a trader: a part of it; all of it without. */
    qty: decimal.optional(),
  }),
  reply: z.object({ fills: z.array(futuresFill), net: decimalText, wallet }),
  refusals: [
    'FOLLOW_NOT_FOUND',
    'COPY_NOT_FOUND',
    'TRADER_NOT_FOUND',
    'ENTER_PRICE',
    'ENTER_QTY',
    'QTY_OFF_STEP',
    'COPIES_PENDING',
    'COPY_PRICE_WORSE',
    'OPTION_STOPPED',
    'NO_FRESH_PRICE',
  ],
});
