import { pace } from '@maru/client/pace';
import { tickerStatistics } from '@maru/contract/market';
import { useMemo } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { HERO_PACE_MS } from './paced-quote.ts';

/** The newest tick of one instrument with bid and ask, no faster than it can be read. */
export interface LiveTick {
  readonly last: string;
  readonly bid: string;
  readonly ask: string;
  readonly mark: string;
  /** The time of the tick, by the server's clock. */
  readonly at: number;
}

/** Until the first tick is pushed, the last price that the server sent. */
export function useLiveTick(stock: string, paceMs = HERO_PACE_MS): LiveTick | undefined {
  const { realtime, timers } = usePlatform();
  const live = useMemo(() => {
    let newest: LiveTick | undefined;
    return pace<LiveTick | undefined>({
      first: undefined,
      follow: (onChange) =>
        realtime.followTick(stock, ({ lastPrice, bid, ask, markPrice, time }) => {
          newest = { last: lastPrice, bid, ask, mark: markPrice, at: time };
          onChange();
        }),
      next: () => newest,
      timers,
      paceMs,
    });
  }, [stock, realtime, timers, paceMs]);
  const pushed = useWatched(live);
  const [known] = useAnswer(tickerStatistics, { stockListStrs: stock }).reply ?? [];
  return useMemo(() => {
    if (!known || (pushed && pushed.at >= known.time)) return pushed;
    const { lastPrice, bidPrice, askPrice, markPrice, time } = known;
    return { last: lastPrice, bid: bidPrice, ask: askPrice, mark: markPrice, at: time };
  }, [known, pushed]);
}
