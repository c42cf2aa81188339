// A link to each product of the site, for a menu that names them: to the instrument of it that is open and listed first.
import { listedProducts, useProductListings } from '../../products.ts';
import type { Language } from '../../text/language.tsx';
import { type ListedProduct, type Listing, pathOfWay, type Way, wayIn } from './listing.ts';

interface ProductLink {
  readonly to: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

interface Asked {
  /** Undefined until the lists of all products are known. */
  readonly listings: readonly Listing[] | undefined;
  readonly products: readonly ListedProduct[];
  readonly path: string;
  readonly isGuest: boolean;
  readonly language: Language;
}

export function productLinks({ listings, products, path, isGuest, language }: Asked): readonly ProductLink[] {
  const isAt = (way: Way) =>
    [way.id, ...(way.ids ?? [])].some((id) => path === pathOfWay({ ...way, id }, isGuest));
  return products.flatMap((product): readonly ProductLink[] => {
    const label = (product.menuTitleIn ?? product.titleIn)(language);
    // Until the lists are known every product is named, so that the menu does not change its places.
    if (listings === undefined)
      return [{ to: `${product.page}${isGuest ? 'View' : ''}`, label, isCurrent: false }];
    const own = listings.flatMap((listing) => {
      const way = wayIn(listing, product);
      return way === undefined ? [] : [{ way, isOpen: listing.isOpen === 1 }];
    });
    const first = own.find(({ isOpen }) => isOpen) ?? own[0];
    if (first === undefined) return [];
    return [{ to: pathOfWay(first.way, isGuest), label, isCurrent: own.some(({ way }) => isAt(way)) }];
  });
}

export function useProductLinks(where: Pick<Asked, 'path' | 'isGuest' | 'language'>): readonly ProductLink[] {
  const lists = useProductListings().map(({ listings }) => listings);
  const known = lists.filter((list) => list !== undefined);
  const listings = known.length === lists.length ? known.flat() : undefined;
  return productLinks({ ...where, listings, products: listedProducts });
}
