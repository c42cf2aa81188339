import { foldTicks } from '@maru/engine/market/candle';
import type { RawTick, Tick } from '@maru/engine/market/tick';
import { admit, noPrice, type PriceState } from '@maru/engine/market/tick';
import { isOpen } from '@maru/engine/market/trading-hours';
import { DAY_MS, HOUR_MS, MINUTE_MS, millis } from '@maru/engine/time';
import { describe, expect, test } from 'vitest';
import { instruments as all } from './instruments.ts';
import { createManualTime } from './manual-time.ts';
import { createSimulatedSource } from './simulated.ts';
import { simulatedLevels } from './simulated-levels.ts';
import { createPath } from './simulated-path.ts';
import { createSimulatedStock } from './simulated-stock.ts';

/** The indices have a source of their own. */
const instruments = all.filter(({ kind }) => kind !== 'INDEX');
const instrument = (code: string) => instruments.find((each) => each.code === code)!;
const stock = (code: string, seed = 'maru') =>
  createSimulatedStock(seed, instrument(code), simulatedLevels[code]!);
const NOON = millis(Date.parse('2026-11-12T12:00:00+09:00'));
const hour = { from: NOON, to: millis(NOON + HOUR_MS) };

describe('the simulated market', () => {
  test('is the same for the same seed and another for another', () => {
    expect(stock('BTCUSDT').ticks(hour)).toEqual(stock('BTCUSDT').ticks(hour));
    expect(stock('BTCUSDT', 'other').ticks(hour)).not.toEqual(stock('BTCUSDT').ticks(hour));
  });

  test('gives the same ticks in parts as at once', () => {
    const parts = Array.from({ length: 60 }, (_, minute) =>
      stock('NQ').ticks({
        from: millis(NOON + minute * MINUTE_MS),
        to: millis(NOON + (minute + 1) * MINUTE_MS),
      }),
    );
    expect(parts.flat()).toEqual(stock('NQ').ticks(hour));
  });

  test('ticks several times in a second, at irregular instants, in order', () => {
    const ticks = stock('BTCUSDT').ticks(hour);
    expect(ticks.length).toBeGreaterThan(3_600 * 1.5);
    const gaps = ticks.slice(1).map((tick, i) => tick.ts - ticks[i]!.ts);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
    expect(new Set(gaps).size).toBeGreaterThan(200);
    expect(ticks.every((tick) => tick.bid < tick.ask && tick.last >= tick.bid && tick.last <= tick.ask)).toBe(
      true,
    );
    expect(ticks.every((tick) => tick.last % instrument('BTCUSDT').tickSize === 0n)).toBe(true);
  });

  test('has no tick outside a session', () => {
    const day = { from: millis(NOON - DAY_MS), to: NOON };
    for (const code of ['HSI', '005930', 'EURUSD']) {
      const { hours } = instrument(code);
      const ticks = stock(code).ticks(day);
      expect(ticks.length).toBeGreaterThan(1_000);
      expect(ticks.every((tick) => isOpen(hours, tick.ts))).toBe(true);
    }
  });

  test.each(instruments.filter(({ kind }) => kind === 'CRYPTO' || kind === 'FOREX').map(({ code }) => code))(
    '%s is never silent for long enough to be stale',
    (code) => {
      const quiet = millis(Date.parse('2026-11-12T20:00:00Z'));
      const ticks = stock(code).ticks({ from: quiet, to: millis(quiet + HOUR_MS) });
      const gaps = ticks.slice(1).map((tick, i) => tick.ts - ticks[i]!.ts);
      expect(Math.max(...gaps)).toBeLessThan(instrument(code).staleMs - 500);
    },
  );

  test('shows the last close while a market is closed', () => {
    const sunday = millis(Date.parse('2026-11-15T12:00:00+09:00'));
    const close = Date.parse('2026-11-14T04:00:00+09:00');
    const tick = stock('HSI').tickAt(sunday)!;
    expect(close - tick.ts).toBeLessThan(10_000);
    expect(tick.ts).toBeLessThan(close);
  });

  test.each(instruments.map(({ code }) => code))('%s passes the rules of ticks', (code) => {
    let state: PriceState = noPrice;
    const live: Tick[] = [];
    const from = millis(Date.parse('2026-11-12T22:00:00+09:00'));
    for (const tick of stock(code).ticks({ from, to: millis(from + 20 * MINUTE_MS) })) {
      const next = admit(state, { stock: code, recvTs: tick.ts, ...tick }, instrument(code));
      state = next.state;
      expect(next.admission.outcome).toBe('LIVE');
      if (next.admission.outcome === 'LIVE') live.push(...next.admission.ticks);
    }
    if (isOpen(instrument(code).hours, from)) expect(live.length).toBeGreaterThan(200);
  });

  test('two sizes of one contract move together', () => {
    const [large, small] = ['NQ', 'MNQ'].map((code) => Number(stock(code).tickAt(NOON)!.last));
    expect(Math.abs(large! / small! - 1)).toBeLessThan(0.001);
  });

  test('moves as much in a minute, an hour and a day as its yearly move implies', () => {
    const level = simulatedLevels['BTCUSDT']!;
    for (const lagMs of [MINUTE_MS, HOUR_MS, DAY_MS]) {
      let squares = 0;
      let count = 0;
      for (let seed = 0; seed < 6; seed++) {
        const path = createPath(`spread ${seed}`, level, false);
        for (let i = 0; i < 600; i++) {
          const at = 1_750_000_000_000 + i * (1.37 * lagMs + 700_000);
          squares += Math.log(path(at + lagMs).price / path(at).price) ** 2;
          count++;
        }
      }
      const expected = level.yearlyMove * Math.sqrt(lagMs / (365 * DAY_MS));
      const ratio = Math.sqrt(squares / count) / expected;
      expect(ratio).toBeGreaterThan(0.75);
      expect(ratio).toBeLessThan(1.35);
    }
  });

  test('is busier when its exchange is', () => {
    const spread = (text: string) => {
      let squares = 0;
      const path = createPath('busy', simulatedLevels['NQ']!, false);
      for (let day = 0; day < 200; day += 7) {
        const at = Date.parse(text) + day * DAY_MS;
        for (let minute = 0; minute < 60; minute++) {
          squares +=
            Math.log(path(at + (minute + 1) * MINUTE_MS).price / path(at + minute * MINUTE_MS).price) ** 2;
        }
      }
      return squares;
    };
    expect(spread('2026-01-07T15:00:00Z')).toBeGreaterThan(2 * spread('2026-01-07T03:00:00Z'));
  });

  test('oil falls below zero under some seeds and under most it does not', () => {
    const lowest = (seed: number) => {
      const path = createPath(`${seed}:CL`, simulatedLevels['CL']!, true);
      return Math.min(...Array.from({ length: 200 }, (_, i) => path(NOON + i * 10 * MINUTE_MS).price));
    };
    const below = Array.from({ length: 40 }, (_, seed) => lowest(seed)).filter((each) => each < 0).length;
    expect(below).toBeGreaterThan(0);
    expect(below).toBeLessThan(20);
  });
});

describe('the past', () => {
  test('fills a chart of every period at once', () => {
    for (const period of ['1m', '15m', '1h', '1d'] as const) {
      const days = { '1m': 0.3, '15m': 5, '1h': 20, '1d': 400 }[period];
      const candles = stock('BTCUSDT').candles(period, { from: millis(NOON - days * DAY_MS), to: NOON });
      expect(candles.length).toBeGreaterThan(390);
      expect(
        candles.every(
          ({ high, low, open, close }) => low <= open && low <= close && high >= open && high >= close,
        ),
      ).toBe(true);
    }
  });

  test('agrees with the ticks in open and close, and lies inside them in high and low', () => {
    const from = millis(NOON - 30 * MINUTE_MS);
    for (const code of ['BTCUSDT', 'NQ', 'HSI']) {
      const ticks = stock(code)
        .ticks({ from, to: NOON })
        .map((tick) => ({ stock: code, recvTs: tick.ts, ...tick }));
      const folded = foldTicks(ticks, '5m', instrument(code).hours);
      const computed = stock(code).candles('5m', { from, to: NOON });
      expect(computed.map(({ start, open, close }) => [start, open, close])).toEqual(
        folded.map(({ start, open, close }) => [start, open, close]),
      );
      for (const [i, candle] of computed.entries()) {
        expect(candle.high <= folded[i]!.high && candle.low >= folded[i]!.low).toBe(true);
      }
    }
  });

  test('of a day is one candle per trade date', () => {
    const candles = stock('NQ').candles('1d', { from: millis(NOON - 14 * DAY_MS), to: NOON });
    expect(candles.length).toBeGreaterThanOrEqual(10);
    expect(candles.length).toBeLessThanOrEqual(11);
  });
});

describe('as a source', () => {
  test('it emits the newest price of everything at the start and then each tick once', async () => {
    const time = createManualTime(NOON);
    const source = createSimulatedSource({ seed: 'maru', instruments, time });
    const heard: RawTick[] = [];
    await source.start((ticks) => heard.push(...ticks));
    expect(heard.map((tick) => tick.stock)).toEqual(instruments.map(({ code }) => code));
    heard.length = 0;
    await time.pass(10_000);
    await source.stop();
    const expected = stock('BTCUSDT').ticks({ from: NOON, to: millis(NOON + 10_000) });
    const bitcoin = heard.filter((tick) => tick.stock === 'BTCUSDT');
    expect(bitcoin.map(({ ts, seq }) => [ts, seq])).toEqual(expected.map(({ ts, seq }) => [ts, seq]));
    await time.pass(1_000);
    expect(heard.filter((tick) => tick.stock === 'BTCUSDT')).toHaveLength(bitcoin.length);
  });

  test('after the machine was suspended for long it emits the ticks of a few seconds only', async () => {
    const time = createManualTime(NOON);
    const source = createSimulatedSource({ seed: 'maru', instruments: [instrument('BTCUSDT')], time });
    const heard: RawTick[] = [];
    await source.start((ticks) => heard.push(...ticks));
    heard.length = 0;
    time.set(millis(NOON + HOUR_MS));
    await time.pass(100);
    await source.stop();
    expect(heard.length).toBeGreaterThan(5);
    expect(heard.every((tick) => (tick.ts ?? 0) >= NOON + HOUR_MS - 10_000)).toBe(true);
  });

  test('its book has two sides that do not cross', () => {
    const source = createSimulatedSource({ seed: 'maru', instruments, time: createManualTime(NOON) });
    for (const { code } of instruments) {
      const book = source.depth!(code, NOON)!;
      expect(book.bids).toHaveLength(10);
      expect(book.bids[0]!.price < book.asks[0]!.price).toBe(true);
      expect(book.bids.every((each, i) => i === 0 || each.price < book.bids[i - 1]!.price)).toBe(true);
      expect(book.asks.every((each) => each.qty > 0n)).toBe(true);
    }
  });
});
