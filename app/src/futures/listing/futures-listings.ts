// The instruments of coin futures, for the lists over all products.
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { useMemo } from 'react';
import { useInstrumentList } from '../../market/instruments/use-instrument-list.ts';
import type { ListedProduct, Listing, ProductListings } from '../../market/listing/listing.ts';
import { futuresWords } from '../../text/futures.ts';
import { useListedFutures } from '../account/use-futures-instruments.ts';

export const futures: ListedProduct = {
  name: 'futures',
  titleIn: (language) => futuresWords[language].coinFutures,
  page: '/future',
};

/** Only those that the site trades. */
export const futuresListingsOf = (options: readonly WireFuturesOption[]): readonly Listing[] =>
  options
    .filter(({ terms }) => terms !== null)
    .map((option) => ({ ...option, ways: [{ product: futures, id: option.id, at: option.stock }] }));

export function useFuturesListings(): ProductListings {
  const answer = useInstrumentList(useListedFutures());
  const listings = useMemo(() => answer.reply && futuresListingsOf(answer.reply), [answer.reply]);
  return { ...answer, listings };
}
