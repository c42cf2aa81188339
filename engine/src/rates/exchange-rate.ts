// What one currency is worth in another (docs/rules.md 6.6). Quoted are won for one USDT and USDT for one of any other
// coin; everything else follows. A rate of eight places is for the eye: one won in bitcoin has no digit left, so an
// amount is exchanged by the exact worth of both sides.
import { type Amount, divide, ONE, type Rate, type Rounding } from '../amount.ts';
import type { Currency } from '../purse.ts';
import type { Millis } from '../time.ts';

export const WON: Currency = 'KRW';
export const DOLLAR_COIN: Currency = 'USDT';

/** Older rates may not be used to move money. */
export const RATE_STALE_MS = 60_000;

/** Of one unit, in won: a count of 1e-16. */
declare const brand: unique symbol;
export type Worth = bigint & { readonly [brand]: 'Worth' };

/** How a currency is quoted: USDT in won, every other coin in USDT. Won are not quoted. */
export interface Quote {
  readonly rate: Rate;
  readonly source: string;
  readonly at: Millis;
}
export type QuoteOf = (currency: Currency) => Quote | undefined;

export interface ExchangeRate {
  readonly base: Currency;
  readonly counter: Currency;
  /** Of the counter for one of the base, to eight places. */
  readonly rate: Rate;
  readonly worth: { readonly base: Worth; readonly counter: Worth };
  /** Where the quotes come from; two are joined by a plus. */
  readonly source: string;
  /** Of the older quote. */
  readonly at: Millis;
}

const WON_WORTH = (ONE * ONE) as Worth;

/** The quotes that a currency's worth in won follows from; undefined when one of them is missing. */
function quotesOf(currency: Currency, quoteOf: QuoteOf): readonly Quote[] | undefined {
  if (currency === WON) return [];
  const won = quoteOf(DOLLAR_COIN);
  if (won === undefined || currency === DOLLAR_COIN) return won && [won];
  const coin = quoteOf(currency);
  return coin && [won, coin];
}

const worthOf = ([won, coin]: readonly Quote[]): Worth =>
  won === undefined ? WON_WORTH : ((won.rate * (coin?.rate ?? ONE)) as Worth);

/** Undefined when a quote is missing. A rate between one currency and itself is always there, as old as `now`. */
export function exchangeRate(
  { base, counter }: { readonly base: Currency; readonly counter: Currency },
  quoteOf: QuoteOf,
  now: Millis,
): ExchangeRate | undefined {
  const ofBase = quotesOf(base, quoteOf);
  const ofCounter = quotesOf(counter, quoteOf);
  if (ofBase === undefined || ofCounter === undefined) return undefined;
  const worth = { base: worthOf(ofBase), counter: worthOf(ofCounter) };
  if (worth.base <= 0n || worth.counter <= 0n) return undefined;
  // Two coins have the won in common: what they are worth in each other depends on their own quotes alone.
  const isAmongCoins = base !== WON && counter !== WON;
  const used = [...ofBase, ...ofCounter].filter((quote) => !isAmongCoins || quote !== quoteOf(DOLLAR_COIN));
  return {
    base,
    counter,
    rate: divide(worth.base * ONE, worth.counter, 'half-even') as Rate,
    worth,
    source: [...new Set(used.map(({ source }) => source))].join('+') || 'IDENTITY',
    at: used.reduce((oldest, { at }) => (at < oldest ? at : oldest), now),
  };
}

/** An amount of the base in the counter. */
export const exchanged = (
  amount: Amount,
  { worth }: Pick<ExchangeRate, 'worth'>,
  rounding: Rounding,
): Amount => divide(amount * worth.base, worth.counter, rounding) as Amount;

export const isRateStale = ({ at }: Pick<ExchangeRate, 'at'>, now: Millis): boolean =>
  now - at > RATE_STALE_MS;
