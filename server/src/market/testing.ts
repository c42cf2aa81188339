// A small market for tests: two instruments, a clock that stands still, and a feed that the test controls.
import { candleText } from '@maru/contract/candle-text';
import { type Price, price, qty, rate } from '@maru/engine/amount';
import { foldTicks, PERIOD_MS } from '@maru/engine/market/candle';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import { isOpen, type Stretch } from '@maru/engine/market/trading-hours';
import { DAY_MS, HOUR_MS, type Millis, millis } from '@maru/engine/time';
import { createLog } from '../log/log.ts';
import { createListed } from './listed.ts';
import type { Past } from './past.ts';

export const NOON = millis(Date.parse('2026-11-12T12:00:00+09:00'));

const seoul = { name: 'Asia/Seoul', changes: [{ at: millis(0), offsetMs: 9 * HOUR_MS }] };
const weekdays = (...each: readonly Stretch[]) => [[], each, each, each, each, each, []];

export const bitcoin: Instrument = {
  id: 1,
  code: 'BTCUSDT',
  koName: '비트코인',
  enName: 'Bitcoin',
  kind: 'CRYPTO',
  currency: 'USDT',
  precision: 1,
  tickSize: price('0.1'),
  multiplier: qty('1'),
  spreadTicks: 0,
  maxJump: rate('0.1'),
  staleMs: 3_000,
  mayBeNegative: false,
  hours: {
    zone: seoul,
    week: Array(7).fill([{ opensMinute: 0, closesMinute: 1_440 }]),
    exceptions: new Map(),
  },
  isPlay: true,
  roundTypes: ['R.5', 'R1', 'B1'],
};

/** 10:15–17:30 Korean time, with lunch from 13:00 to 14:00. */
export const hangSeng: Instrument = {
  ...bitcoin,
  id: 301,
  code: 'HSI',
  koName: '항셍',
  enName: 'Hang Seng',
  kind: 'FUTURES',
  currency: 'HKD',
  precision: 0,
  tickSize: price('1'),
  multiplier: qty('50'),
  staleMs: 5_000,
  hours: {
    zone: seoul,
    week: weekdays({ opensMinute: 615, closesMinute: 780 }, { opensMinute: 840, closesMinute: 1_050 }),
    exceptions: new Map(),
  },
  roundTypes: [],
};

export const kospi: Instrument = {
  ...hangSeng,
  id: 302,
  code: 'K2',
  koName: '코스피200 미니',
  currency: 'KRW',
};

export const silentLog = createLog({ write: () => undefined, clock: () => 0 });

export function tickOf(last: string, ts: number, more: Partial<Tick> = {}): Tick {
  const units = price(last);
  const at = millis(ts);
  return {
    stock: 'BTCUSDT',
    last: units,
    bid: units,
    ask: units,
    mark: units,
    ts: at,
    recvTs: at,
    seq: ts,
    ...more,
  };
}

export function createTestTime(start: Millis) {
  let now = start;
  let waiting: (() => void)[] = [];
  return {
    clock: () => now,
    wait: (_ms: number) => new Promise<void>((wake) => waiting.push(wake)),
    set(at: number) {
      now = millis(at);
    },
    /** Resolves every wait, and lets the work that follows settle. */
    async wake() {
      const due = waiting;
      waiting = [];
      for (const each of due) each();
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
}

/** A past that rises by one every second from 100,000 at noon: any candle of it is easy to compute by hand. */
export const risingPast: Past = {
  priceAt: async (_stock, at) => risingPrice(at),
  candles: async (stock, period, { from, to }, until) => {
    const instrument = [bitcoin, hangSeng, kospi].find(({ code }) => code === stock)!;
    const ticks: Tick[] = [];
    const stepMs = Math.min(HOUR_MS, Math.max(1_000, PERIOD_MS[period] / 10));
    // Candles that are cut by the window are complete all the same.
    const marginMs = period === '1d' ? 4 * DAY_MS : PERIOD_MS[period];
    const end = Math.min(to + marginMs, until);
    for (let at = Math.ceil((from - marginMs) / stepMs) * stepMs; at < end; at += stepMs) {
      if (isOpen(instrument.hours, millis(at))) {
        ticks.push({ ...tickOf('1', at), stock, last: risingPrice(millis(at)) });
      }
    }
    return foldTicks(ticks, period, instrument.hours).filter(({ start }) => start >= from && start < to);
  },
  candleText: async (stock, period, window, { until, most }) =>
    candleText((await risingPast.candles(stock, period, window, until)).slice(-most)),
};

const risingPrice = (at: Millis): Price =>
  ((100_000n + BigInt(Math.floor((at - NOON) / 1_000))) * 100_000_000n) as Price;

/** For tests that need no list. */
export const listedWithoutPrices = createListed(
  { latest: () => undefined, condition: () => 'OPEN' },
  { change: () => 0 },
);
