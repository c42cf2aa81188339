// Candles and prices of any time: from the record where there is one, from the source's own past before that.
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
import { tickAt } from '@maru/engine/market/tick';
import { DAY_MS, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { findCandleBefore, listStoredCandles, storedFor } from './candle-store.ts';
import { createPastCandles, type Past } from './past.ts';
import type { TickRecorder } from './tick-recorder.ts';
import { loadTicks, type Window } from './tick-store.ts';

export interface History {
  /** Candles that start in the window, oldest first, the running one included. */
  candles(instrument: Instrument, period: Period, window: Window, now: Millis): Promise<readonly Candle[]>;
  /** The last price at or before an instant. */
  priceAt(instrument: Instrument, at: Millis): Promise<Price | undefined>;
}

export function createHistory({
  database,
  recorder,
  past,
  soon = async () => undefined,
}: {
  readonly database: Database;
  readonly recorder: Pick<TickRecorder, 'open' | 'startedAt'>;
  readonly past?: Past | undefined;
  readonly soon?: (() => Promise<void>) | undefined;
}): History {
  const pastCandles = past && createPastCandles(past, soon);

  async function recorded(
    instrument: Instrument,
    period: Period,
    { from, to }: Window,
  ): Promise<readonly Candle[]> {
    if (from >= to) return [];
    const { code: stock, hours } = instrument;
    const inWindow = (candles: readonly Candle[]) =>
      candles.filter(({ start }) => start >= from && start < to);
    if (period === '1s') {
      const ticks = await database.transaction((tx) => loadTicks(tx, stock, { from, to }));
      const written = new Set(ticks.map(({ ts, seq }) => `${ts} ${seq}`));
      const unwritten = recorder.open(stock).filter(({ ts, seq }) => !written.has(`${ts} ${seq}`));
      return inWindow(
        foldTicks(
          [...ticks, ...unwritten].sort((a, b) => a.ts - b.ts || a.seq - b.seq),
          '1s',
          hours,
        ),
      );
    }
    // Read before the query: a minute sealed in between would otherwise be missing from both.
    const open = recorder.open(stock);
    const newest = open.at(-1);
    const [sealedUntil, stored] = await database.transaction(async (tx) => {
      // The end of the sealed minutes is asked first: a candle counted twice keeps its prices, one left out does not.
      const last = newest && (await findCandleBefore(tx, stock, millis(newest.ts + MINUTE_MS)));
      const found = await listStoredCandles(tx, { stock, period: storedFor[period], from, to });
      return [last ? last.start + MINUTE_MS : 0, found] as const;
    });
    const running = foldTicks(
      open.filter(({ ts }) => ts >= sealedUntil),
      storedFor[period],
      hours,
    );
    return inWindow(regroup(joinEnds(stored, running), period, hours));
  }

  return {
    async candles(instrument, period, window, now) {
      const to = millis(Math.min(window.to, now + 1));
      const since = recorder.startedAt();
      if (!pastCandles) return recorded(instrument, period, { ...window, to });
      // The candle in which the record began is whole only in the source's past.
      const firstWhole = since === undefined ? to : nextCandleStart(instrument, period, since);
      const boundary = millis(Math.min(Math.max(firstWhole, window.from), to));
      const before = await pastCandles(instrument.code, period, { from: window.from, to: boundary }, now);
      return [...before, ...(await recorded(instrument, period, { from: boundary, to }))];
    },
    async priceAt(instrument, at) {
      const { code } = instrument;
      const since = recorder.startedAt();
      if (past && (since === undefined || at < since)) return past.priceAt(code, at);
      const open = tickAt(recorder.open(code), at);
      if (open) return open.last;
      return database.transaction(async (tx) => {
        const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
        const ticks = await loadTicks(tx, code, { from: millis(minute), to: millis(at + 1) });
        const found = ticks.at(-1)?.last ?? (await findCandleBefore(tx, code, millis(minute)))?.close;
        return found ?? past?.priceAt(code, at);
      });
    },
  };
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
