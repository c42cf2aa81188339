// The offers of the site, their prices, and which of them this device used last.
import { tradeOptions } from '@maru/contract/binary/offers';
import { useEffect } from 'react';
import {
  offeredUnder,
  useInstrumentList,
  useLivePrices,
} from '../../market/instruments/use-instrument-list.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useDevice } from '../../shell/device/device.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { rememberOffer } from './last-offers.ts';

export function useOffers() {
  const prefix = useWatched(usePlatform().site)?.stockPrefix;
  useLivePrices();
  return useInstrumentList(useAnswer(tradeOptions, offeredUnder(prefix)));
}

export function useRememberedOffer(id: number): void {
  const { storage } = useDevice();
  useEffect(() => rememberOffer({ storage }, id), [storage, id]);
}
