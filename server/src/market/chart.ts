// Answers for charts: bounded windows of candles.
import type { QueryOf } from '@maru/contract/call';
import { type CandleText, joinTexts, NO_CANDLES } from '@maru/contract/candle-text';
import { MOST_CANDLES, type stockChart } from '@maru/contract/market';
import { dayNumber } from '@maru/engine/market/calendar-date';
import { PERIOD_MS, type Period } from '@maru/engine/market/candle';
import type { Instrument } from '@maru/engine/market/instrument';
import { localDate, openStretches, type TradingHours, tradeDay } from '@maru/engine/market/trading-hours';
import { DAY_MS, KST_OFFSET_MS, type Millis, millis } from '@maru/engine/time';
import type { History } from './history.ts';

const PAGE_CANDLES = 500;
/** Markets close at night: a page of candles may lie in a window this many times as long. */
const MOST_REST_FACTOR = 8;
const LONGEST_REST_MS = 12 * DAY_MS;
const READ_SPAN_MS = 7 * DAY_MS;
/** Seconds without a tick have no candle: the second read is for those. */
const MOST_READS = 2;

/**
 * Candles of the requested window, at most `MOST_CANDLES`, the newest of them. Reads back no further than needed: as far
 * as the instrument trades for this many candles, and once more for those that had no tick. Candles that were read are
 * not computed again.
 */
export async function loadChart(
  history: History,
  instrument: Instrument,
  { period, beginMillis, endMillis, isFirst }: QueryOf<typeof stockChart>,
  now: Millis,
): Promise<CandleText> {
  const isPage = isFirst || beginMillis === undefined;
  const from = isPage ? 0 : beginMillis;
  const most = isPage ? PAGE_CANDLES : MOST_CANDLES;
  let candles = NO_CANDLES;
  let end = millis(isFirst ? now + 1 : Math.min(endMillis ?? now + 1, now + 1));
  for (let reads = 0; reads < MOST_READS && candles.count < most && end > from; reads++) {
    const missing = most - candles.count;
    const start = startOfCandles(instrument, period, { before: end, count: missing });
    const window = { from: millis(Math.max(from, start)), to: end };
    candles = joinTexts(
      await history.candleText(instrument, period, window, { now, most: missing }),
      candles,
    );
    end = window.from;
  }
  return candles;
}

interface Wanted {
  readonly before: Millis;
  readonly count: number;
}

/** The start of the shortest window before an instant in which the instrument trades for this many candles. */
export function startOfCandles({ hours }: Instrument, period: Period, wanted: Wanted): Millis {
  return period === '1d' ? startOfDays(hours, wanted) : startOfCut(hours, PERIOD_MS[period], wanted);
}

function startOfDays(hours: TradingHours, { before, count }: Wanted): Millis {
  let missing = count;
  const newest = localDate(hours, before) + 2;
  const oldest = newest - MOST_REST_FACTOR * count - LONGEST_REST_MS / DAY_MS;
  for (let date = newest; date > oldest; date--) {
    const opensAt = tradeDay(hours, dayNumber(date))?.opensAt;
    if (opensAt === undefined || opensAt >= before) continue;
    missing -= 1;
    if (missing === 0) return opensAt;
  }
  return millis(before - MOST_REST_FACTOR * count * DAY_MS);
}

/** Candles shorter than a day begin on one grid, whatever the hours. */
function startOfCut(hours: TradingHours, lengthMs: number, { before, count }: Wanted): Millis {
  const gridStart = (at: number) => Math.floor((at + KST_OFFSET_MS) / lengthMs) * lengthMs - KST_OFFSET_MS;
  const limit = before - Math.max(LONGEST_REST_MS, MOST_REST_FACTOR * count * lengthMs);
  let missing = count;
  /** The oldest candle that is counted already: a break may lie inside a candle, which is then in two stretches. */
  let counted = Number.POSITIVE_INFINITY;
  for (let end: number = before; end > limit; end -= READ_SPAN_MS) {
    const window = { from: millis(end - READ_SPAN_MS), to: millis(end) };
    for (const { opensAt, closesAt } of openStretches(hours, window).toReversed()) {
      const first = gridStart(opensAt);
      const last = Math.min(gridStart(closesAt - 1), counted - lengthMs);
      const candles = Math.max(0, (last - first) / lengthMs + 1);
      if (candles >= missing) return millis(last - (missing - 1) * lengthMs);
      missing -= candles;
      counted = Math.min(counted, first);
    }
  }
  return millis(limit);
}
