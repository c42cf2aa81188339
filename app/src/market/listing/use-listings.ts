// Everything that can be traded on the site, over all products, with live prices.
import { useMemo, useState } from 'react';
import { useProductListings } from '../../products.ts';
import { useLivePrices } from '../instruments/use-instrument-list.ts';
import { joinListings, type Listing } from './listing.ts';

interface Listings {
  readonly state: 'loading' | 'failed' | 'ready';
  readonly listings: readonly Listing[];
  readonly message: string | undefined;
  reload(): void;
}

export function useListings(): Listings {
  useLivePrices();
  const answers = useProductListings();
  const lists = useSameItems(answers.map(({ listings }) => listings));
  const joined = useMemo(() => {
    const known = lists.filter((list) => list !== undefined);
    return known.length === lists.length ? joinListings(known) : undefined;
  }, [lists]);
  const failed = answers.find(({ state }) => state === 'failed');
  return {
    state: joined ? 'ready' : failed ? 'failed' : 'loading',
    listings: joined ?? NONE,
    message: failed?.message,
    reload: () => {
      for (const answer of answers) answer.reload();
    },
  };
}

const NONE: readonly Listing[] = [];

/** Returns the previous list while its items are the same, so that memos that depend on it are not computed again. */
function useSameItems<Item>(items: readonly Item[]): readonly Item[] {
  const [known, setKnown] = useState(items);
  if (items.every((item, place) => item === known[place])) return known;
  setKnown(items);
  return items;
}
