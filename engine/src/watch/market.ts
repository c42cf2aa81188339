// The live prices of all instruments as the watch sees them, and what waits for them.
import type { SiteId } from '../purse.ts';
import type { Millis } from '../time.ts';
import { createLevels, type Levels } from './levels.ts';
import type { PricedTerms, SeenPrices, TermsOf, WatchTypes } from './rules.ts';

export interface Live<Quote> {
  readonly levels: Levels;
  quote: Quote | undefined;
  /** How long there was no price before this one; infinite for the first. */
  gapMs: number;
}

type PricesThen<Types extends WatchTypes> = ReadonlyMap<
  number,
  Pick<Live<Types['quote']>, 'quote' | 'gapMs'>
>;

export interface WatchMarket<Types extends WatchTypes> {
  liveOf(instrument: number): Live<Types['quote']>;
  /** Of every instrument that was ever looked at. */
  lives(): Iterable<readonly [instrument: number, live: Live<Types['quote']>]>;
  termsOf: TermsOf<Types>;
  /** Terms are computed once per instant: a thousand hits of one tick have the same. */
  forgetTerms(): void;
  pricedOf(
    of: { readonly site: SiteId; readonly instrument: number },
    now: Millis,
  ): PricedTerms<Types> | undefined;
  /** Prices arrive from this moment on. */
  start(now: Millis): void;
  /** What rules may see of it now: one object for all judgements of an instant. */
  seenAt(now: Millis): SeenPrices<Types>;
  /** The same for a moment that is over, with the prices of then. */
  seenThen(prices: PricesThen<Types>, now: Millis): SeenPrices<Types>;
  /** Was this the first price after a time without any? Levels may have been crossed meanwhile. */
  isAfterGap(terms: Types['terms']): boolean;
}

export function createMarket<Types extends WatchTypes>(termsOf: TermsOf<Types>): WatchMarket<Types> {
  const lives = new Map<number, Live<Types['quote']>>();
  const known = new Map<number, Map<SiteId, Types['terms'] | undefined>>();
  let knownAt: Millis | undefined;
  let seen: SeenPrices<Types> | undefined;
  let listeningSince = 0 as Millis;

  function liveOf(instrument: number): Live<Types['quote']> {
    const live = lives.get(instrument);
    if (live !== undefined) return live;
    const fresh: Live<Types['quote']> = { levels: createLevels(), quote: undefined, gapMs: Infinity };
    lives.set(instrument, fresh);
    return fresh;
  }

  function termsAt(site: SiteId, instrument: number, now: Millis): Types['terms'] | undefined {
    if (knownAt !== now) {
      known.clear();
      knownAt = now;
    }
    let bySite = known.get(instrument);
    if (bySite === undefined) {
      bySite = new Map();
      known.set(instrument, bySite);
    }
    if (!bySite.has(site)) bySite.set(site, termsOf(site, instrument, now));
    return bySite.get(site);
  }

  function pricedOf(
    { site, instrument }: { readonly site: SiteId; readonly instrument: number },
    now: Millis,
  ): PricedTerms<Types> | undefined {
    const { quote } = liveOf(instrument);
    const terms = termsAt(site, instrument, now);
    return quote === undefined || terms === undefined ? undefined : { terms, quote };
  }

  const isAfterGap = ({ instrument, staleMs }: Types['terms']): boolean => liveOf(instrument).gapMs > staleMs;

  return {
    liveOf,
    lives: () => lives,
    termsOf: termsAt,
    forgetTerms: () => {
      knownAt = undefined;
    },
    pricedOf,
    isAfterGap,
    start(now) {
      listeningSince = now;
      seen = undefined;
    },
    seenAt(now) {
      if (seen?.now === now) return seen;
      seen = { now, listeningSince, termsOf: termsAt, pricedOf: (of) => pricedOf(of, now), isAfterGap };
      return seen;
    },
    seenThen: (prices, now) => ({
      now,
      listeningSince,
      termsOf: termsAt,
      pricedOf({ site, instrument }) {
        const quote = prices.get(instrument)?.quote;
        const terms = termsAt(site, instrument, now);
        return quote === undefined || terms === undefined ? undefined : { terms, quote };
      },
      isAfterGap: ({ instrument, staleMs }) => (prices.get(instrument)?.gapMs ?? Infinity) > staleMs,
    }),
  };
}
