// The statements of the recorded exchange rates.
import type { Rate } from '@maru/engine/amount';
import type { Currency } from '@maru/engine/purse';
import { DAY_MS, HOUR_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { fieldsOf, insertMany, selectFrom } from '../shadow/statements.ts';
import { column, type RowOf, table } from '../shadow/table.ts';

const rates = table('exchange_rate', {
  currency: column.text<Currency>(),
  startsAt: column.bigint<Millis>('starts_ms'),
  rate: column.units<Rate>(),
  source: column.text(),
  at: column.bigint<Millis>('at_ms'),
});
export type RateRow = RowOf<typeof rates>;

const readRates = selectFrom(rates, fieldsOf(rates));

/** The first rate of an interval stays: whoever valued something by it finds it again. */
export const insertRates = insertMany(rates, {
  fields: fieldsOf(rates),
  onConflict: 'on conflict (currency, starts_ms) do nothing',
});

/** The newest of each currency that was known at this instant, and not before the earliest. */
export const listRatesAt = (
  tx: Tx,
  { at, earliest }: { readonly at: Millis; readonly earliest: Millis },
): Promise<readonly RateRow[]> =>
  readRates(
    tx,
    `where (currency, starts_ms) in (
       select currency, max(starts_ms) from exchange_rate
       where starts_ms between $1 and $2 and at_ms <= $2
       group by currency)`,
    [earliest, at],
  );

/** In order of time. Bounded by what is kept of the window. */
export const listRatesWithin = (
  tx: Tx,
  currencies: readonly Currency[],
  { from, to }: { readonly from: Millis; readonly to: Millis },
): Promise<readonly RateRow[]> =>
  readRates(
    tx,
    'where currency = any($1::text[]) and starts_ms >= $2 and starts_ms <= $3 order by starts_ms',
    [currencies, from, to],
  );

const SLICE = 1_000;
/** Thinning looks back only so far, so it costs the same however much is kept. */
const THINNED_MS = 7 * DAY_MS;

/** Deletes a bounded slice of what is too old, and of what is old and lies within an hour. */
export async function deleteOldRates(
  tx: Tx,
  { finestSince, hourlySince }: { readonly finestSince: Millis; readonly hourlySince: Millis },
): Promise<void> {
  const deleteSlice = (where: string, parameters: readonly number[]) =>
    tx.query(
      `delete from exchange_rate
       where (currency, starts_ms) in (
         select currency, starts_ms from exchange_rate where ${where} order by starts_ms limit ${SLICE})`,
      parameters,
    );
  await deleteSlice('starts_ms < $1', [hourlySince]);
  await deleteSlice(`starts_ms >= $1 and starts_ms < $2 and starts_ms % ${HOUR_MS} <> 0`, [
    finestSince - THINNED_MS,
    finestSince,
  ]);
}
