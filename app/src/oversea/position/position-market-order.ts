// The market orders that close or turn a position.
import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { OrderWish } from '../orders/order-wish.ts';

const opposite = (side: 'LONG' | 'SHORT') => (side === 'LONG' ? 'SHORT' : 'LONG');

export const closing = ({ overseaOptionId, tradeType, qty }: WireOverseaPosition): OrderWish => ({
  overseaOptionId,
  tradeType: opposite(tradeType),
  qty,
  reduceOnly: true,
  marketType: 'MARKET',
});

/** As many contracts on the other side as there are on this one. */
export const reversing = (position: WireOverseaPosition): OrderWish => ({
  ...closing(position),
  qty: position.qty * 2,
  reduceOnly: false,
});
