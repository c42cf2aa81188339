// The market of tests of coin futures: three contracts whose ticks the test publishes, recorded as the real ones are, and
// a funding rate that the test sets.
import { type Price, price, type Rate, rate } from '@maru/engine/amount';
import type { Tick } from '@maru/engine/market/tick';
import { HOUR_MS, type Millis, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { createMarket } from '../market/market.ts';
import { markRecordedAt } from '../market/recorded-marks.ts';
import { bitcoin, silentLog, tickOf } from '../market/testing.ts';
import { loadRecordEnd } from '../market/tick-store.ts';
import { coinMargined, ether } from './testing.ts';

/** Four hours before the funding of 08:00 UTC. */
export const START = millis(Date.parse('2026-11-12T04:00:00Z'));
export const FUNDING_AT = millis(START + 4 * HOUR_MS);
export const [BTC, ETH, BTCUSD] = [bitcoin.id, ether.id, coinMargined.id];

export const testInstruments = [bitcoin, ether, coinMargined];

/** Where a price differs from the last one. */
export interface PriceOf {
  readonly stock?: string;
  readonly bid?: string;
  readonly ask?: string;
  readonly mark?: string;
  /** It comes so long after its own time. */
  readonly lateMs?: number;
}

export async function openTestMarket(database: Database, clock: () => Millis) {
  const startedAt = clock();
  let seq: number = startedAt;
  const listeners = new Set<(tick: Tick) => void>();
  const onLiveTick = (listen: (tick: Tick) => void) => {
    listeners.add(listen);
    return () => listeners.delete(listen);
  };
  const record = await database.transaction(loadRecordEnd);
  const latest = new Map(record.lastTicks.map((tick) => [tick.stock, tick]));
  const usable = (stock: string, at: Millis): Tick | undefined => {
    const tick = latest.get(stock);
    const isUsable = tick !== undefined && tick.ts >= startedAt && at - tick.ts <= bitcoin.staleMs;
    return isUsable ? tick : undefined;
  };
  const prices = {
    latest: (stock: string) => latest.get(stock),
    index: () => undefined,
    condition: (stock: string, at: Millis) =>
      usable(stock, at) === undefined ? ('STALE' as const) : ('OPEN' as const),
    usable,
  };
  const market = createMarket({
    database,
    instruments: testInstruments,
    prices,
    fundingOf: () => undefined,
    onLiveTick,
    onLateTick: () => () => undefined,
    publishLatest: () => undefined,
    time: { clock, wait: () => new Promise<void>(() => undefined) },
    log: silentLog,
  });
  await market.start(record);
  let fundingRate: Rate | undefined = rate('0.0001');
  return {
    market,
    lastTicks: record.lastTicks,
    onLiveTick,
    prices,
    funding: {
      of: () => ({
        rate: rate('0.0001'),
        lastRate: rate('0.0001'),
        nextFundingAt: FUNDING_AT,
        intervalMs: 8 * HOUR_MS,
      }),
      rateAt: async () => fundingRate,
      markAt: (stock: string, at: Millis): Promise<Price | undefined> =>
        markRecordedAt({ database, recorder: market.recorder }, stock, at),
    },
    fundAt(text: string | undefined) {
      fundingRate = text === undefined ? undefined : rate(text);
    },
    publish(
      last: string,
      { stock = 'BTCUSDT', bid = last, ask = last, mark = last, lateMs = 0 }: PriceOf = {},
    ) {
      seq += 1;
      const recvTs = clock();
      const more = { stock, seq, bid: price(bid), ask: price(ask), mark: price(mark), recvTs };
      const tick = tickOf(last, recvTs - lateMs, more);
      latest.set(stock, tick);
      for (const listen of listeners) listen(tick);
    },
  };
}
