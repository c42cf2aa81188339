// The requests of a chart: pages of candles, and for the tick chart the recorded ticks.
import type { Caller, Sent } from '@maru/client/call';
import { MOST_CANDLES, stockChartPage, stockRawTicks } from '@maru/contract/market';
import { price } from '@maru/engine/amount';
import { type Candle, candleStart, type Period, withTick } from '@maru/engine/market/candle';
import type { TradingHours } from '@maru/engine/market/trading-hours';
import { HOUR_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { type Bars, barOf, type Tail } from './bars.ts';
import type { ChartSource } from './candle-series.ts';

export type ChartPeriod = 'tick' | Period;

/** Periods shorter than a day are divided by the Korean clock alone; the hours of an instrument do not matter. */
const noHours: TradingHours = { zone: { name: 'none', changes: [] }, week: [], exceptions: new Map() };

export function chartSource(call: Caller, stock: string, period: ChartPeriod): ChartSource {
  return period === 'tick' ? tickSource(call, stock) : candleSource(call, stock, period);
}

function candleSource(call: Caller, stock: string, period: Period): ChartSource {
  return {
    page: (end) => candlePage(call, { stock, period, endMillis: end }),
    async since(begin) {
      const bars = await candlePage(call, { stock, period, beginMillis: begin });
      return bars && { bars, isWhole: bars.length < MOST_CANDLES };
    },
    startOf: period === '1d' ? tradeDayStart : (at) => candleStart(period, at, noHours),
  };
}

async function candlePage(
  call: Caller,
  query: Sent<typeof stockChartPage>['query'],
): Promise<Bars | undefined> {
  const outcome = await call(stockChartPage, { query });
  return outcome.ok ? outcome.reply.candles.map(barOf) : undefined;
}

/**
 * Only the server knows when a trade date begins, so a tick counts for the current day until an answer contains the
 * next; that takes seconds, and the answer also removes the tick from the wrong day.
 */
function tradeDayStart(at: Millis, bars: Bars): Millis | undefined {
  return bars.findLast(({ start }) => start <= at)?.start;
}

const TICK_WINDOW_MS = MINUTE_MS;
const TICKS_PER_PAGE = 100;
const TICK_PAGES = 3;
/** With fewer ticks than this, the seconds before them are shown too. */
const FEW_TICKS = 60;

/** Every tick is a bar of its own; ticks of the same millisecond share one. */
function tickSource(call: Caller, stock: string): ChartSource {
  return {
    async page(end) {
      if (end !== undefined) return [];
      // The seconds show the server's current time, and fill the chart of a market that rests.
      const seconds = await candlePage(call, { stock, period: '1s' });
      const newest = seconds?.at(-1);
      if (!seconds || !newest) return seconds;
      const ticks = await rawTicks(call, stock, millis(newest.start - TICK_WINDOW_MS));
      if (!ticks) return undefined;
      const first = ticks.bars[0];
      if (ticks.bars.length >= FEW_TICKS || !first) return first ? ticks.bars : seconds.map(closeOf);
      return [...seconds.filter(({ start }) => start < first.start).map(closeOf), ...ticks.bars];
    },
    since: (begin) => rawTicks(call, stock, begin),
    startOf: (at) => at,
  };
}

const closeOf = ({ start, close, ticks }: Candle): Candle => ({
  start,
  open: close,
  high: close,
  low: close,
  close,
  ticks,
});

/** The newest pages of the ticks recorded since. */
async function rawTicks(call: Caller, stock: string, from: Millis): Promise<Tail | undefined> {
  const ask = (page: number) =>
    call(stockRawTicks, {
      query: {
        stock,
        startDate: String(from),
        endDate: String(from + HOUR_MS),
        page,
        size: TICKS_PER_PAGE,
      },
    });
  const first = await ask(0);
  if (!first.ok) return undefined;
  const { totalPages } = first.reply;
  const wanted = Array.from({ length: Math.min(totalPages, TICK_PAGES) }, (_, back) => totalPages - 1 - back);
  const pages = await Promise.all(wanted.toReversed().map(async (page) => (page === 0 ? first : ask(page))));
  const bars: Candle[] = [];
  for (const page of pages) {
    if (!page.ok) return undefined;
    for (const tick of page.reply.content) {
      const start = millis(tick.time);
      const last = price(tick.price);
      const open = bars.at(-1);
      if (open?.start === start) bars[bars.length - 1] = withTick(open, start, { last });
      else bars.push(withTick(undefined, start, { last }));
    }
  }
  return { bars, isWhole: totalPages <= TICK_PAGES };
}
