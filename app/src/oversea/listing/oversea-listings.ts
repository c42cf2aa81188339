// The instruments of overseas futures, for the lists over all products.
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { useMemo } from 'react';
import { useInstrumentList } from '../../market/instruments/use-instrument-list.ts';
import type { ListedProduct, Listing, ProductListings } from '../../market/listing/listing.ts';
import { overseaWords } from '../../text/oversea.ts';
import { useListedOptions } from './use-oversea-instruments.ts';

export const oversea: ListedProduct = {
  name: 'oversea',
  titleIn: (language) => overseaWords[language].quickOrder,
  menuTitleIn: (language) => overseaWords[language].product,
  page: '/oversea',
};

export const overseaListingOf = (instrument: WireOverseaOption): Listing => ({
  ...instrument,
  ways: [{ product: oversea, id: instrument.id }],
  month: instrument.terms?.month ?? undefined,
});

export function useOverseaListings(): ProductListings {
  const answer = useInstrumentList(useListedOptions());
  const listings = useMemo(() => answer.reply?.map(overseaListingOf), [answer.reply]);
  return { ...answer, listings };
}
