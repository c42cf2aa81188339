import type { Priced, Quote } from '@maru/engine/futures/terms';
import type { Tick } from '@maru/engine/market/tick';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { FuturesInstruments } from './instruments.ts';
import type { TermsOf } from './terms.ts';

export interface FuturesPrices {
  latest(stock: string): Tick | undefined;
  usable(stock: string, now: Millis): Tick | undefined;
}

const quotes = new WeakMap<Tick, Quote>();

/**
 * The part of a tick that a decision needs. The same value each time: a message to the desk has it once, however many
 * commands were made on the tick.
 */
export function quoteOf(tick: Tick): Quote {
  const known = quotes.get(tick);
  if (known !== undefined) return known;
  const { ts, seq, last, bid, ask, mark } = tick;
  const quote = { ts, seq, last, bid, ask, mark };
  quotes.set(tick, quote);
  return quote;
}

/** For what is filled on it: undefined while the price may not be used. */
export function usableQuote(
  prices: Pick<FuturesPrices, 'usable'>,
  stock: string,
  now: Millis,
): Quote | undefined {
  const tick = prices.usable(stock, now);
  return tick && quoteOf(tick);
}

/**
 * Each of these instruments with its newest price, however old: an account is worth something also while one of its
 * instruments is silent. One without any price is left out, and the desk refuses what needs it.
 */
export const pricedOf = (
  {
    instruments,
    prices,
    terms,
  }: {
    readonly instruments: Pick<FuturesInstruments, 'byId'>;
    readonly prices: Pick<FuturesPrices, 'latest'>;
    readonly terms: Pick<TermsOf, 'at'>;
  },
  { site, numbers, now }: { readonly site: SiteId; readonly numbers: Iterable<number>; readonly now: Millis },
): readonly Priced[] =>
  [...numbers].flatMap((number) => {
    const instrument = instruments.byId(number);
    const own = terms.at(site, number, now);
    const tick = instrument && prices.latest(instrument.code);
    return own === undefined || tick === undefined ? [] : [{ terms: own, quote: quoteOf(tick) }];
  });
