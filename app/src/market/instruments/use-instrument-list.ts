// The instruments of one product as the server lists them, and the prices of every instrument that a screen shows.
import { MINUTE_MS } from '@maru/engine/time';
import { useEffect } from 'react';
import type { Answered } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useEvery } from '../prices/use-every.ts';
import type { Instrument } from './instrument-order.ts';

/** Follows all prices while a screen shows them. */
export function useLivePrices(): void {
  const { realtime, prices } = usePlatform();
  useEffect(
    () =>
      realtime.followTopic('futuresPrices', (quotes) => {
        for (const [stock, quote] of Object.entries(quotes)) prices.tick(stock, quote);
      }),
    [realtime, prices],
  );
}

/** A list is a snapshot: a price that was pushed in the meantime is newer and stays. A closed market pushes none. */
function useListedPrices(instruments: readonly Instrument[] | undefined): void {
  const { prices } = usePlatform();
  useEffect(() => {
    for (const { stock, isOpen, lastPrice, rateChange } of instruments ?? [])
      if (lastPrice !== null && (isOpen === 0 || prices.of(stock) === undefined))
        prices.tick(stock, { lastPrice, priceChangePercent: rateChange });
  }, [instruments, prices]);
}

/** The query of a list: what is offered, under the names that begin with the site's prefix. */
export const offeredUnder = (stockPrefix: string | undefined) =>
  ({ isPlay: '1', ...(stockPrefix ? { stockPrefix } : {}) }) as const;

export function useInstrumentList<Each extends Instrument>(answer: Answered<readonly Each[]>) {
  useListedPrices(answer.reply);
  // Markets open and close while the page is open: the list is read again.
  useEvery(MINUTE_MS, answer.reload);
  return answer;
}
