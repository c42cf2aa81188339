// The current trade date of every instrument: its open, high, low, and the close it is compared with. Kept in memory,
// because every list and every push shows it.
import type { Price } from '@maru/engine/amount';
import { type Candle, withTick } from '@maru/engine/market/candle';
import type { Instrument } from '@maru/engine/market/instrument';
import { rateChange } from '@maru/engine/market/rate-change';
import type { Tick } from '@maru/engine/market/tick';
import { latestTradeDay, type TradeDay } from '@maru/engine/market/trading-hours';
import { type Millis, millis } from '@maru/engine/time';
import type { History } from './history.ts';

export interface Day {
  /** Undefined while the day before is unknown. */
  readonly previousClose: Price | undefined;
  readonly candle: Candle | undefined;
}

export interface Days {
  /** Loads the day so far. Ticks that arrive meanwhile are kept and added. */
  start(now: Millis): Promise<void>;
  add(tick: Tick): void;
  of(stock: string): Day | undefined;
  /** Percent against the previous close; 0 while there is none. */
  change(stock: string, last: Price): number;
}

interface Running {
  day: TradeDay | undefined;
  previousClose: Price | undefined;
  candle: Candle | undefined;
}

export function createDays(instruments: readonly Instrument[], history: History): Days {
  const known = new Map(instruments.map((each) => [each.code, each]));
  const running = new Map<string, Running>();
  const early = new Map<string, Tick[]>();

  async function load(instrument: Instrument, now: Millis): Promise<void> {
    const day = latestTradeDay(instrument.hours, now);
    const loaded: Running = { day, previousClose: undefined, candle: undefined };
    if (day) {
      const window = { from: day.opensAt, to: millis(now + 1) };
      loaded.candle = (await history.candles(instrument, '1d', window, now)).at(-1);
      loaded.previousClose = await history.priceAt(instrument, millis(day.opensAt - 1));
    }
    running.set(instrument.code, loaded);
    for (const tick of early.get(instrument.code) ?? []) if (tick.ts > now) add(tick);
    early.delete(instrument.code);
  }

  function add(tick: Tick): void {
    const instrument = known.get(tick.stock);
    if (!instrument) return;
    const now = running.get(tick.stock);
    if (!now) {
      const waiting = early.get(tick.stock) ?? [];
      waiting.push(tick);
      early.set(tick.stock, waiting);
      return;
    }
    if (!now.day || tick.ts >= now.day.closesAt) beginDay(now, latestTradeDay(instrument.hours, tick.ts));
    if (now.day && tick.ts >= now.day.opensAt) now.candle = withTick(now.candle, now.day.opensAt, tick);
  }

  function beginDay(now: Running, day: TradeDay | undefined): void {
    if (day?.date === now.day?.date) return;
    now.day = day;
    now.previousClose = now.candle?.close ?? now.previousClose;
    now.candle = undefined;
  }

  return {
    async start(now) {
      for (const instrument of instruments) await load(instrument, now);
    },
    add,
    of(stock) {
      const now = running.get(stock);
      if (!now?.day) return undefined;
      return { previousClose: now.previousClose, candle: now.candle };
    },
    change(stock, last) {
      const previousClose = running.get(stock)?.previousClose;
      return previousClose === undefined ? 0 : rateChange(last, previousClose);
    },
  };
}
