// The binary offers of the site, their prices, and which of them this device used last.
import { tradeOptions } from '@maru/contract/binary/offers';
import { MINUTE_MS } from '@maru/engine/time';
import { useEffect } from 'react';
import { rememberOffer } from '../../market/instruments/last-offers.ts';
import { useListedPrices, useLivePrices } from '../../market/instruments/use-oversea-instruments.ts';
import { useEvery } from '../../market/prices/use-every.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useDevice } from '../../shell/device/device.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';

export function useOffers() {
  const { site } = usePlatform();
  const stockPrefix = useWatched(site)?.stockPrefix;
  const answer = useAnswer(tradeOptions, { isPlay: '1', ...(stockPrefix ? { stockPrefix } : {}) });
  useLivePrices();
  useListedPrices(answer.reply);
  // Markets open and close while the page is open: the list is read again.
  useEvery(MINUTE_MS, answer.reload);
  return answer;
}

export function useRememberedOffer(id: number): void {
  const { storage } = useDevice();
  useEffect(() => rememberOffer({ storage }, id), [storage, id]);
}
