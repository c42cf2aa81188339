// Prices, charts, and the fields of an instrument in every list (spec §7 Stock data, Futures).

import { PERIODS } from '@maru/engine/market/candle';
import { DAY_MS } from '@maru/engine/time';
import { z } from 'zod';
import { defineCall } from './define-call.ts';
import {
  commaList,
  decimal,
  decimalText,
  epochMillis,
  flag,
  id,
  instrumentCode,
  integer,
  listOf,
  pageOf,
  siteInfoId,
} from './fields.ts';
import { moment } from './moment.ts';

export const MOST_STOCKS = 50;
export const MOST_CANDLES = 1_500;
/** There are many ticks: one call covers at most a day. */
const RAW_RANGE_MS = DAY_MS;

export const stockList = commaList(MOST_STOCKS, /^[A-Z0-9_]{1,32}$/);
const period = z.enum(PERIODS);
/** A parameter of the spec's client that chooses how an answer is shown; every choice returns the same here. */
export const resultType = z
  .string()
  .regex(/^\w{1,32}$/)
  .optional();
const stockPrefix = z
  .string()
  .regex(/^[A-Z0-9_]{0,32}$/)
  .optional();

export const candle = z.object({
  time: z.int(),
  open: decimalText,
  high: decimalText,
  low: decimalText,
  close: decimalText,
  volume: z.int(),
});
export type WireCandle = z.output<typeof candle>;

const chartQuery = z
  .object({
    siteInfoId,
    stock: instrumentCode,
    period: period.default('1m'),
    beginMillis: epochMillis.optional(),
    endMillis: epochMillis.optional(),
    isFirst: flag.default(false),
  })
  .refine((asked) => (asked.beginMillis ?? 0) <= (asked.endMillis ?? Number.MAX_SAFE_INTEGER), {
    path: ['beginMillis'],
  });

export const stockChart = defineCall('public', 'GET', '/api/stock/chart', {
  summary: `Candles that start in [beginMillis, endMillis), the newest ${MOST_CANDLES} of them; isFirst asks for the newest page`,
  shared: true,
  cost: 4,
  query: chartQuery,
  reply: z.array(candle),
});

export const stockChartPage = defineCall('public', 'GET', '/api/stock/chart_page', {
  summary: 'One page of candles, and where the page before it ends',
  shared: true,
  cost: 4,
  query: chartQuery,
  reply: z.object({ candles: z.array(candle), previousEndMillis: z.int().nullable() }),
});

export const stockRawTicks = defineCall('public', 'GET', '/api/stock/raw_data', {
  summary: 'The recorded ticks of at most one day, oldest first',
  shared: true,
  cost: 4,
  query: z
    .object({ siteInfoId, stock: instrumentCode, startDate: moment, endDate: moment, ...pageOf })
    .transform(({ startDate, endDate, ...rest }) => ({
      ...rest,
      from: startDate.at,
      to: endDate.isDay ? endDate.at + DAY_MS : endDate.at,
    }))
    .refine(({ from, to }) => from <= to, { path: ['startDate'] })
    .refine(({ from, to }) => to - from <= RAW_RANGE_MS, { path: ['endDate'] }),
  reply: listOf(
    z.object({
      time: z.int(),
      seq: z.int(),
      price: decimalText,
      bid: decimalText,
      ask: decimalText,
      markPrice: decimalText,
      /** The index that the source sent with it, if it did: what marks are computed from (docs/rules.md 0.5). */
      sourceIndexPrice: decimalText.nullable(),
      /** A tick that arrived after a newer one was never live. */
      receivedMillis: z.int(),
    }),
  ),
});

const level = z.tuple([decimalText, decimalText]);
const futuresPrice = z.object({
  lastPrice: decimalText,
  priceChangePercent: z.number(),
  markPrice: decimalText,
  /** This and what follows: of coins only, whose contracts have no expiry and are funded. */
  indexPrice: decimalText.optional(),
  /** What the rate of the running interval would be now: 0.0001 is 0.01 %. Above zero who is long pays. */
  fundingRate: decimalText.optional(),
  nextFundingMillis: z.int().optional(),
});
export type FuturesPrice = z.output<typeof futuresPrice>;

export const FUTURES_PRICES_KEY = 'FUTURES_INFO';

/** Three kinds of key and no other: this call cannot read arbitrary keys. */
export const keyValue = defineCall('public', 'GET', '/api/stock/key_value', {
  summary: 'ORDERBOOK_{stock}, OHLC_{stock} or FUTURES_INFO',
  shared: true,
  query: z.object({
    siteInfoId,
    key: z.string().regex(/^(?:(?:ORDERBOOK|OHLC)_[A-Z0-9_]{1,32}|FUTURES_INFO)$/),
  }),
  reply: z.union([
    z.strictObject({ stock: z.string(), time: z.int(), bids: z.array(level), asks: z.array(level) }),
    z.strictObject({ stock: z.string(), ...candle.shape }),
    z.record(z.string(), futuresPrice),
  ]),
});

export const lastPrice = defineCall('public', 'GET', '/api/stock/last_price', {
  summary: 'The price now, or so many seconds ago',
  shared: true,
  query: z.object({ siteInfoId, stock: instrumentCode, second: integer(0, 86_400).default(0) }),
  reply: z.object({ stock: z.string(), price: decimalText, time: z.int() }),
});

export const klines = defineCall('public', 'GET', '/api/trade/kline_data', {
  summary: 'The newest candles of several instruments, for small charts',
  shared: true,
  cost: 4,
  query: z.object({ siteInfoId, stockListStrs: stockList, interval: period.default('5m') }),
  reply: z.record(z.string(), z.array(candle)),
});

export const tickerStatistics = defineCall('public', 'GET', '/api/trade/ticker_statistics', {
  summary: 'The trade date so far, for several instruments',
  shared: true,
  cost: 2,
  query: z.object({ siteInfoId, stockListStrs: stockList }),
  reply: z.array(
    z.object({
      stock: z.string(),
      lastPrice: decimalText,
      markPrice: decimalText,
      bidPrice: decimalText,
      askPrice: decimalText,
      openPrice: decimalText,
      highPrice: decimalText,
      lowPrice: decimalText,
      prevClosePrice: decimalText,
      priceChange: decimalText,
      priceChangePercent: z.number(),
      volume: z.int(),
      time: z.int(),
    }),
  ),
});

export const MOST_POPULAR = 10;

/** Counted from the newest orders, see `server/src/market/popular.ts`. Empty while there are no trades. */
export const popularStocks = defineCall('public', 'GET', '/api/stock/popular', {
  summary: `The instruments that most members traded lately, at most ${MOST_POPULAR}, the most traded first`,
  shared: true,
  query: z.object({ siteInfoId }),
  reply: z.object({ stocks: z.array(z.string()) }),
});

export const serverTimeOffset = defineCall('public', 'GET', '/api/server_time_offset', {
  summary: "The server's time, and its distance from the client's `t`",
  query: z.object({ siteInfoId, t: epochMillis.optional() }),
  reply: z.object({ serverTime: z.int(), offset: z.int() }),
});

export const listedInstrument = z.object({
  id,
  stock: z.string(),
  koName: z.string(),
  enName: z.string(),
  /** Other names people use for it, in either language; the search includes them. */
  nicknames: z.array(z.string()),
  kind: z.enum(['CRYPTO', 'FOREX', 'STOCK', 'FUTURES', 'INDEX']),
  currency: z.string(),
  precision: z.int(),
  tickSize: decimalText,
  isPlay: z.literal([0, 1]),
  /** 1 while the session is open and the price cannot be used. */
  isStop: z.literal([0, 1]),
  isRest: z.literal([0, 1]),
  isOpen: z.literal([0, 1]),
  /** When a closed instrument opens next; null while it is open. */
  nextOpenMillis: z.int().nullable(),
  lastPrice: decimalText.nullable(),
  rateChange: z.number(),
});

export type ListedInstrument = z.output<typeof listedInstrument>;

/** The query of a call that lists instruments. */
export const instrumentFilter = z.object({ siteInfoId, resultType, isPlay: flag.optional(), stockPrefix });

/** The body of `POST /api/feed/ticks`, which a licensed price provider sends with a secret of its own. */
export const FEED_TICKS_PATH = '/api/feed/ticks';
/** The same of a second source, whose prices are only compared. */
export const SECOND_TICKS_PATH = '/api/feed/second';
export const pushedTicks = z.strictObject({
  source: z.string().regex(/^[a-z0-9-]{1,32}$/),
  /** The sender's own number of the batch, rising. */
  seq: z.int().min(1).max(1_000_000_000_000),
  ticks: z
    .array(
      z.strictObject({
        stock: instrumentCode,
        last: decimal,
        bid: decimal.optional(),
        ask: decimal.optional(),
        mark: decimal.optional(),
        /** Of a coin: the price of the coin itself, beside that of its contract. */
        index: decimal.optional(),
        ts: z.int().min(0).max(4_102_444_800_000).optional(),
      }),
    )
    .min(1)
    .max(500),
});
