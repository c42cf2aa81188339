// Candles and prices of any time: from the record where there is one, before that from the past of the source.
import { type CandleText, candleText, joinTexts, NO_CANDLES } from '@maru/contract/candle-text';
import type { Price } from '@maru/engine/amount';
import {
  type Candle,
  candleStart,
  foldTicks,
  joinCandles,
  PERIOD_MS,
  type Period,
  regroup,
} from '@maru/engine/market/candle';
import type { Instrument } from '@maru/engine/market/instrument';
import { type Tick, tickAt } from '@maru/engine/market/tick';
import { DAY_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { findCandlesBefore, listStoredCandles, storedFor } from './candle-store.ts';
import type { Past, Window } from './past.ts';
import type { TickRecorder } from './tick-recorder.ts';
import { loadTicks, loadTicksOfMany } from './tick-store.ts';

export interface Asked {
  readonly instrument: Instrument;
  readonly from: Millis;
}

export type Candles = ReadonlyMap<string, readonly Candle[]>;

type Fold = (instrument: Instrument) => readonly Candle[];

interface Key {
  readonly stock: string;
  readonly from: Millis;
}

export interface History {
  /** Candles that start in the window, oldest first, the running one included. */
  candles(instrument: Instrument, period: Period, window: Window, now: Millis): Promise<readonly Candle[]>;
  /** The newest of the same, at most `most`, as the text of a reply. */
  candleText(
    instrument: Instrument,
    period: Period,
    window: Window,
    asked: { readonly now: Millis; readonly most: number },
  ): Promise<CandleText>;
  /** The same for several instruments, each from its own start. */
  candlesOf(asked: readonly Asked[], period: Period, to: Millis, now: Millis): Promise<Candles>;
  /** The last price at or before an instant. */
  priceAt(instrument: Instrument, at: Millis): Promise<Price | undefined>;
}

export function createHistory({
  database,
  recorder,
  past,
}: {
  readonly database: Database;
  readonly recorder: Pick<TickRecorder, 'open' | 'startedAt'>;
  readonly past?: Past | undefined;
}): History {
  /** Written ticks are in the database and may still be in memory. */
  function foldSeconds({ code, hours }: Instrument, written: readonly Tick[]): readonly Candle[] {
    const known = new Set(written.map(({ ts, seq }) => `${ts} ${seq}`));
    const unwritten = recorder.open(code).filter(({ ts, seq }) => !known.has(`${ts} ${seq}`));
    const ticks = [...written, ...unwritten].sort((a, b) => a.ts - b.ts || a.seq - b.seq);
    return foldTicks(ticks, '1s', hours);
  }

  /** Two statements, however many instruments. */
  async function recorded(asked: readonly Asked[], period: Period, to: Millis): Promise<Candles> {
    const wanted = asked.filter(({ from }) => from < to);
    if (wanted.length === 0) return new Map();
    const keys = wanted.map(({ instrument, from }) => ({ stock: instrument.code, from }));
    const foldOf =
      period === '1s' ? await readSeconds(keys, to) : await readStored(wanted, keys, { period, to });
    return new Map(
      wanted.map(({ instrument, from }) => [
        instrument.code,
        foldOf(instrument).filter(({ start }) => start >= from && start < to),
      ]),
    );
  }

  async function readSeconds(keys: readonly Key[], to: Millis): Promise<Fold> {
    const ticks = await database.transaction((tx) => loadTicksOfMany(tx, keys, to));
    return (instrument) => foldSeconds(instrument, ticks.get(instrument.code) ?? []);
  }

  async function readStored(
    wanted: readonly Asked[],
    keys: readonly Key[],
    { period, to }: { readonly period: Exclude<Period, '1s'>; readonly to: Millis },
  ): Promise<Fold> {
    // Read before the query: a minute sealed in between would otherwise be missing from both.
    const open = new Map(wanted.map(({ instrument: { code } }) => [code, recorder.open(code)]));
    const newest = [...open].flatMap(([stock, ticks]) => {
      const last = ticks.at(-1);
      return last === undefined ? [] : [{ stock, before: millis(last.ts + MINUTE_MS) }];
    });
    const { sealed, stored } = await database.transaction(async (tx) => ({
      // The end of the sealed minutes is read first: a candle counted twice keeps its prices, one left out does not.
      sealed: await findCandlesBefore(tx, newest),
      stored: await listStoredCandles(tx, storedFor[period], keys, to),
    }));
    return ({ code, hours }) => {
      const last = sealed.get(code);
      const sealedUntil = last ? last.start + MINUTE_MS : 0;
      const ticks = (open.get(code) ?? []).filter(({ ts }) => ts >= sealedUntil);
      const running = foldTicks(ticks, storedFor[period], hours);
      return regroup(joinEnds(stored.get(code) ?? [], running), period, hours);
    };
  }

  const pastOf = ({ code }: Instrument): Past | undefined =>
    past !== undefined && (past.knows?.(code) ?? true) ? past : undefined;

  /** Where in a window the record begins. The candle in which it began is complete only in the source's past. */
  function beginningOf(instrument: Instrument, period: Period, { from, to }: Window): Millis {
    const since = recorder.startedAt();
    const firstWhole = since === undefined ? to : nextCandleStart(instrument, period, since);
    return millis(Math.min(Math.max(firstWhole, from), to));
  }

  async function candlesOf(asked: readonly Asked[], period: Period, end: Millis, now: Millis) {
    const to = millis(Math.min(end, now + 1));
    if (!past) return recorded(asked, period, to);
    const split = asked.map(({ instrument, from }) => ({
      instrument,
      from,
      boundary: pastOf(instrument) ? beginningOf(instrument, period, { from, to }) : from,
    }));
    const before = new Map<string, readonly Candle[]>();
    for (const { instrument, from, boundary } of split) {
      if (from >= boundary) continue;
      const candles = await past.candles(instrument.code, period, { from, to: boundary }, now);
      before.set(instrument.code, candles);
    }
    const rest = split.map(({ instrument, boundary }) => ({ instrument, from: boundary }));
    const after = await recorded(rest, period, to);
    return new Map(
      asked.map(({ instrument: { code } }) => [
        code,
        [...(before.get(code) ?? []), ...(after.get(code) ?? [])],
      ]),
    );
  }

  return {
    candlesOf,
    async candles(instrument, period, { from, to }, now) {
      return (await candlesOf([{ instrument, from }], period, to, now)).get(instrument.code) ?? [];
    },
    async candleText(instrument, period, { from, to: end }, { now, most }) {
      const to = millis(Math.min(end, now + 1));
      const own = pastOf(instrument);
      const boundary = own ? beginningOf(instrument, period, { from, to }) : from;
      const recordedCandles = await recorded([{ instrument, from: boundary }], period, to);
      const after = await textInSlices((recordedCandles.get(instrument.code) ?? []).slice(-most));
      if (own === undefined || from >= boundary || after.count >= most) return after;
      const window = { from, to: boundary };
      const asked = { until: now, most: most - after.count };
      return joinTexts(await own.candleText(instrument.code, period, window, asked), after);
    },
    async priceAt(instrument, at) {
      const { code } = instrument;
      const own = pastOf(instrument);
      const since = recorder.startedAt();
      if (own && (since === undefined || at < since)) return own.priceAt(code, at);
      const open = tickAt(recorder.open(code), at);
      if (open) return open.last;
      const recordedPrice = await database.transaction(async (tx) => {
        const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
        const ticks = await loadTicks(tx, code, { from: millis(minute), to: millis(at + 1) });
        const before = async () => findCandlesBefore(tx, [{ stock: code, before: millis(minute) }]);
        return ticks.at(-1)?.last ?? (await before()).get(code)?.close;
      });
      return recordedPrice ?? own?.priceAt(code, at);
    },
  };
}

const CANDLES_PER_SLICE = 250;

/** Other work can run between two slices. */
async function textInSlices(candles: readonly Candle[]): Promise<CandleText> {
  let text = NO_CANDLES;
  for (let from = 0; from < candles.length; from += CANDLES_PER_SLICE) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    text = joinTexts(text, candleText(candles.slice(from, from + CANDLES_PER_SLICE)));
  }
  return text;
}

function joinEnds(stored: readonly Candle[], running: readonly Candle[]): readonly Candle[] {
  const last = stored.at(-1);
  const first = running[0];
  if (!last || !first || last.start !== first.start) return [...stored, ...running];
  return [...stored.slice(0, -1), joinCandles(last, first), ...running.slice(1)];
}

/** The start of the first candle that begins at or after an instant. */
function nextCandleStart({ hours }: Instrument, period: Period, at: Millis): Millis {
  const start = candleStart(period, at, hours);
  if (start === at) return at;
  if (period !== '1d') return millis(start + PERIOD_MS[period]);
  // Trade dates differ in length: step by hours until the next one has begun.
  for (let hour = 1; hour <= 24 * 12; hour++) {
    const next = candleStart('1d', millis(at + (hour * DAY_MS) / 24), hours);
    if (next !== start) return next;
  }
  return millis(at + DAY_MS);
}
