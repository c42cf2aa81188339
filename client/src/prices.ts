// The latest price of each instrument, outside React: a tick is passed only to its watchers. How often a screen shows
// it is decided in pace.ts.
import { createStore, type Watched } from './store.ts';

/** The data of `/topic/futures_info` about an instrument. Prices are decimal texts, the change is a percentage. */
export interface Quote {
  readonly lastPrice: string;
  readonly markPrice?: string;
  readonly priceChangePercent: number;
  /** This and what follows: of coins only, and not in every push. What a push does not say stays. */
  readonly indexPrice?: string | undefined;
  readonly fundingRate?: string | undefined;
  readonly nextFundingMillis?: number | undefined;
}

export interface Prices {
  of(stock: string): Quote | undefined;
  tick(stock: string, quote: Quote): void;
  watch(stock: string, listen: () => void): () => void;
  /** When the last tick of any instrument was received, by this machine's clock. */
  readonly lastHeardAt: Watched<number | undefined>;
}

const SHOWN = [
  'lastPrice',
  'markPrice',
  'priceChangePercent',
  'indexPrice',
  'fundingRate',
  'nextFundingMillis',
] as const;

const isSame = (before: Quote | undefined, after: Quote): boolean =>
  before !== undefined && SHOWN.every((field) => before[field] === after[field]);

export function createPrices(now: () => number): Prices {
  const latest = new Map<string, Quote>();
  const watchers = new Map<string, Set<() => void>>();
  const lastHeardAt = createStore<number | undefined>(undefined);

  return {
    lastHeardAt,
    of: (stock) => latest.get(stock),
    tick(stock, said) {
      lastHeardAt.set(now());
      const before = latest.get(stock);
      const quote = { ...before, ...said };
      if (isSame(before, quote)) return;
      latest.set(stock, quote);
      for (const listen of [...(watchers.get(stock) ?? [])]) listen();
    },
    watch(stock, listen) {
      const listening = watchers.get(stock) ?? new Set();
      watchers.set(stock, listening.add(listen));
      return () => void listening.delete(listen);
    },
  };
}
