// The live prices of all instruments as the watch sees them, and what waits for them.
import type { SiteId } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { OverseaTerms, Priced, Quote } from './terms.ts';
import { createLevels, type Levels } from './watch-levels.ts';

/** Undefined where a site does not trade the instrument (any more): nothing of it is asked then. */
export type TermsOf = (site: SiteId, option: number, now: Millis) => OverseaTerms | undefined;

export interface Live {
  readonly levels: Levels;
  quote: Quote | undefined;
  /** How long there was no price before this one; endless for the first. */
  gapMs: number;
}

export interface WatchMarket {
  liveOf(option: number): Live;
  termsOf: TermsOf;
  /** Terms are asked for once per instant: a thousand hits of one tick have the same. */
  forgetTerms(): void;
  pricedOf(of: { readonly site: SiteId; readonly option: number }, now: Millis): Priced | undefined;
  /** Was this the first price after a time without any? Levels may have been crossed while nobody looked. */
  isAfterGap(terms: OverseaTerms): boolean;
}

export function createMarket(termsOf: TermsOf): WatchMarket {
  const lives = new Map<number, Live>();
  const known = new Map<number, Map<SiteId, OverseaTerms | undefined>>();
  let knownAt: Millis | undefined;

  function liveOf(option: number): Live {
    const live = lives.get(option);
    if (live !== undefined) return live;
    const fresh: Live = { levels: createLevels(), quote: undefined, gapMs: Infinity };
    lives.set(option, fresh);
    return fresh;
  }

  function termsAt(site: SiteId, option: number, now: Millis): OverseaTerms | undefined {
    if (knownAt !== now) {
      known.clear();
      knownAt = now;
    }
    let bySite = known.get(option);
    if (bySite === undefined) {
      bySite = new Map();
      known.set(option, bySite);
    }
    if (!bySite.has(site)) bySite.set(site, termsOf(site, option, now));
    return bySite.get(site);
  }

  return {
    liveOf,
    termsOf: termsAt,
    forgetTerms: () => {
      knownAt = undefined;
    },
    pricedOf({ site, option }, now) {
      const { quote } = liveOf(option);
      const terms = termsAt(site, option, now);
      return quote === undefined || terms === undefined ? undefined : { terms, quote };
    },
    isAfterGap: ({ option, staleMs }) => liveOf(option).gapMs > staleMs,
  };
}
