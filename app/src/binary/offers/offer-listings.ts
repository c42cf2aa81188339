// The instruments that can be bet on, for the lists over all products: each once, whatever its types of rounds.
import { tradeOptions, type WireBinaryOption } from '@maru/contract/binary/offers';
import { useMemo, useState } from 'react';
import { offeredUnder, useInstrumentList } from '../../market/instruments/use-instrument-list.ts';
import type { ListedProduct, Listing, ProductListings, Way } from '../../market/listing/listing.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useDevice } from '../../shell/device/device.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { binaryListingWords } from '../../text/binary-listing.ts';
import { lastUsed, recentOffers } from './last-offers.ts';
import { inSpecOrder, isBall } from './offer-order.ts';

export const binary: ListedProduct = {
  name: 'binary',
  titleIn: (language) => binaryListingWords[language].binary,
  page: '/exchange',
};

export const bitball: ListedProduct = {
  name: 'bitball',
  titleIn: (language) => binaryListingWords[language].bitball,
  page: '/exchange',
};

/** `recent` are the offers used on this device, newest first: a row opens the last one of its product. */
export function offerListingsOf(
  offers: readonly WireBinaryOption[],
  recent: readonly number[] = [],
): readonly Listing[] {
  const wayOf = (product: ListedProduct, own: readonly WireBinaryOption[]): readonly Way[] => {
    const offer = lastUsed(own, recent) ?? own[0];
    return offer === undefined ? [] : [{ product, id: offer.id, ids: own.map(({ id }) => id) }];
  };
  return [...Map.groupBy(offers, ({ stock }) => stock).values()].map((own) => {
    const sorted = inSpecOrder(own);
    const prices = sorted.filter((offer) => !isBall(offer));
    const ways = [...wayOf(binary, prices), ...wayOf(bitball, sorted.filter(isBall))];
    const isStopped = own.every(({ isStop }) => isStop === 1);
    return { ...own[0]!, id: ways[0]!.id, isStop: isStopped ? 1 : 0, ways };
  });
}

export function useOfferListings(): ProductListings {
  const prefix = useWatched(usePlatform().site)?.stockPrefix;
  const { reply, ...answer } = useInstrumentList(useAnswer(tradeOptions, offeredUnder(prefix)));
  const device = useDevice();
  const [recent] = useState(() => recentOffers(device));
  const listings = useMemo(() => reply && offerListingsOf(reply, recent), [reply, recent]);
  return { ...answer, listings };
}
