// The past and the present of one Maru index, computed from the secret of the installation. Every price here is a tick
// of the public function (engine/src/market/index-path.ts); nothing is stored.
import type { Price } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { type DayNumber, dayAfter, formatIsoDate } from '@maru/engine/market/calendar-date';
import { type Candle, candleStart, PERIOD_MS, type Period, withTick } from '@maru/engine/market/candle';
import {
  FIRST_INDEX_DAY,
  INDEX_RULES,
  type IndexDay,
  type IndexRule,
  indexCloses,
  indexDay,
  indexDayAt,
  indexDayStart,
  indexSecondAt,
  indexSeedsOf,
} from '@maru/engine/market/index-path';
import type { Instrument } from '@maru/engine/market/instrument';
import { bytesOfText } from '@maru/engine/sha256';
import { type Millis, millis, SECOND_MS } from '@maru/engine/time';
import type { SimulatedStock, SimulatedTick } from './simulated-stock.ts';

/** The seed of a day, 64 hexadecimal digits. The prices of the day can be computed from it. */
export type SeedOf = (day: DayNumber) => string;

export function indexSeeds(secret: string): SeedOf {
  const seedOf = indexSeedsOf(bytesOfText(secret));
  return (day) => seedOf(formatIsoDate(day));
}

/** The price at which an index opens a day. */
export type OpenOf = (code: string, day: DayNumber) => Price;

/**
 * Each day opens where the one before it closed, from the first day on. All indices of a day are computed together,
 * because they share its seed. Three prices are kept for each day since the first, in a thread that ends when idle.
 */
export function createIndexOpens(seedOf: SeedOf): OpenOf {
  const opens = [INDEX_RULES.map((rule) => ({ rule, open: rule.base }))];
  return (code, day) => {
    const wanted = day - FIRST_INDEX_DAY;
    for (let known = opens.length - 1; known < wanted; known += 1) {
      const closes = indexCloses(seedOf(dayAfter(FIRST_INDEX_DAY, known)), opens[known] ?? []);
      opens.push(INDEX_RULES.map((rule, place) => ({ rule, open: closes[place] as Price })));
    }
    const result = opens[wanted]?.find(({ rule }) => rule.code === code);
    assert(result !== undefined, 'an index opens on every day since the first');
    return result.open;
  };
}

export function indexTick(
  { rule, day, numbers }: { readonly rule: IndexRule; readonly day: DayNumber; readonly numbers: IndexDay },
  second: number,
): SimulatedTick {
  const last = numbers.priceAt(second);
  return {
    last,
    bid: last,
    ask: (last + rule.tickSize) as Price,
    mark: last,
    ts: millis(indexDayStart(day) + second * SECOND_MS),
    seq: second,
  };
}

/**
 * Candles of up to five minutes are computed from every second; longer ones from every minute, a day from every quarter
 * hour.
 */
const strideOf = (period: Period): number => {
  if (PERIOD_MS[period] <= PERIOD_MS['5m']) return 1;
  return period === '1d' ? 900 : 60;
};

const CACHED_DAYS = 8;

export function createIndexStock({
  seedOf,
  openOf,
  rule,
  instrument,
}: {
  readonly seedOf: SeedOf;
  readonly openOf: OpenOf;
  readonly rule: IndexRule;
  readonly instrument: Instrument;
}): Omit<SimulatedStock, 'depth'> {
  const cached = new Map<DayNumber, IndexDay>();

  function numbersOf(day: DayNumber): IndexDay {
    const known = cached.get(day);
    if (known !== undefined) return known;
    const made = indexDay({ rule, seed: seedOf(day), open: openOf(rule.code, day) });
    if (cached.size >= CACHED_DAYS) cached.clear();
    cached.set(day, made);
    return made;
  }

  const firstInstant = indexDayStart(FIRST_INDEX_DAY);

  function tickAt(at: Millis): SimulatedTick | undefined {
    if (at < firstInstant) return undefined;
    const day = indexDayAt(at);
    return indexTick({ rule, day, numbers: numbersOf(day) }, indexSecondAt(at));
  }

  const lastAt = (at: number): SimulatedTick => {
    const tick = tickAt(millis(at));
    assert(tick !== undefined, 'an index has a tick in every second since its first day');
    return tick;
  };

  /** For the whole seconds in `[from, to)`, both of them whole seconds. */
  function fold(start: Millis, from: number, to: number, stride: number): Candle {
    let candle = withTick(undefined, start, lastAt(from));
    const stepMs = stride * SECOND_MS;
    const last = to - SECOND_MS;
    for (let at = Math.floor(from / stepMs) * stepMs + stepMs; at < last; at += stepMs) {
      candle = withTick(candle, start, lastAt(at));
    }
    if (last > from) candle = withTick(candle, start, lastAt(last));
    return { ...candle, ticks: (to - from) / SECOND_MS };
  }

  return {
    ticks({ from, to }) {
      const result: SimulatedTick[] = [];
      for (let at = wholeSecond(Math.max(from, firstInstant)); at < to; at += SECOND_MS)
        result.push(lastAt(at));
      return result;
    },
    tickAt,
    candles(period, window) {
      const result: Candle[] = [];
      const end = wholeSecond(window.to);
      let from = wholeSecond(Math.max(window.from, firstInstant));
      while (from < end) {
        const start = candleStart(period, millis(from), instrument.hours);
        const to = Math.min(start + PERIOD_MS[period], end);
        result.push(fold(start, from, to, strideOf(period)));
        from = to;
      }
      return result;
    },
  };
}

/** The first whole second at or after an instant. */
const wholeSecond = (at: number): number => Math.ceil(at / SECOND_MS) * SECOND_MS;
