// The trade date so far of one instrument: requested at intervals, updated by every price in between.

import type { ReceivedReply } from '@maru/client/call';
import { unitsOf } from '@maru/client/format';
import { tickerStatistics } from '@maru/contract/market';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useWatched } from '../../shell/platform.tsx';
import { usePacedQuote } from './live-price.tsx';
import type { PacedQuote } from './paced-quote.ts';
import { priceDifference } from './price-difference.ts';
import { useEvery } from './use-every.ts';

type Statistics = ReceivedReply<typeof tickerStatistics>[number];

export type Day = ReturnType<typeof dayNow>;

const ASK_AGAIN_AFTER_MS = 5_000;

export function useDay(stock: string, paceMs: number): Day {
  const { quote } = useWatched(usePacedQuote(stock, paceMs));
  const { reply, reload } = useAnswer(tickerStatistics, { stockListStrs: stock });
  useEvery(ASK_AGAIN_AFTER_MS, reload);
  return dayNow(reply?.[0], quote);
}

/** A price above the known high is the high, before the server reports it. */
export function dayNow(known: Statistics | undefined, quote: PacedQuote['quote']) {
  const last = quote?.lastPrice ?? known?.lastPrice;
  const before = known?.prevClosePrice;
  return {
    lastPrice: last,
    priceChange: priceDifference(last, before),
    priceChangePercent: quote?.priceChangePercent ?? known?.priceChangePercent,
    highPrice: furthest(known?.highPrice, last, 1),
    lowPrice: furthest(known?.lowPrice, last, -1),
    openPrice: known?.openPrice,
    prevClosePrice: before,
    volume: known?.volume,
  };
}

function furthest(known: string | undefined, now: string | undefined, towards: 1 | -1): string | undefined {
  const [old, next] = [unitsOf(known), unitsOf(now)];
  if (old === undefined || next === undefined) return known;
  return (towards === 1 ? next > old : next < old) ? now : known;
}
