// Sealed minutes of the record, for proofs. The record deletes its ticks after two days and a receipt may be requested
// later: minutes that a result was computed from are copied, and the copies are kept.
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import type { Tick } from '@maru/engine/market/tick';
import type { Tx } from '../db/database.ts';
import { fieldsOf, rowReader, selectFrom } from '../shadow/statements.ts';
import { type SealedMinute, tickMinutes } from './tick-store.ts';

export type RecordedMinute = Omit<SealedMinute, 'count'>;

const FIELDS = fieldsOf(tickMinutes, 'count');
const minuteRows = rowReader(tickMinutes, FIELDS);
const readMinutes = selectFrom(tickMinutes, FIELDS);

/** Oldest first; also minutes of which only the copy is left. */
export const listRecordedMinutes = (
  tx: Tx,
  stock: string,
  minutes: readonly number[],
): Promise<readonly RecordedMinute[]> =>
  readMinutes(
    tx,
    `where stock = $1 and minute_ms = any($2::bigint[])
     union
     select ${minuteRows.columns('proof_minute')}
     from proof_minute
     where stock = $1 and minute_ms = any($2::bigint[])
     order by minute_ms`,
    [stock, minutes],
  );

/** Those of the record itself with `from <= minute < to`, oldest first. */
export const listMinutesWithin = (
  tx: Tx,
  stock: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly RecordedMinute[]> =>
  readMinutes(tx, 'where stock = $1 and minute_ms >= $2 and minute_ms < $3 order by minute_ms', [
    stock,
    from,
    to,
  ]);

/** Is everything up to this minute sealed? */
export async function isSealed(tx: Tx, stock: string, minute: number): Promise<boolean> {
  const [row] = await tx.query<{ minute_ms: number }>('select minute_ms from tick_head where stock = $1', [
    stock,
  ]);
  return row !== undefined && row.minute_ms >= minute;
}

/** May be called repeatedly: a minute that is stored already is not written twice. */
export async function saveProofMinutes(
  tx: Tx,
  wanted: readonly { readonly stock: string; readonly minute: number }[],
): Promise<void> {
  if (wanted.length === 0) return;
  await tx.query(
    `insert into proof_minute (stock, minute_ms, ticks, previous_hash, hash)
     select distinct ${minuteRows.columns()}
     from unnest($1::text[], $2::bigint[]) as wanted (stock, minute_ms)
     join tick_minute on tick_minute.stock = wanted.stock and tick_minute.minute_ms = wanted.minute_ms
     on conflict do nothing`,
    [wanted.map(({ stock }) => stock), wanted.map(({ minute }) => minute)],
  );
}

/** The minute whose text contains the tick: its own, or the next if the tick arrived after that was sealed. */
export const minuteOf = (
  { ts, seq }: Pick<Tick, 'ts' | 'seq'>,
  recorded: readonly RecordedMinute[],
): RecordedMinute | undefined =>
  recorded.find((each) => `\n${each.ticks}`.includes(`\n${ts - each.minute} ${seq} `));

export const wireMinute = ({ minute, ...rest }: RecordedMinute): ReceiptTicks['minutes'][number] => ({
  ...rest,
  minuteMillis: minute,
});
