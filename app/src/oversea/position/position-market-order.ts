// The market orders that close or reverse a position.
import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import { otherSide } from '@maru/engine/oversea/pricing';
import type { OrderRequest } from '../orders/order-request.ts';

export const closing = ({ overseaOptionId, tradeType, qty }: WireOverseaPosition): OrderRequest => ({
  overseaOptionId,
  tradeType: otherSide(tradeType),
  qty,
  reduceOnly: true,
  marketType: 'MARKET',
});

/** As many contracts on the other side as are held on this one. */
export const reversing = (position: WireOverseaPosition): OrderRequest => ({
  ...closing(position),
  qty: position.qty * 2,
  reduceOnly: false,
});
