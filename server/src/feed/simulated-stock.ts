// One instrument of the simulated market: its ticks, its book and its past, all computed from the seed at any instant.
// Nothing is stored, so a chart is full on the first day and continues with the live ticks without a gap.
import { type Price, type Qty, qtyOfUnits } from '@maru/engine/amount';
import { type Candle, candleStart, PERIOD_MS, type Period, withTick } from '@maru/engine/market/candle';
import type { Depth, DepthLevel } from '@maru/engine/market/depth';
import type { Instrument } from '@maru/engine/market/instrument';
import { type Opening, openStretches } from '@maru/engine/market/trading-hours';
import { DAY_MS, HOUR_MS, type Millis, millis } from '@maru/engine/time';
import type { Window } from '../market/past.ts';
import { type Dice, diceOf } from './dice.ts';
import { type SimulatedLevel, simulatedLevels } from './simulated-levels.ts';
import { busyAt, createPath } from './simulated-path.ts';

export interface SimulatedTick {
  readonly last: Price;
  readonly bid: Price;
  readonly ask: Price;
  readonly mark: Price;
  readonly ts: Millis;
  readonly seq: number;
}

export interface SimulatedStock {
  /** All ticks with `from <= ts < to`, in order. */
  ticks(window: Window): readonly SimulatedTick[];
  tickAt(at: Millis): SimulatedTick | undefined;
  candles(period: Period, window: Window): readonly Candle[];
  depth(at: Millis): Depth | undefined;
}

/** A candle of the past is computed from this many of its ticks; more would make no visible difference. */
const SAMPLES_PER_CANDLE = 24;
const LONGEST_CLOSURE_MS = 12 * DAY_MS;
const DEPTH_LEVELS = 10;
const DEPTH_HOLDS_MS = 1_500;

/** Those of the instruments that have a level. */
export function createSimulatedStocks(
  seed: string,
  instruments: readonly Instrument[],
): ReadonlyMap<string, SimulatedStock> {
  const stocks = new Map<string, SimulatedStock>();
  for (const instrument of instruments) {
    const level = simulatedLevels[instrument.code];
    if (level) stocks.set(instrument.code, createSimulatedStock(seed, instrument, level));
  }
  return stocks;
}

export function createSimulatedStock(
  seedText: string,
  instrument: Instrument,
  given: SimulatedLevel,
): SimulatedStock {
  const path = createPath(`${seedText}:${given.follows ?? instrument.code}`, given, instrument.mayBeNegative);
  const thrown = (stream: string) => diceOf(`${seedText}:${instrument.code}`, stream);
  const silence = thrown('silence');
  const haltDay = thrown('halt day');
  const haltTime = thrown('halt time');
  const haltLength = thrown('halt length');
  const tickTime = thrown('tick time');
  const tickSide = thrown('tick side');
  const tickSize = Number(instrument.tickSize) / 1e8;
  const { cellMs } = given;
  const least = instrument.mayBeNegative ? Number.MIN_SAFE_INTEGER : 1;
  const onGrid = (steps: number): Price => (BigInt(Math.max(steps, least)) * instrument.tickSize) as Price;
  const stretchesIn = createStretches(instrument);
  const depthAround = createDepth(thrown, instrument, given);

  /** Quiet hours have fewer ticks. Coins and currencies never pause; others are rarely halted for a moment. */
  function isSilent(cell: number, ts: number): boolean {
    const pause = 0.62 - 0.22 * busyAt(given.rhythm, ts);
    // Every third cell always has a tick, so that chance alone never makes a price stale.
    if (cell % 3 !== 0 && silence(cell) < Math.min(0.6, Math.max(0.05, pause))) return true;
    if (instrument.kind !== 'STOCK' && instrument.kind !== 'FUTURES') return false;
    const day = Math.floor(ts / DAY_MS);
    if (haltDay(day) >= 0.04) return false;
    const halts = day * DAY_MS + haltTime(day) * DAY_MS;
    return ts >= halts && ts < halts + 20_000 + 40_000 * haltLength(day);
  }

  const timeOf = (cell: number): number => cell * cellMs + Math.floor(tickTime(cell) * cellMs);

  function tickOf(cell: number, ts: number): SimulatedTick {
    const { price, mark } = path(ts);
    const best = Math.floor(price / tickSize - (given.spreadTicks - 1) / 2);
    const isBuy = tickSide(cell) < 0.5;
    return {
      last: onGrid(isBuy ? best + given.spreadTicks : best),
      bid: onGrid(best),
      ask: onGrid(best + given.spreadTicks),
      mark: onGrid(Math.round(mark / tickSize)),
      ts: millis(ts),
      seq: cell,
    };
  }

  /** The tick of a cell, if it has one inside the stretch. */
  function tickIn(cell: number, { opensAt, closesAt }: Opening): SimulatedTick | undefined {
    const ts = timeOf(cell);
    return ts < opensAt || ts >= closesAt || isSilent(cell, ts) ? undefined : tickOf(cell, ts);
  }

  function* cells({ opensAt, closesAt }: Opening, stride = 1): Generator<number> {
    const last = Math.floor((closesAt - 1) / cellMs);
    for (let cell = Math.floor(opensAt / cellMs); cell <= last; cell += stride) yield cell;
  }

  function lastIn(stretch: Opening): SimulatedTick | undefined {
    const first = Math.floor(stretch.opensAt / cellMs);
    for (let cell = Math.floor((stretch.closesAt - 1) / cellMs); cell >= first; cell--) {
      const tick = tickIn(cell, stretch);
      if (tick) return tick;
    }
    return undefined;
  }

  function lastOf(stretches: readonly Opening[]): SimulatedTick | undefined {
    for (const stretch of stretches.toReversed()) {
      const tick = lastIn(stretch);
      if (tick) return tick;
    }
    return undefined;
  }

  function firstIn(stretch: Opening): SimulatedTick | undefined {
    for (const cell of cells(stretch)) {
      const tick = tickIn(cell, stretch);
      if (tick) return tick;
    }
    return undefined;
  }

  function tickAt(at: Millis): SimulatedTick | undefined {
    const to = millis(at + 1);
    const near = stretchesIn({ from: millis(to - 60_000), to });
    return (
      lastOf(near) ?? lastOf(openStretches(instrument.hours, { from: millis(to - LONGEST_CLOSURE_MS), to }))
    );
  }

  /** Adds a stretch to a candle: its first and last tick, and samples between. */
  function foldStretch(candle: Candle | undefined, start: Millis, stretch: Opening): Candle | undefined {
    const cellCount = (stretch.closesAt - stretch.opensAt) / cellMs;
    const stride = Math.max(1, Math.floor(cellCount / SAMPLES_PER_CANDLE));
    const first = firstIn(stretch);
    const last = lastIn(stretch);
    if (!first || !last) return candle;
    let folded = withTick(candle, start, first);
    for (const cell of cells(stretch, stride)) {
      if (cell <= first.seq || cell >= last.seq) continue;
      const tick = tickIn(cell, stretch);
      if (tick) folded = withTick(folded, start, tick);
    }
    if (last.seq !== first.seq) folded = withTick(folded, start, last);
    // Cells that were not sampled are counted in proportion.
    const seen = folded.ticks - (candle?.ticks ?? 0);
    return stride === 1 ? folded : { ...folded, ticks: (candle?.ticks ?? 0) + seen * stride };
  }

  return {
    ticks(window) {
      const result: SimulatedTick[] = [];
      for (const stretch of stretchesIn(window)) {
        for (const cell of cells(stretch)) {
          const tick = tickIn(cell, stretch);
          if (tick) result.push(tick);
        }
      }
      return result;
    },
    tickAt,
    candles(period, window) {
      const result: Candle[] = [];
      for (const stretch of openStretches(instrument.hours, window)) {
        for (const piece of cut(stretch, period, instrument)) {
          const open = result.at(-1);
          const isSame = open?.start === piece.start;
          const candle = foldStretch(isSame ? open : undefined, piece.start, piece);
          if (!candle) continue;
          if (isSame) result[result.length - 1] = candle;
          else result.push(candle);
        }
      }
      return result;
    },
    depth(at) {
      const tick = tickAt(at);
      return tick && depthAround(tick, at);
    },
  };
}

function createStretches({ hours }: Instrument): (window: Window) => readonly Opening[] {
  /** Live windows are short and lie within one day, so the stretches of that day are cached. */
  let cachedDay: { readonly day: number; readonly stretches: readonly Opening[] } | undefined;
  return (window) => {
    if (window.to - window.from > HOUR_MS) return openStretches(hours, window);
    const day = Math.floor(window.from / DAY_MS);
    if (cachedDay?.day !== day) {
      const around = { from: millis(day * DAY_MS), to: millis((day + 2) * DAY_MS) };
      cachedDay = { day, stretches: openStretches(hours, around) };
    }
    return cachedDay.stretches
      .filter(({ opensAt, closesAt }) => closesAt > window.from && opensAt < window.to)
      .map(({ opensAt, closesAt }) => ({
        opensAt: millis(Math.max(opensAt, window.from)),
        closesAt: millis(Math.min(closesAt, window.to)),
      }));
  };
}

function createDepth(
  thrown: (stream: string) => Dice,
  { tickSize, mayBeNegative }: Instrument,
  { lot, lotPlaces }: SimulatedLevel,
): (best: Pick<SimulatedTick, 'bid' | 'ask'>, at: Millis) => Depth {
  const levelSize = thrown('level size');
  const momentSize = thrown('moment size');
  const levelGap = thrown('level gap');

  function sizeAt(price: Price, moment: number): Qty {
    const steps = Number((price / tickSize) % 1_000_000n);
    const share = 0.3 + 1.6 * levelSize(steps) * (0.6 + 0.4 * momentSize(moment ^ steps));
    const size = Math.max(1, Math.round(lot * share * 10 ** lotPlaces));
    return qtyOfUnits(BigInt(size) * 10n ** BigInt(8 - lotPlaces));
  }

  return ({ bid, ask }, at) => {
    const moment = Math.floor(at / DEPTH_HOLDS_MS);
    const levels = (from: Price, direction: 1n | -1n): readonly DepthLevel[] => {
      let price = from;
      return Array.from({ length: DEPTH_LEVELS }, (_, place) => {
        if (place > 0) {
          const gap = BigInt(1 + Math.floor(levelGap(moment * 16 + place) ** 2 * 5));
          price = (price + direction * gap * tickSize) as Price;
        }
        return { price, qty: sizeAt(price, moment) };
      }).filter((each) => each.price > 0n || mayBeNegative);
    };
    return { at, bids: levels(bid, -1n), asks: levels(ask, 1n) };
  };
}

/** The pieces of a stretch, one for each candle. */
function* cut(
  { opensAt, closesAt }: Opening,
  period: Period,
  { hours }: Instrument,
): Generator<Opening & { readonly start: Millis }> {
  let from = opensAt;
  while (from < closesAt) {
    const start = candleStart(period, from, hours);
    // A daily candle ends with its stretch: stretches never reach into the next trade date.
    const end = period === '1d' ? closesAt : millis(start + PERIOD_MS[period]);
    const to = end < closesAt ? end : closesAt;
    yield { start, opensAt: from, closesAt: to };
    from = to;
  }
}
