// Runs a source: filters its ticks by the engine's rules, stores the newest of each instrument, and publishes it.
import type { Price } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import { type Carry, type MarkState, markTick, withoutLate } from '@maru/engine/market/mark-price';
import {
  admit,
  hasIndex,
  isFresh,
  markAt,
  noPrice,
  type PriceState,
  type RawTick,
  type Tick,
} from '@maru/engine/market/tick';
import { isOpen } from '@maru/engine/market/trading-hours';
import type { Millis } from '@maru/engine/time';
import type { Bus } from '../bus/bus.ts';
import type { Source, Time } from './source.ts';
import { heldTicks, lateTicks, liveTicks, type PriceCondition, unstampedTicks } from './subjects.ts';

export interface Feed {
  /** The name of the source. */
  readonly source: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The newest admitted tick, however old: for display. */
  latest(stock: string): Tick | undefined;
  /** The newest tick if a decision may use it now (docs/rules.md 0.5, docs/reliability.md I-28 and I-32). */
  usable(stock: string, now: Millis): Tick | undefined;
  mark(stock: string, now: Millis): Price | undefined;
  /** The index price that the newest mark was computed from: of coins. */
  index(stock: string): Price | undefined;
  condition(stock: string, now: Millis): PriceCondition;
  /** Whether the source stamps its ticks of this instrument itself, with a clock that is not ahead of ours. */
  stampsTicks(stock: string, now: Millis): boolean;
  report(now: Millis): FeedReport;
}

export interface FeedReport {
  /** Ticks that were admitted. */
  readonly live: number;
  /** Ticks of instruments that are not listed. */
  readonly unknown: number;
  /** Instruments whose session is open and whose price cannot be used. */
  readonly stopped: readonly string[];
}

/**
 * A recorded tick that lies further ahead was stamped by a wrong clock: every correct tick would be late compared with
 * it.
 */
const RECORDED_AHEAD_MS = 2_000;
/**
 * A jump that was not confirmed within its second is no longer suspected: without new ticks the price becomes stale.
 */
export const SUSPECT_MS = 1_000;

/** Synchronized clocks differ by less. A source that is further ahead stamps its ticks with future times. */
const CLOCKS_DIFFER_MS = 50;
/** For this long after a tick without a time of its own the times of that instrument are not used. */
export const UNSTAMPED_FOR_MS = 60_000;

export function createFeed({
  source,
  instruments,
  bus,
  time,
  lastTicks = [],
  recentTicks = [],
  carryAt = () => undefined,
}: {
  readonly source: Source;
  readonly instruments: readonly Instrument[];
  readonly bus: Bus;
  readonly time: Pick<Time, 'clock'>;
  /**
   * The last ticks of an earlier process: without them a jump in the first tick after a restart would not be noticed.
   */
  readonly lastTicks?: readonly Tick[];
  /** What the record has of the last minute, in order for each instrument: the mark continues from it. */
  readonly recentTicks?: readonly Tick[];
  /** What holding a coin's contract until its next funding costs. */
  readonly carryAt?: (stock: string, at: Millis) => Carry | undefined;
}): Feed {
  const known = new Map(instruments.map((instrument) => [instrument.code, instrument]));
  const states = new Map<string, PriceState>();
  /** The newest tick as it was published: with our own mark, where we compute it. */
  const newest = new Map<string, Tick>();
  const marks = marksOf(recentTicks, known);
  const unstampedAt = new Map<string, Millis>();
  const counts = { live: 0, unknown: 0 };
  let startedAt: Millis | undefined;
  let running = false;

  function onTicks(ticks: readonly RawTick[]): void {
    if (running) for (const raw of ticks) admitTick(raw);
  }

  function admitTick(raw: RawTick): void {
    const instrument = known.get(raw.stock);
    if (!instrument) {
      counts.unknown++;
      return;
    }
    if (raw.ts === undefined || raw.ts - raw.recvTs > CLOCKS_DIFFER_MS) {
      unstampedAt.set(raw.stock, raw.recvTs);
      bus.publish(unstampedTicks, { stock: raw.stock, at: raw.recvTs });
    }
    const { state, admission } = admit(states.get(raw.stock) ?? noPrice, raw, instrument);
    states.set(raw.stock, state);
    switch (admission.outcome) {
      case 'LIVE':
        counts.live += admission.ticks.length;
        for (const tick of admission.ticks) publishLive(tick, instrument);
        return;
      case 'LATE':
        bus.publish(lateTicks, { ...admission.tick, mark: markNow(admission.tick) });
        return;
      case 'HELD':
        bus.publish(heldTicks, { stock: raw.stock, at: admission.tick.recvTs });
        return;
      case 'DROPPED':
        return;
    }
  }

  function publishLive(tick: Tick, instrument: Instrument): void {
    let shown = tick;
    if (hasIndex(instrument)) {
      const state = markTick(marks.get(tick.stock), tick, instrument, carryAt(tick.stock, tick.ts));
      marks.set(tick.stock, state);
      shown = { ...tick, mark: state.mark };
    }
    newest.set(tick.stock, shown);
    bus.publish(liveTicks, shown);
  }

  /** A late tick has no part in the mark; it has that of its arrival. */
  const markNow = ({ stock, mark }: Tick): Price => marks.get(stock)?.mark ?? mark;

  function conditionOf(instrument: Instrument, now: Millis): PriceCondition {
    if (!isOpen(instrument.hours, now)) return 'CLOSED';
    const { live, held } = states.get(instrument.code) ?? noPrice;
    if (!live || startedAt === undefined || live.ts < startedAt) return 'WAITING';
    if (!isFresh(live, now, instrument.staleMs)) return 'STALE';
    return held && now - held.recvTs <= SUSPECT_MS ? 'SUSPECT' : 'OPEN';
  }

  return {
    source: source.name,
    async start() {
      if (running) return;
      running = true;
      startedAt = time.clock();
      for (const tick of lastTicks) {
        if (tick.ts - startedAt > RECORDED_AHEAD_MS) marks.delete(tick.stock);
        else {
          states.set(tick.stock, { ...noPrice, live: tick });
          newest.set(tick.stock, tick);
        }
      }
      await source.start(onTicks);
    },
    async stop() {
      running = false;
      await source.stop();
    },
    latest: (stock) => newest.get(stock),
    usable(stock, now) {
      const instrument = known.get(stock);
      return instrument && conditionOf(instrument, now) === 'OPEN' ? newest.get(stock) : undefined;
    },
    mark: (stock, now) => marks.get(stock)?.mark ?? markAt(states.get(stock) ?? noPrice, now),
    index: (stock) => marks.get(stock)?.index,
    condition(stock, now) {
      const instrument = known.get(stock);
      return instrument ? conditionOf(instrument, now) : 'CLOSED';
    },
    stampsTicks(stock, now) {
      const at = unstampedAt.get(stock);
      return at === undefined || now - at > UNSTAMPED_FOR_MS;
    },
    report(now) {
      const usual: ReadonlySet<PriceCondition> = new Set(['OPEN', 'CLOSED']);
      const stopped = instruments.filter((instrument) => !usual.has(conditionOf(instrument, now)));
      return { ...counts, stopped: stopped.map(({ code }) => code) };
    },
  };
}

/** The states of an earlier process, from what it recorded last. Its own last mark stands until there is a new one. */
function marksOf(
  recentTicks: readonly Tick[],
  known: ReadonlyMap<string, Instrument>,
): Map<string, MarkState> {
  const marks = new Map<string, MarkState>();
  for (const [stock, ticks] of Map.groupBy(recentTicks, (tick) => tick.stock)) {
    const instrument = known.get(stock);
    if (!instrument || !hasIndex(instrument)) continue;
    let state: MarkState | undefined;
    for (const tick of withoutLate(ticks)) state = { ...markTick(state, tick, instrument), mark: tick.mark };
    if (state !== undefined) marks.set(stock, state);
  }
  return marks;
}
