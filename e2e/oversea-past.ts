// A world whose prices are pushed has no history. For pictures it gets one: candles that end at its prices, an order
// book around them, and a month of trades.
import type { ReplyOf } from '@maru/contract/call';
import { keyValue, klines, stockChart, stockChartPage, type WireCandle } from '@maru/contract/market';
import { dailyProfit } from '@maru/contract/oversea/calls';
import type { Page, Route } from '@playwright/test';
import { FIRST_PRICES } from './oversea.ts';
import type { FirstPrices } from './pushed-prices.ts';

const PERIOD_MS: Readonly<Record<string, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '60m': 3_600_000,
  '1d': 86_400_000,
};
const MADE_CANDLES = 160;

/** What is made up, and around which prices. */
export interface MadeMarket {
  readonly prices: FirstPrices;
  /** Of the book, from the best level on; the bids go on where the asks end. */
  readonly sizes: readonly string[];
  readonly depth: number;
}

const OVERSEA: MadeMarket = {
  prices: FIRST_PRICES,
  sizes: ['32', '35', '9', '36', '12', '34', '16', '44', '10', '32'],
  depth: 5,
};
const UNKNOWN = { first: '100', tick: 0.25 };

/** Up and down around the price, the same in every run. */
const wave = (step: number): number => Math.sin(step / 9) * 3 + Math.sin(step / 2.3) - step / 12;

function candlesOf(
  { first, tick }: FirstPrices[string],
  { period, end }: { readonly period: string; readonly end: number },
): WireCandle[] {
  const stepMs = PERIOD_MS[period] ?? 60_000;
  const unit = Math.max(tick * 8, Number(first) / 5_000);
  const priceAt = (step: number) =>
    (Math.round((Number(first) + unit * (wave(step) - wave(0))) / tick) * tick).toFixed(2);
  return Array.from({ length: MADE_CANDLES }, (_, place) => {
    const age = MADE_CANDLES - place;
    const [open, close] = [priceAt(age), priceAt(age - 1)];
    const [low, high] = [Math.min(Number(open), Number(close)), Math.max(Number(open), Number(close))];
    return {
      time: Math.floor(end / stepMs) * stepMs - age * stepMs,
      open,
      close,
      high: (high + 2 * tick).toFixed(2),
      low: (low - 2 * tick).toFixed(2),
      volume: 40 + ((age * 37) % 60),
    };
  });
}

const before = (made: readonly WireCandle[], real: readonly WireCandle[]): WireCandle[] => {
  const begins = real[0]?.time ?? Number.POSITIVE_INFINITY;
  return [...made.filter(({ time }) => time < begins), ...real];
};

async function answer<T>(route: Route, change: (reply: T, asked: URLSearchParams) => T): Promise<void> {
  const response = await route.fetch();
  const reply = (await response.json()) as T;
  await route.fulfill({ response, json: change(reply, new URL(route.request().url()).searchParams) });
}

export async function givePast(
  page: Page,
  now: () => number,
  { prices, sizes, depth }: MadeMarket = OVERSEA,
): Promise<void> {
  const priceOf = (stock: string) => prices[stock] ?? UNKNOWN;
  const madeFor = (asked: URLSearchParams) => {
    const period = asked.get('period') ?? asked.get('interval') ?? '1m';
    const made = (stock: string) => candlesOf(priceOf(stock), { period, end: now() });
    const from = Number(asked.get('beginMillis') ?? 0);
    const to = Number(asked.get('endMillis') ?? Number.MAX_SAFE_INTEGER);
    return (stock: string) => made(stock).filter(({ time }) => time >= from && time < to);
  };
  await page.route(`**${stockChart.path}?*`, (route) =>
    answer<ReplyOf<typeof stockChart>>(route, (reply, asked) =>
      before(madeFor(asked)(asked.get('stock') ?? ''), reply),
    ),
  );
  await page.route(`**${stockChartPage.path}?*`, (route) =>
    answer<ReplyOf<typeof stockChartPage>>(route, (reply, asked) => ({
      ...reply,
      candles: before(madeFor(asked)(asked.get('stock') ?? ''), reply.candles),
    })),
  );
  await page.route(`**${klines.path}?*`, (route) =>
    answer<ReplyOf<typeof klines>>(route, (_, asked) =>
      Object.fromEntries(
        (asked.get('stockListStrs') ?? '')
          .split(',')
          .map((stock) => [stock, madeFor(asked)(stock).slice(-40)]),
      ),
    ),
  );
  await page.route(new RegExp(`${keyValue.path}\\?.*key=ORDERBOOK_`), async (route) => {
    const stock = (new URL(route.request().url()).searchParams.get('key') ?? '').replace('ORDERBOOK_', '');
    const { first, tick } = priceOf(stock);
    const level = (ticks: number, place: number): [string, string] => [
      (Number(first) + ticks * tick).toFixed(2),
      sizes[place % sizes.length] ?? '1',
    ];
    const places = Array.from({ length: depth }, (_, place) => place);
    const asks = places.map((place) => level(place + 1, place));
    const bids = places.map((place) => level(-1 - place, place + depth));
    await route.fulfill({ json: { stock, time: now(), asks, bids } });
  });
}

const NETS = [
  12, 9, -110, -70, 480, -200, -30, -170, 250, -590, 90, 240, 360, -180, -70, -220, 10, 690, 240, 300, -30,
];
const DAY_MS = 86_400_000;

/** Three weeks of trades before today; `scale` makes their figures longer. */
export async function giveTradedDays(page: Page, now: () => number, scale = 1_000): Promise<void> {
  await page.route(`**${dailyProfit.path}?*`, (route) =>
    answer<ReplyOf<typeof dailyProfit>>(route, (reply, asked) => {
      if (asked.get('page') !== '0') return reply;
      const days = NETS.map((step, place) => ({
        tradeDate: new Date(now() - (NETS.length - place) * DAY_MS).toISOString().slice(0, 10),
        overseaOptionId: 304,
        stock: 'MNQ',
        closedQty: 6,
        trades: 6,
        wins: step > 0 ? 4 : 2,
        heldMillis: 6 * 860_000,
        gross: String(step * scale + 18_000),
        commission: '18000',
        net: String(step * scale),
        losscuts: 0,
        currency: 'KRW',
        isFinal: true,
      }));
      return { ...reply, content: [...reply.content, ...days.toReversed()] };
    }),
  );
}
