// Exchange rates: asked for every ten seconds, kept in memory for whoever moves money now, and recorded once in ten
// minutes for whoever values the past. Coins have the marks of our own feed; won come from their source.

import { rateOfUnits } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Currency } from '@maru/engine/purse';
import {
  DOLLAR_COIN,
  type ExchangeRate,
  exchangeRate,
  isRateStale,
  type Quote,
  type QuoteOf,
  WON,
} from '@maru/engine/rates/exchange-rate';
import { DAY_MS, earlier, floorTo, HOUR_MS, MINUTE_MS, type Millis } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { Database } from '../db/database.ts';
import type { Feed } from '../feed/feed.ts';
import type { Log } from '../log/log.ts';
import { deleteOldRates, insertRates, listRatesAt, listRatesWithin, type RateRow } from './store.ts';
import type { WonSource } from './won-source.ts';

const REFRESH_MS = 10_000;
const FIRST_REFRESH_MS = 1_000;
const RECORD_EVERY_MS = 10 * MINUTE_MS;
const FINEST_KEPT_MS = 40 * DAY_MS;
const HOURLY_KEPT_MS = 730 * DAY_MS;
/** A recorded rate answers for as long after it: after that no rate is known. */
const RECORDED_FOR_MS = 2 * HOUR_MS;

export interface Rates {
  /** Every currency that can have a rate. */
  readonly currencies: readonly Currency[];
  /** For moving money: undefined when a quote is missing or older than 60 s, which is the refusal `RATE_STALE`. */
  get(base: Currency, counter: Currency, now: Millis): ExchangeRate | undefined;
  /** For display: however old. */
  latest(base: Currency, counter: Currency, now: Millis): ExchangeRate | undefined;
  /** The recorded quotes at an instant of the past, never of later. */
  quotesAt(at: Millis): Promise<QuoteOf>;
  /** The same for every instant of a window of at most forty days. */
  quotesWithin(
    currencies: readonly Currency[],
    window: { readonly from: Millis; readonly to: Millis },
  ): Promise<(at: Millis) => QuoteOf>;
  start(): Promise<void>;
  stop(): Promise<void>;
  refresh(): Promise<void>;
}

/** The contract in USDT of each coin that has one. */
function coinStocks(instruments: readonly Instrument[]): ReadonlyMap<Currency, string> {
  const coins = instruments.filter(
    ({ code, kind, currency }) => kind === 'CRYPTO' && currency === DOLLAR_COIN && code.endsWith(DOLLAR_COIN),
  );
  return new Map(coins.map(({ code }) => [code.slice(0, -DOLLAR_COIN.length), code]));
}

export function createRates({
  database,
  instruments,
  prices,
  won,
  time,
  log,
}: {
  readonly database: Database;
  readonly instruments: readonly Instrument[];
  readonly prices: Pick<Feed, 'usable'>;
  readonly won: WonSource;
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
}): Rates {
  const stocks = coinStocks(instruments);
  const quotes = new Map<Currency, Quote>();
  /** The beginning of the interval that was recorded last, of each currency. */
  const recorded = new Map<Currency, Millis>();

  function latest(base: Currency, counter: Currency, now: Millis): ExchangeRate | undefined {
    return exchangeRate({ base, counter }, (currency) => quotes.get(currency), now);
  }

  async function refreshWon(now: Millis): Promise<void> {
    try {
      const quote = await won.quote(now);
      if (quote.rate > 0n) quotes.set(DOLLAR_COIN, quote);
    } catch (fault) {
      log.warn('exchange rate source failed, retrying in ten seconds', { error: fault });
    }
  }

  async function refresh(): Promise<void> {
    const now = time.clock();
    await refreshWon(now);
    for (const [currency, stock] of stocks) {
      const tick = prices.usable(stock, now);
      if (tick !== undefined && tick.mark > 0n)
        quotes.set(currency, { rate: rateOfUnits(tick.mark), source: 'FEED', at: tick.ts });
    }
    await record(now);
  }

  async function record(now: Millis): Promise<void> {
    const startsAt = floorTo(now, RECORD_EVERY_MS);
    const rows: RateRow[] = [];
    for (const [currency, quote] of quotes)
      if (recorded.get(currency) !== startsAt && quote.at >= startsAt)
        rows.push({ currency, startsAt, ...quote });
    if (rows.length === 0) return;
    await database.transaction(async (tx) => {
      await insertRates(tx, rows);
      await deleteOldRates(tx, {
        finestSince: earlier(now, FINEST_KEPT_MS),
        hourlySince: earlier(now, HOURLY_KEPT_MS),
      });
    });
    for (const { currency } of rows) recorded.set(currency, startsAt);
  }

  const loop = createLoop({
    work: refresh,
    // After a start prices come one by one.
    restMs: () => (quotes.size <= stocks.size ? FIRST_REFRESH_MS : REFRESH_MS),
    wait: time.wait,
    log,
    failure: 'recording exchange rates failed, retrying in ten seconds',
  });

  return {
    currencies: [WON, DOLLAR_COIN, ...stocks.keys()],
    latest,
    get(base, counter, now) {
      const found = latest(base, counter, now);
      return found === undefined || isRateStale(found, now) ? undefined : found;
    },
    async quotesAt(at) {
      const rows = await database.transaction((tx) =>
        listRatesAt(tx, { at, earliest: earlier(at, RECORDED_FOR_MS) }),
      );
      const found = new Map<Currency, Quote>(rows.map((row) => [row.currency, row]));
      // What is newer than the record, for a moment that has just passed.
      for (const [currency, quote] of quotes) if (hasJustPassed(quote, at)) found.set(currency, quote);
      return (currency) => found.get(currency);
    },
    async quotesWithin(currencies, { from, to }) {
      const rows = await database.transaction((tx) =>
        listRatesWithin(tx, currencies, { from: earlier(from, RECORDED_FOR_MS), to }),
      );
      const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
      return (at) => (currency) => {
        const newest = quotes.get(currency);
        return newest !== undefined && hasJustPassed(newest, at)
          ? newest
          : newestAt(byCurrency.get(currency) ?? [], at);
      };
    },
    async start() {
      await refreshWon(time.clock());
      loop.start();
    },
    stop: loop.stop,
    refresh: loop.runOnce,
  };
}

/** The record may not have the interval of this quote yet. */
const hasJustPassed = ({ at: quotedAt }: Quote, at: Millis): boolean =>
  quotedAt <= at && at - quotedAt <= RECORD_EVERY_MS;

/** Of rows in order of time, the last that was known at this instant. */
function newestAt(rows: readonly RateRow[], at: Millis): RateRow | undefined {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as RateRow).at <= at) low = middle + 1;
    else high = middle;
  }
  const found = rows[low - 1];
  return found === undefined || at - found.startsAt > RECORDED_FOR_MS ? undefined : found;
}
