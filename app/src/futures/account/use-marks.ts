import { pace } from '@maru/client/pace';
import type { Quote } from '@maru/client/prices';
import { useMemo } from 'react';
import { ROW_PACE_MS } from '../../market/prices/paced-quote.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';

export type Marks = ReadonlyMap<string, Quote>;

const NO_MARKS: Marks = new Map();

/** The newest last and mark prices of several instruments together, no faster than they can be read. */
export function useMarks(stocks: readonly string[], paceMs = ROW_PACE_MS): Marks {
  const { prices, timers } = usePlatform();
  const names = stocks.join(',');
  const marks = useMemo(() => {
    const watched = names === '' ? [] : names.split(',');
    return pace<Marks>({
      first: NO_MARKS,
      follow: (onChange) => {
        const stops = watched.map((stock) => prices.watch(stock, onChange));
        return () => {
          for (const stop of stops) stop();
        };
      },
      next(before) {
        const known = watched.flatMap((stock) => {
          const quote = prices.of(stock);
          return quote === undefined ? [] : [[stock, quote] as const];
        });
        const isSame =
          known.length === before.size && known.every(([stock, quote]) => before.get(stock) === quote);
        return isSame ? before : new Map(known);
      },
      timers,
      paceMs,
    });
  }, [names, prices, timers, paceMs]);
  return useWatched(marks);
}
