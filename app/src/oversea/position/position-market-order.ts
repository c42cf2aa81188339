// One tap, one market order. While one is on its way, or nobody knows what became of it, nothing else is sent from here.
import type { Outcome } from '@maru/client/call';
import type { placeOverseaOrder, WireOverseaPosition } from '@maru/contract/oversea';
import { useCallback, useRef, useState } from 'react';
import { useGuardedOrder } from '../orders/use-guarded-order.ts';

export interface MarketOrder {
  readonly overseaOptionId: number;
  readonly tradeType: 'LONG' | 'SHORT';
  readonly qty: number;
  /** Never opens or turns a position. */
  readonly reduceOnly: boolean;
}

const opposite = (side: 'LONG' | 'SHORT') => (side === 'LONG' ? 'SHORT' : 'LONG');

export const closing = ({ overseaOptionId, tradeType, qty }: WireOverseaPosition): MarketOrder => ({
  overseaOptionId,
  tradeType: opposite(tradeType),
  qty,
  reduceOnly: true,
});

/** As many contracts on the other side as there are on this one. */
export const reversing = ({ overseaOptionId, tradeType, qty }: WireOverseaPosition): MarketOrder => ({
  overseaOptionId,
  tradeType: opposite(tradeType),
  qty: qty * 2,
  reduceOnly: false,
});

export function useMarketOrder() {
  const { isChecking, send } = useGuardedOrder();
  const [isSending, setSending] = useState(false);
  const isUnderWay = useRef(false);

  /** Undefined when another one is still under way, or the page was left. */
  const place = useCallback(
    async (order: MarketOrder): Promise<Outcome<typeof placeOverseaOrder> | undefined> => {
      if (isUnderWay.current) return undefined;
      isUnderWay.current = true;
      setSending(true);
      try {
        return await send({ body: { ...order, marketType: 'MARKET' } });
      } finally {
        isUnderWay.current = false;
        setSending(false);
      }
    },
    [send],
  );
  return { isSending, isChecking, place };
}
