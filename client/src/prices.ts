// The latest price of each instrument, outside React: a tick repaints only who watches it.
import { createStore, type Watched } from './store.ts';

/** What `/topic/futures_info` says about an instrument. Prices are decimal texts, the change is a percentage. */
export interface Quote {
  readonly lastPrice: string;
  readonly markPrice?: string;
  readonly priceChangePercent: number;
}

export interface Prices {
  of(stock: string): Quote | undefined;
  tick(stock: string, quote: Quote): void;
  watch(stock: string, listen: () => void): () => void;
  /** When the last tick of any instrument was heard, by this machine's clock. */
  readonly lastHeardAt: Watched<number | undefined>;
}

const isSame = (before: Quote | undefined, after: Quote): boolean =>
  before?.lastPrice === after.lastPrice &&
  before.markPrice === after.markPrice &&
  before.priceChangePercent === after.priceChangePercent;

/** `schedule` is `requestAnimationFrame` in a browser and a plain call in a test. */
export function createPrices({
  schedule,
  now,
}: {
  readonly schedule: (flush: () => void) => void;
  readonly now: () => number;
}): Prices {
  const latest = new Map<string, Quote>();
  const watchers = new Map<string, Set<() => void>>();
  const dirty = new Set<string>();
  let scheduled = false;
  const lastHeardAt = createStore<number | undefined>(undefined);

  function flush() {
    scheduled = false;
    const changed = [...dirty];
    dirty.clear();
    for (const stock of changed) for (const listen of [...(watchers.get(stock) ?? [])]) listen();
  }

  return {
    lastHeardAt,
    of: (stock) => latest.get(stock),
    tick(stock, quote) {
      lastHeardAt.set(now());
      if (isSame(latest.get(stock), quote)) return;
      latest.set(stock, quote);
      dirty.add(stock);
      // Many ticks, one repaint.
      if (scheduled) return;
      scheduled = true;
      schedule(flush);
    },
    watch(stock, listen) {
      const listening = watchers.get(stock) ?? new Set();
      watchers.set(stock, listening.add(listen));
      return () => void listening.delete(listen);
    },
  };
}
