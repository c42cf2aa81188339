// The statements of the folded candles.
import { type Price, parseUnits, print } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { Candle, Period } from '@maru/engine/market/candle';
import { type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { Window } from './tick-store.ts';

export const STORED_PERIODS = ['1m', '15m', '1h', '1d'] as const;
export type StoredPeriod = (typeof STORED_PERIODS)[number];

/** The stored candles from which a period is joined. Seconds are folded from ticks. */
export const storedFor: Record<Exclude<Period, '1s'>, StoredPeriod> = {
  '1m': '1m',
  '3m': '1m',
  '5m': '1m',
  '15m': '15m',
  '30m': '15m',
  '1h': '1h',
  '2h': '1h',
  '4h': '1h',
  '1d': '1d',
};

export interface StockCandle extends Candle {
  readonly stock: string;
  readonly period: StoredPeriod;
}

/** Later parts of a candle that is there already are joined to it. One statement takes each candle once. */
export async function joinStoredCandles(tx: Tx, candles: readonly StockCandle[]): Promise<void> {
  await tx.query(
    `insert into candle (stock, period, start_ms, open, high, low, close, tick_count)
     select * from unnest($1::text[], $2::text[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[],
       $7::numeric[], $8::bigint[])
     on conflict (stock, period, start_ms) do update set
       high = greatest(candle.high, excluded.high),
       low = least(candle.low, excluded.low),
       close = excluded.close,
       tick_count = candle.tick_count + excluded.tick_count`,
    [
      candles.map((each) => each.stock),
      candles.map((each) => each.period),
      candles.map((each) => each.start),
      candles.map((each) => print(each.open)),
      candles.map((each) => print(each.high)),
      candles.map((each) => print(each.low)),
      candles.map((each) => print(each.close)),
      candles.map((each) => each.ticks),
    ],
  );
}

interface CandleRow {
  readonly start_ms: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly tick_count: number;
}

function readPrice(text: string): Price {
  const units = parseUnits(text);
  assert(units !== undefined, 'a stored price can be read');
  return units as Price;
}

const readCandle = (row: CandleRow): Candle => ({
  start: millis(row.start_ms),
  open: readPrice(row.open),
  high: readPrice(row.high),
  low: readPrice(row.low),
  close: readPrice(row.close),
  ticks: row.tick_count,
});

/** Oldest first. */
export async function listStoredCandles(
  tx: Tx,
  { stock, period, from, to }: Window & { readonly stock: string; readonly period: StoredPeriod },
): Promise<readonly Candle[]> {
  const rows = await tx.query<CandleRow>(
    `select start_ms, open, high, low, close, tick_count
     from candle
     where stock = $1 and period = $2 and start_ms >= $3 and start_ms < $4
     order by start_ms`,
    [stock, period, from, to],
  );
  return rows.map(readCandle);
}

/** The newest minute that began before an instant. */
export async function findCandleBefore(tx: Tx, stock: string, before: Millis): Promise<Candle | undefined> {
  const rows = await tx.query<CandleRow>(
    `select start_ms, open, high, low, close, tick_count
     from candle
     where stock = $1 and period = '1m' and start_ms < $2
     order by start_ms desc
     limit 1`,
    [stock, before],
  );
  return rows[0] && readCandle(rows[0]);
}

export async function deleteCandlesBefore(tx: Tx, period: StoredPeriod, before: Millis): Promise<void> {
  await tx.query('delete from candle where period = $1 and start_ms < $2', [period, before]);
}
