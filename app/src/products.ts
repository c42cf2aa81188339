// The lists that each product adds to the list of everything that can be traded.
import { binary, bitball, useOfferListings } from './binary/offers/offer-listings.ts';
import { futures, useFuturesListings } from './futures/listing/futures-listings.ts';
import type { ListedProduct, ProductListings } from './market/listing/listing.ts';
import { oversea, useOverseaListings } from './oversea/listing/oversea-listings.ts';

/** In the order of a row's labels. */
export const listedProducts: readonly ListedProduct[] = [oversea, binary, bitball, futures];

export const useProductListings = (): readonly ProductListings[] => [
  useOverseaListings(),
  useOfferListings(),
  useFuturesListings(),
];
