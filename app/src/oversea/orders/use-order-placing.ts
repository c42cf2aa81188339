// One tap, one order. While one is on its way nothing else is sent, and the second tap of a double tap is none.
import type { ReplyHeard } from '@maru/client/call';
import type { placeOverseaOrder, WireOverseaOrder } from '@maru/contract/oversea';
import { useCallback, useRef, useState } from 'react';
import { usePlatform } from '../../shell/platform.tsx';
import { useGuardedOrder } from './use-guarded-order.ts';

export type OrderSide = WireOverseaOrder['tradeType'];
export type OrderKind = 'MARKET' | 'LIMIT' | 'STOPMARKET';

/** What a tap asks for, as the wire has it. */
export interface OrderWish {
  readonly overseaOptionId: number;
  readonly tradeType: OrderSide;
  readonly marketType: OrderKind;
  readonly qty: number;
  readonly price?: string;
  readonly tpTick?: number;
  readonly slTick?: number;
  readonly reduceOnly?: boolean;
}

export type PlacedOrder = ReplyHeard<typeof placeOverseaOrder>;
export interface Refused {
  readonly code: string;
  readonly message: string;
}

export interface OrderNews {
  readonly onPlaced?: (order: PlacedOrder) => void;
  readonly onRefused: (refused: Refused, wish: OrderWish) => void;
}

/** Faster than anybody means two orders by two taps. */
const DOUBLE_TAP_MS = 350;

export function useOrderPlacing(news: OrderNews) {
  const { timers } = usePlatform();
  const { isChecking, send } = useGuardedOrder();
  const [underWay, setUnderWay] = useState<OrderWish>();
  const latest = useRef(news);
  latest.current = news;
  const held = useRef<{ readonly words: string; readonly until: number } | undefined>(undefined);
  const isBusy = useRef(false);

  const place = useCallback(
    async (wish: OrderWish): Promise<void> => {
      const words = JSON.stringify(wish);
      const now = timers.now();
      const isDouble = held.current?.words === words && now < held.current.until;
      if (isBusy.current || isDouble) return;
      isBusy.current = true;
      held.current = { words, until: now + DOUBLE_TAP_MS };
      setUnderWay(wish);
      const outcome = await send({ body: { ...wish } });
      isBusy.current = false;
      setUnderWay(undefined);
      if (outcome === undefined) return;
      if (outcome.ok) latest.current.onPlaced?.(outcome.reply);
      else latest.current.onRefused(outcome, wish);
    },
    [send, timers],
  );
  return { place, underWay, isChecking };
}
