// Everything that can be traded on the site, over all products, with live prices.
import { tradeOptions } from '@maru/contract/binary/offers';
import { MINUTE_MS } from '@maru/engine/time';
import { useCallback, useMemo, useState } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useDevice } from '../../shell/device/device.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { recentOffers } from '../instruments/last-offers.ts';
import { useListedPrices, useOverseaInstruments } from '../instruments/use-oversea-instruments.ts';
import { useEvery } from '../prices/use-every.ts';
import { type Listing, listingsOf } from './listing.ts';

interface Listings {
  readonly state: 'loading' | 'failed' | 'ready';
  readonly listings: readonly Listing[];
  readonly message: string | undefined;
  reload(): void;
}

export function useListings(): Listings {
  const { site } = usePlatform();
  const stockPrefix = useWatched(site)?.stockPrefix;
  const oversea = useOverseaInstruments();
  const binary = useAnswer(tradeOptions, { isPlay: '1', ...(stockPrefix ? { stockPrefix } : {}) });
  useListedPrices(binary.reply);
  useEvery(MINUTE_MS, binary.reload);
  const device = useDevice();
  const [recentBinary] = useState(() => recentOffers(device));
  const listings = useMemo(
    () =>
      oversea.reply && binary.reply
        ? listingsOf({ oversea: oversea.reply, binary: binary.reply, recentBinary })
        : [],
    [oversea.reply, binary.reply, recentBinary],
  );
  const failed = [oversea, binary].find(({ state }) => state === 'failed');
  const [reloadOversea, reloadBinary] = [oversea.reload, binary.reload];
  const reload = useCallback(() => {
    reloadOversea();
    reloadBinary();
  }, [reloadOversea, reloadBinary]);
  const isReady = oversea.reply !== undefined && binary.reply !== undefined;
  return {
    state: isReady ? 'ready' : failed ? 'failed' : 'loading',
    listings,
    message: failed?.message,
    reload,
  };
}
