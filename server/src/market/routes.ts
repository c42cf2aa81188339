// The market's calls, bound to their handlers.
import {
  FUTURES_PRICES_KEY,
  keyValue,
  klines,
  lastPrice,
  serverTimeOffset,
  stockChart,
  stockChartPage,
  stockRawTicks,
  tickerStatistics,
} from '@maru/contract/market';
import type { Depth } from '@maru/engine/market/depth';
import type { Instrument } from '@maru/engine/market/instrument';
import { type Millis, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { pageReply } from '../http/paging.ts';
import { type Route, serve, serveText } from '../http/serve.ts';
import { loadChart } from './chart.ts';
import type { Days } from './days.ts';
import type { FundingOf } from './funding.ts';
import type { History } from './history.ts';
import { createKlines } from './klines.ts';
import { type Prices, shownPrice } from './listed.ts';
import { allPrices } from './price-topics.ts';
import { loadTickPage, wireTick } from './raw-ticks.ts';
import { statisticsOf, wireDay, wireDepth } from './statistics.ts';

export interface MarketDeps {
  readonly database: Database;
  readonly instruments: readonly Instrument[];
  readonly prices: Prices;
  readonly history: History;
  readonly days: Days;
  readonly fundingOf: FundingOf;
  readonly depth?: ((stock: string, at: Millis) => Depth | undefined) | undefined;
}

const NOT_FOUND = { ok: false, refusal: 'NOT_FOUND' } as const;

export function marketRoutes(deps: MarketDeps): readonly Route[] {
  const { database, instruments, prices, history, days } = deps;
  const known = new Map(instruments.map((each) => [each.code, each]));
  const loadKlines = createKlines(history);

  /** All of them, or undefined: a list with an unknown code was not sent by our client. */
  function listed(codes: readonly string[]): readonly Instrument[] | undefined {
    const all = [...new Set(codes)].map((code) => known.get(code));
    return all.every((each) => each !== undefined) ? all : undefined;
  }
  const unknownStock = { ok: false, refusal: 'INVALID_REQUEST', field: 'stockListStrs' } as const;

  return [
    serveText(stockChart, async ({ query, now }) => {
      const instrument = known.get(query.stock);
      if (!instrument) return NOT_FOUND;
      const { text } = await loadChart(history, instrument, query, now);
      return { ok: true, reply: { json: `[${text}]` } };
    }),
    serveText(stockChartPage, async ({ query, now }) => {
      const instrument = known.get(query.stock);
      if (!instrument) return NOT_FOUND;
      const { text, first = null } = await loadChart(history, instrument, query, now);
      return { ok: true, reply: { json: `{"candles":[${text}],"previousEndMillis":${first}}` } };
    }),
    serve(stockRawTicks, async ({ query }) => {
      if (!known.has(query.stock)) return NOT_FOUND;
      const { page, size } = query;
      const window = { from: millis(query.from), to: millis(query.to) };
      const { ticks, total } = await loadTickPage(database, query.stock, { ...window, page, size });
      return { ok: true, reply: pageReply(ticks.map(wireTick), { page, size, total }) };
    }),
    serve(lastPrice, async ({ query, now }) => {
      const instrument = known.get(query.stock);
      if (!instrument) return NOT_FOUND;
      const at = millis(now - query.second * 1_000);
      const price =
        query.second === 0 ? prices.latest(query.stock)?.last : await history.priceAt(instrument, at);
      if (price === undefined) return NOT_FOUND;
      return { ok: true, reply: { stock: query.stock, price: shownPrice(instrument, price), time: at } };
    }),
    serve(klines, async ({ query, now }) => {
      const stocks = listed(query.stockListStrs);
      if (!stocks) return unknownStock;
      return { ok: true, reply: await loadKlines(stocks, query.interval, now) };
    }),
    serve(tickerStatistics, async ({ query }) => {
      const stocks = listed(query.stockListStrs);
      if (!stocks) return unknownStock;
      const reply = stocks.flatMap((each) => statisticsOf(each, prices.latest(each.code), days) ?? []);
      return { ok: true, reply };
    }),
    serve(keyValue, async ({ query: { key }, now }) => {
      if (key === FUTURES_PRICES_KEY) return { ok: true, reply: allPrices(prices.latest, deps) };
      const [, kind, stock = ''] = /^([A-Z]+)_(.+)$/.exec(key) ?? [];
      const instrument = known.get(stock);
      if (!instrument) return NOT_FOUND;
      const reply =
        kind === 'ORDERBOOK'
          ? wireDepth(instrument, deps.depth?.(stock, now), now)
          : wireDay(instrument, days);
      return reply === undefined ? NOT_FOUND : { ok: true, reply };
    }),
    serve(serverTimeOffset, async ({ query: { t }, now }) => ({
      ok: true,
      reply: { serverTime: now, offset: t === undefined ? 0 : now - t },
    })),
  ];
}
