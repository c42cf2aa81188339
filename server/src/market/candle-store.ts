// The statements of the folded candles.
import { type Price, parseUnits, toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { Candle, Period } from '@maru/engine/market/candle';
import { type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

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
      candles.map((each) => toDecimal(each.open)),
      candles.map((each) => toDecimal(each.high)),
      candles.map((each) => toDecimal(each.low)),
      candles.map((each) => toDecimal(each.close)),
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

interface StockRow extends CandleRow {
  readonly stock: string;
}

/** Of each stock from its own beginning, oldest first. */
export async function listStoredCandles(
  tx: Tx,
  period: StoredPeriod,
  asked: readonly { readonly stock: string; readonly from: Millis }[],
  to: Millis,
): Promise<ReadonlyMap<string, readonly Candle[]>> {
  const rows = await tx.query<StockRow>(
    `select candle.stock, start_ms, open, high, low, close, tick_count
     from unnest($1::text[], $2::bigint[]) as asked (stock, from_ms)
     join candle
       on candle.stock = asked.stock and period = $3 and start_ms >= asked.from_ms and start_ms < $4
     order by start_ms`,
    [asked.map(({ stock }) => stock), asked.map(({ from }) => from), period, to],
  );
  const byStock = new Map<string, Candle[]>();
  for (const row of rows) {
    const own = byStock.get(row.stock);
    if (own === undefined) byStock.set(row.stock, [readCandle(row)]);
    else own.push(readCandle(row));
  }
  return byStock;
}

/** The newest minute of each stock that began before its instant. */
export async function findCandlesBefore(
  tx: Tx,
  asked: readonly { readonly stock: string; readonly before: Millis }[],
): Promise<ReadonlyMap<string, Candle>> {
  if (asked.length === 0) return new Map();
  const rows = await tx.query<StockRow>(
    `select newest.*
     from unnest($1::text[], $2::bigint[]) as asked (stock, before_ms)
     cross join lateral (
       select stock, start_ms, open, high, low, close, tick_count
       from candle
       where candle.stock = asked.stock and period = '1m' and start_ms < asked.before_ms
       order by start_ms desc
       limit 1
     ) as newest`,
    [asked.map(({ stock }) => stock), asked.map(({ before }) => before)],
  );
  return new Map(rows.map((row) => [row.stock, readCandle(row)]));
}

export async function deleteCandlesBefore(tx: Tx, period: StoredPeriod, before: Millis): Promise<void> {
  await tx.query('delete from candle where period = $1 and start_ms < $2', [period, before]);
}
