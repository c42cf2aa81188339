import { tickerStatistics } from '@maru/contract/market';
import { useMemo } from 'react';
import { HERO_PACE_MS } from '../../market/prices/paced-quote.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { followLiveTick, type LiveTick } from './live-tick.ts';

/** Until the first tick is pushed, the last price that the server sent. */
export function useLiveTick(stock: string, paceMs = HERO_PACE_MS): LiveTick | undefined {
  const { realtime, timers } = usePlatform();
  const live = useMemo(
    () => followLiveTick({ stock, realtime, timers, paceMs }),
    [stock, realtime, timers, paceMs],
  );
  const pushed = useWatched(live);
  const [known] = useAnswer(tickerStatistics, { stockListStrs: stock }).reply ?? [];
  return useMemo(() => {
    if (!known || (pushed && pushed.at >= known.time)) return pushed;
    return { last: known.lastPrice, bid: known.bidPrice, ask: known.askPrice, at: known.time };
  }, [known, pushed]);
}
