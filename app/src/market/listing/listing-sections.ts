// What can be traded now comes first; a market that is closed is reduced to one line with its opening time.
import { isSameDay } from '@maru/client/format-date';
import type { Instrument } from '../instruments/instrument-order.ts';

/** In the order of the page. */
export const MARKETS = [
  'krFutures',
  'usFutures',
  'otherFutures',
  'coin',
  'indices',
  'forex',
  'krShares',
  'usShares',
  'otherShares',
] as const;
export type MarketKey = (typeof MARKETS)[number];

function marketOf({ kind, currency }: Pick<Instrument, 'kind' | 'currency'>): MarketKey {
  switch (kind) {
    case 'CRYPTO':
      return 'coin';
    case 'FOREX':
      return 'forex';
    case 'INDEX':
      return 'indices';
    case 'STOCK':
      return currency === 'KRW' ? 'krShares' : currency === 'USD' ? 'usShares' : 'otherShares';
    case 'FUTURES':
      return currency === 'KRW' ? 'krFutures' : currency === 'USD' ? 'usFutures' : 'otherFutures';
  }
}

interface OpenMarket<Each> {
  readonly market: MarketKey;
  readonly listings: readonly Each[];
}

export interface ClosedMarket<Each> extends OpenMarket<Each> {
  /** The earliest opening of its instruments; null when none is known. */
  readonly opensAt: number | null;
  /** All of them open at that moment. */
  readonly isTogether: boolean;
}

interface MarketSections<Each> {
  readonly open: readonly OpenMarket<Each>[];
  readonly closed: readonly ClosedMarket<Each>[];
}

export function marketSections<Each extends Instrument>(listings: readonly Each[]): MarketSections<Each> {
  const byMarket = (some: readonly Each[]): readonly OpenMarket<Each>[] => {
    const groups = Map.groupBy(some, marketOf);
    return MARKETS.flatMap((market) => {
      const own = groups.get(market);
      return own === undefined ? [] : { market, listings: own };
    });
  };
  return {
    open: byMarket(listings.filter(({ isOpen }) => isOpen === 1)),
    closed: byMarket(listings.filter(({ isOpen }) => isOpen === 0))
      .map((each) => ({ ...each, ...openingOf(each.listings) }))
      .toSorted((a, b) => (a.opensAt ?? Number.MAX_SAFE_INTEGER) - (b.opensAt ?? Number.MAX_SAFE_INTEGER)),
  };
}

function openingOf(
  listings: readonly Instrument[],
): Pick<ClosedMarket<Instrument>, 'opensAt' | 'isTogether'> {
  const openings = listings.map(({ nextOpenMillis }) => nextOpenMillis);
  const known = openings.filter((each) => each !== null);
  const opensAt = known.length === 0 ? null : Math.min(...known);
  return { opensAt, isTogether: openings.every((each) => each === opensAt) };
}

/** The one Korean day on which all of them open, or undefined. */
export function openingDayOf(closed: readonly ClosedMarket<unknown>[]): number | undefined {
  const [first] = closed;
  const opensAt = first?.opensAt ?? undefined;
  return opensAt !== undefined &&
    closed.every((each) => each.opensAt !== null && isSameDay(each.opensAt, opensAt))
    ? opensAt
    : undefined;
}

/** Open ones first, each part in the order it came in. */
export const openFirst = <Each extends Pick<Instrument, 'isOpen'>>(some: readonly Each[]): readonly Each[] =>
  some.toSorted((a, b) => b.isOpen - a.isOpen);
