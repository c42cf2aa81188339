// The market of the liquidation bench: four coins with the terms that the platform gives them, and a clock and prices
// that the bench moves.
import { price, priceOfUnits } from '@maru/engine/amount';
import type { FuturesTerms, Priced, Quote } from '@maru/engine/futures/terms';
import type { Tick } from '@maru/engine/market/tick';
import { later, type Millis, millis } from '@maru/engine/time';
import { instruments as allInstruments } from '@maru/server/feed/instruments';
import { type FuturesInstrument, listInstruments } from '@maru/server/futures/instruments';
import { quoteOf } from '@maru/server/futures/quotes';
import type { FuturesSettings } from '@maru/server/futures/settings';
import { createTerms, type FuturesSite } from '@maru/server/futures/terms';
import { SITE } from './bench-site.ts';

/** 2026-01-05 12:00:00 UTC, between two times of funding. */
export const NOON = millis(1_767_614_400_000);
const STARTS: Readonly<Record<string, string>> = {
  BTCUSDT: '100000',
  ETHUSDT: '3500',
  XRPUSDT: '2.5',
  SOLUSDT: '200',
};

const site: FuturesSite = {
  id: SITE,
  features: { futures: true },
  wallets: [{ type: 'FUTURES', currency: 'USDT', places: 8 }],
};

export interface Coin extends FuturesInstrument {
  readonly start: bigint;
}

export interface Market {
  readonly coins: readonly Coin[];
  now(): Millis;
  wait(ms: number): void;
  termsOf(instrument: number): FuturesTerms | undefined;
  /** A tick now, so many times the price of the start. */
  tickOf(coin: Coin, factor: number): Tick;
  quoteOf(instrument: number): Quote;
  pricedOf(instrument: number): Priced;
}

export function createMarket(settings: FuturesSettings): Market {
  const listed = listInstruments(allInstruments);
  const terms = createTerms({
    instruments: listed,
    sites: { byId: () => site },
    settings,
  });
  const coins = Object.entries(STARTS).map(([code, start]): Coin => {
    const instrument = listed.byStock(code);
    if (instrument === undefined) throw new Error(`${code} is not traded`);
    return { ...instrument, start: price(start) };
  });
  const quotes = new Map<number, Quote>();
  let now = NOON;
  let seq = 0;

  const termsOf = (instrument: number) => terms.at(SITE, instrument, now);
  function knownQuote(instrument: number): Quote {
    const quote = quotes.get(instrument);
    if (quote === undefined) throw new Error('every coin has a price from the start');
    return quote;
  }
  const market: Market = {
    coins,
    now: () => now,
    wait(ms) {
      now = later(now, ms);
    },
    termsOf,
    tickOf({ id, code, start, tickSize }, factor) {
      seq += 1;
      const ticks = Math.round((Number(start) * factor) / Number(tickSize));
      const last = priceOfUnits(BigInt(ticks) * tickSize);
      const tick = { stock: code, last, bid: last, ask: last, mark: last, ts: now, recvTs: now, seq };
      quotes.set(id, quoteOf(tick));
      return tick;
    },
    quoteOf: knownQuote,
    pricedOf(instrument) {
      const own = termsOf(instrument);
      if (own === undefined) throw new Error('the site trades every coin');
      return { terms: own, quote: knownQuote(instrument) };
    },
  };
  for (const coin of coins) market.tickOf(coin, 1);
  return market;
}
