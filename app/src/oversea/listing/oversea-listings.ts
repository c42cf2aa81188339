// The instruments of overseas futures, for the lists over all products.
import { overseaOptions, type WireOverseaOption } from '@maru/contract/oversea/instruments';
import { useMemo } from 'react';
import { offeredUnder, useInstrumentList } from '../../market/instruments/use-instrument-list.ts';
import type { ListedProduct, Listing, ProductListings } from '../../market/listing/listing.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { overseaWords } from '../../text/oversea.ts';

export const oversea: ListedProduct = {
  name: 'oversea',
  titleIn: (language) => overseaWords[language].quickOrder,
  page: '/oversea',
};

export const overseaListingOf = (instrument: WireOverseaOption): Listing => ({
  ...instrument,
  ways: [{ product: oversea, id: instrument.id }],
  month: instrument.terms?.month ?? undefined,
});

export function useOverseaListings(): ProductListings {
  const prefix = useWatched(usePlatform().site)?.overseaPrefix;
  const answer = useInstrumentList(useAnswer(overseaOptions, offeredUnder(prefix)));
  const listings = useMemo(() => answer.reply?.map(overseaListingOf), [answer.reply]);
  return { ...answer, listings };
}
