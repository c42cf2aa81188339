// What the member's own limits would answer to an order of either side, before it is sent.
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import type { StakeRefusal } from '@maru/engine/limits/standing';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import { ofSides } from '../../shell/member/own-limit-note.tsx';
import { type Judge, useOwnLimits } from '../../shell/member/own-limits.ts';
import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import type { OrderRequest, OrderSide } from '../orders/order-request.ts';
import { previewOrder } from './order-preview.ts';
import { useSurroundings } from './use-surroundings.ts';

interface Asked {
  readonly instrument: WireOverseaOption;
  readonly tick: LiveTick | undefined;
  /** Undefined where this side cannot be ordered now. */
  readonly requestOf: (side: OrderSide) => OrderRequest | undefined;
}

/** Of one side: its word; without one both are meant. */
interface Limited {
  readonly refusal: StakeRefusal | undefined;
  readonly of?: string | undefined;
}

/** For the note; undefined while the member has set no limit. */
export function useLimitedSides({ instrument, tick, requestOf }: Asked): Limited | undefined {
  const words = useWords(overseaTradeWords);
  const judge = useOwnLimits();
  const around = useSurroundings(instrument, tick);
  const refusalOf = (side: OrderSide, by: Judge) => {
    const request = requestOf(side);
    const stake = request && previewOrder(around, request)?.stake;
    return stake && by(instrument.terms?.walletCurrency ?? '', stake);
  };
  if (judge === undefined) return undefined;
  return ofSides({
    up: refusalOf('LONG', judge),
    down: refusalOf('SHORT', judge),
    words: { up: words.side.LONG, down: words.side.SHORT },
  });
}
