// Everything that can be traded, one row for each instrument whatever the product: the home page, the guest's list and
// the search show the same.
import type { Answered } from '../../shell/connection/use-answer.ts';
import type { Language } from '../../text/language.tsx';
import type { Instrument } from '../instruments/instrument-order.ts';

/** A product as the rows of its instruments name it. */
export interface ListedProduct {
  readonly name: string;
  readonly titleIn: (language: Language) => string;
  /** Its name in a menu, where its rows are labelled otherwise. */
  readonly menuTitleIn?: (language: Language) => string;
  /** Its page for members; an instrument is traded below it. */
  readonly page: string;
}

/** How an instrument can be traded: in which product, and under which number there. */
export interface Way {
  readonly product: ListedProduct;
  readonly id: number;
  /** The last part of its path, where that is not the number. */
  readonly at?: string;
  /** Every number under which the product trades it, where there are several. */
  readonly ids?: readonly number[];
}

export interface Listing extends Instrument {
  readonly nicknames: readonly string[];
  /** Never empty; a row opens the first. */
  readonly ways: readonly Way[];
  /** `2026-12` of a contract that has a month. */
  readonly month?: string | undefined;
}

/** What can be traded in one product or several, each instrument once; undefined until it is known. */
export type ProductListings = Pick<Answered<unknown>, 'state' | 'message' | 'reload'> & {
  readonly listings: readonly Listing[] | undefined;
};

/** An instrument of several lists takes its place in the first, and is halted only when it is halted in all of them. */
export function joinListings(lists: readonly (readonly Listing[])[]): readonly Listing[] {
  const joined = new Map<string, Listing>();
  for (const listing of lists.flat()) {
    const first = joined.get(listing.stock);
    joined.set(
      listing.stock,
      first === undefined
        ? listing
        : {
            ...first,
            isStop: first.isStop === 1 ? listing.isStop : 0,
            ways: [...first.ways, ...listing.ways],
          },
    );
  }
  return [...joined.values()];
}

/** The screen of a product; guests have their own. */
export const pathOfWay = ({ product, id, at }: Way, isGuest: boolean): string =>
  `${product.page}${isGuest ? 'View' : ''}/${at ?? id}`;

export const wayIn = ({ ways }: Listing, product: ListedProduct): Way | undefined =>
  ways.find((way) => way.product === product);
