// The sparks of the lists: one request for all rows, again every minute.
import { klines, MOST_STOCKS } from '@maru/contract/market';
import { MINUTE_MS } from '@maru/engine/time';
import { useCallback, useMemo } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useEvery } from './use-every.ts';

const NONE: readonly number[] = [];

/** A spark is only drawn, so plain numbers are exact enough. */
export function useSparks(stocks: readonly string[]): (stock: string) => readonly number[] {
  const stockListStrs = stocks.slice(0, MOST_STOCKS).join(',');
  const { reply, reload } = useAnswer(
    klines,
    stockListStrs === '' ? null : { stockListStrs, interval: '15m' },
  );
  useEvery(MINUTE_MS, reload);
  const closes = useMemo(
    () =>
      new Map(
        Object.entries(reply ?? {}).map(([stock, candles]) => [
          stock,
          candles.map(({ close }) => Number(close)),
        ]),
      ),
    [reply],
  );
  return useCallback((stock: string) => closes.get(stock) ?? NONE, [closes]);
}
