// The moving parts of a row, each rendering itself: a tick renders two small spans and a line, never the row.
import { directionOf, formatPercent, formatPrice, MISSING } from '@maru/client/format';
import type { Watched } from '@maru/client/store';
import { useMemo } from 'react';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { Spark } from '../../ui/figures/spark.tsx';
import './live-price.css';
import { type PacedQuote, paceQuote } from './paced-quote.ts';

export function usePacedQuote(stock: string, paceMs: number): Watched<PacedQuote> {
  const { prices, timers } = usePlatform();
  return useMemo(() => paceQuote({ prices, timers, stock, paceMs }), [prices, timers, stock, paceMs]);
}

interface PriceProps {
  readonly paced: Watched<PacedQuote>;
  readonly precision: number;
}

export function LivePrice({ paced, precision }: PriceProps) {
  const { quote, moved, moves } = useWatched(paced);
  return (
    // A new key restarts the flash.
    <span key={moves} className={`live-price live-price--${moved}`}>
      {formatPrice(quote?.lastPrice, precision)}
    </span>
  );
}

interface ChangeProps {
  readonly paced: Watched<PacedQuote>;
  /** A closed market has no change of today. */
  readonly resting?: boolean;
}

export function LiveChange({ paced, resting = false }: ChangeProps) {
  const percent = useWatched(paced).quote?.priceChangePercent;
  if (resting) return <span>{MISSING}</span>;
  return <span className={`live-change live-change--${directionOf(percent)}`}>{formatPercent(percent)}</span>;
}

interface SparkProps {
  readonly paced: Watched<PacedQuote>;
  readonly closes: readonly number[];
}

/** The closes as they were fetched, ending at the price now. */
export function LiveSpark({ paced, closes }: SparkProps) {
  const { quote } = useWatched(paced);
  const now = Number(quote?.lastPrice ?? Number.NaN);
  const values = useMemo(
    () => (closes.length > 0 && Number.isFinite(now) ? [...closes.slice(0, -1), now] : closes),
    [closes, now],
  );
  return <Spark values={values} direction={directionOf(quote?.priceChangePercent)} />;
}
