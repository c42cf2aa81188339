// Search over all products: by the names of an instrument, and by the name of a product.

import type { Language } from '../../text/language.tsx';
import { type ListedProduct, type Listing, wayIn } from '../listing/listing.ts';
import type { ListedRow } from '../listing/listing-rows.tsx';
import { findTyped } from './hangul-match.ts';
import { searchInstruments } from './instrument-search.ts';

interface Asked {
  readonly typed: string;
  readonly products: readonly ListedProduct[];
  readonly language: Language;
}

/** The name of a product finds what is traded there, and opens it there. */
function productTyped({ typed, products, language }: Asked): ListedProduct | undefined {
  return typed.length < 2
    ? undefined
    : products.find((product) => findTyped(product.titleIn(language), typed)?.from === 0);
}

export function searchListings(listings: readonly Listing[], asked: Asked): readonly ListedRow[] {
  const matches = searchInstruments(listings, asked.typed).map(
    ({ instrument, inKoName, inEnName, inCode, nickname }): ListedRow => ({
      listing: instrument,
      match: inKoName,
      // If the name or code matches, the row needs no nickname to explain why it was found.
      alias: (inKoName ?? inEnName ?? inCode) ? undefined : nickname,
    }),
  );
  const product = productTyped(asked);
  if (product === undefined) return matches;
  const known = new Set(matches.map(({ listing }) => listing));
  const inProduct = listings.flatMap((listing): readonly ListedRow[] => {
    const way = wayIn(listing, product);
    return way === undefined || known.has(listing) ? [] : [{ listing, way }];
  });
  return [...matches, ...inProduct];
}
