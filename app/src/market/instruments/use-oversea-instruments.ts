// The overseas instruments of the site and their prices, for every screen that lists or shows them.
import { overseaOptions } from '@maru/contract/oversea/instruments';
import { MINUTE_MS } from '@maru/engine/time';
import { useEffect } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
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
export function useListedPrices(instruments: readonly Instrument[] | undefined): void {
  const { prices } = usePlatform();
  useEffect(() => {
    for (const { stock, isOpen, lastPrice, rateChange } of instruments ?? [])
      if (lastPrice !== null && (isOpen === 0 || prices.of(stock) === undefined))
        prices.tick(stock, { lastPrice, priceChangePercent: rateChange });
  }, [instruments, prices]);
}

export function useOverseaInstruments() {
  const { site } = usePlatform();
  const stockPrefix = useWatched(site)?.overseaPrefix;
  const answer = useAnswer(overseaOptions, { isPlay: '1', ...(stockPrefix ? { stockPrefix } : {}) });
  useLivePrices();
  useListedPrices(answer.reply);
  // Markets open and close while the page is open: the list is read again.
  useEvery(MINUTE_MS, answer.reload);
  return answer;
}
