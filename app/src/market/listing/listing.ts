// Everything that can be traded, one row for each instrument whatever the product: the home page, the guest's list and
// the search show the same.
import type { WireBinaryOption } from '@maru/contract/binary/offers';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { familyOf, ROUND_TYPES } from '@maru/engine/rounds/round';
import type { Instrument } from '../instruments/instrument-order.ts';
import { lastUsed } from '../instruments/last-offers.ts';

/** In the order of a row's labels; a row opens the first of its own. */
export const LISTED_PRODUCTS = ['oversea', 'binary', 'bitball'] as const;
export type ListedProduct = (typeof LISTED_PRODUCTS)[number];

/** How an instrument can be traded: in which product, and under which number there. */
export interface Way {
  readonly product: ListedProduct;
  readonly id: number;
}

export interface Listing extends Instrument {
  readonly nicknames: readonly string[];
  /** Never empty. */
  readonly ways: readonly Way[];
  /** `2026-12` of a contract that has a month. */
  readonly month: string | undefined;
}

export interface InstrumentLists {
  readonly oversea: readonly WireOverseaOption[];
  readonly binary: readonly WireBinaryOption[];
  /** The binary offers used on this device, newest first; a row of an instrument opens its last one again. */
  readonly recentBinary?: readonly number[];
}

export function listingsOf({ oversea, binary, recentBinary = [] }: InstrumentLists): readonly Listing[] {
  const games = Map.groupBy(binary, ({ stock }) => stock);
  const contracts = oversea.map((instrument) => {
    const own = games.get(instrument.stock) ?? [];
    games.delete(instrument.stock);
    return listing(
      instrument,
      [{ product: 'oversea', id: instrument.id }, ...gameWays(own, recentBinary)],
      own,
    );
  });
  const others = [...games.values()].map((own) => listing(own[0]!, gameWays(own, recentBinary), own));
  return [...contracts, ...others];
}

function listing(
  instrument: WireOverseaOption | WireBinaryOption,
  ways: readonly Way[],
  games: readonly WireBinaryOption[],
): Listing {
  const isStopped = [instrument, ...games].every(({ isStop }) => isStop === 1);
  return {
    ...instrument,
    id: ways[0]!.id,
    isStop: isStopped ? 1 : 0,
    ways,
    month: 'terms' in instrument ? (instrument.terms?.month ?? undefined) : undefined,
  };
}

const place = ({ type }: WireBinaryOption): number => ROUND_TYPES.indexOf(type);
const isBall = ({ type }: WireBinaryOption): boolean => familyOf(type) === 'BALL';

function gameWays(offers: readonly WireBinaryOption[], recent: readonly number[]): readonly Way[] {
  const sorted = offers.toSorted((a, b) => place(a) - place(b));
  const wayOf = (product: ListedProduct, own: readonly WireBinaryOption[]): readonly Way[] => {
    const offer = lastUsed(own, recent) ?? own[0];
    return offer === undefined ? [] : [{ product, id: offer.id }];
  };
  return [
    ...wayOf(
      'binary',
      sorted.filter((each) => !isBall(each)),
    ),
    ...wayOf('bitball', sorted.filter(isBall)),
  ];
}

/** The screen of a product; guests have their own. */
export function pathOfWay({ product, id }: Way, isGuest: boolean): string {
  const page = product === 'oversea' ? '/oversea' : '/exchange';
  return `${page}${isGuest ? 'View' : ''}/${id}`;
}

export const wayIn = ({ ways }: Listing, product: ListedProduct | undefined): Way | undefined =>
  product === undefined ? ways[0] : ways.find((way) => way.product === product);
