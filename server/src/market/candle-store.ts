// The statements of the stored candles.
import type { Price } from '@maru/engine/amount';
import type { Candle, Period } from '@maru/engine/market/candle';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { fieldsOf, insertMany, rowReader, selectFrom } from '../shadow/statements.ts';
import { column, type RowOf, table } from '../shadow/table.ts';

export const STORED_PERIODS = ['1m', '15m', '1h', '1d'] as const;
export type StoredPeriod = (typeof STORED_PERIODS)[number];

/** The stored period from which a period is joined. Seconds are computed from ticks. */
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

const candles = table('candle', {
  stock: column.text(),
  period: column.text<StoredPeriod>(),
  start: column.bigint<Millis>('start_ms'),
  open: column.units<Price>(),
  high: column.units<Price>(),
  low: column.units<Price>(),
  close: column.units<Price>(),
  ticks: column.bigint('tick_count'),
});
export type StockCandle = RowOf<typeof candles>;

/** Merges later parts of a candle into its row. One statement contains each candle once. */
export const joinStoredCandles = insertMany(candles, {
  fields: fieldsOf(candles),
  onConflict: `on conflict (stock, period, start_ms) do update set
    high = greatest(candle.high, excluded.high),
    low = least(candle.low, excluded.low),
    close = excluded.close,
    tick_count = candle.tick_count + excluded.tick_count`,
});

const SHOWN = fieldsOf(candles, 'period');
const readCandles = selectFrom(candles, SHOWN);
const candleRows = rowReader(candles, SHOWN);

/** For each stock from its own start, oldest first. */
export async function listStoredCandles(
  tx: Tx,
  period: StoredPeriod,
  asked: readonly { readonly stock: string; readonly from: Millis }[],
  to: Millis,
): Promise<ReadonlyMap<string, readonly Candle[]>> {
  const rows = await readCandles(
    tx,
    `join unnest($1::text[], $2::bigint[]) as asked (code, from_ms)
       on stock = asked.code and period = $3 and start_ms >= asked.from_ms and start_ms < $4
     order by start_ms`,
    [asked.map(({ stock }) => stock), asked.map(({ from }) => from), period, to],
  );
  const byStock = new Map<string, Candle[]>(asked.map(({ stock }) => [stock, []]));
  for (const { stock, ...candle } of rows) byStock.get(stock)?.push(candle);
  return byStock;
}

/** The newest minute of each stock that began before its instant. */
export async function findCandlesBefore(
  tx: Tx,
  asked: readonly { readonly stock: string; readonly before: Millis }[],
): Promise<ReadonlyMap<string, Candle>> {
  if (asked.length === 0) return new Map();
  const rows = await tx.query<object>(
    `select ${candleRows.columns('newest')}
     from unnest($1::text[], $2::bigint[]) as asked (stock, before_ms)
     cross join lateral (
       select *
       from candle
       where candle.stock = asked.stock and period = '1m' and start_ms < asked.before_ms
       order by start_ms desc
       limit 1
     ) as newest`,
    [asked.map(({ stock }) => stock), asked.map(({ before }) => before)],
  );
  return new Map(rows.map(candleRows.read).map(({ stock, ...candle }) => [stock, candle]));
}

export async function deleteCandlesBefore(tx: Tx, period: StoredPeriod, before: Millis): Promise<void> {
  await tx.query('delete from candle where period = $1 and start_ms < $2', [period, before]);
}
