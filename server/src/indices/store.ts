// The statements of the index seals.
import type { DayNumber } from '@maru/engine/market/calendar-date';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { fieldsOf, insertMany, selectFrom } from '../shadow/statements.ts';
import { column, nullable, type Read, table } from '../shadow/table.ts';

const seals = table('index_seal', {
  day: column.int<DayNumber>(),
  seal: column.text(),
  sealedAt: column.bigint<Millis>('sealed_ms'),
  revealedAt: nullable(column.bigint<Millis>('revealed_ms')),
});
export type SealRow = Read<(typeof seals)['columns']>;

const readSeals = selectFrom(seals, fieldsOf(seals));
export const listSeals = (tx: Tx): Promise<readonly SealRow[]> => readSeals(tx, 'order by day');

/** A seal that is public is never replaced: the first one counts. */
export const insertSeals = insertMany(seals, {
  fields: ['day', 'seal', 'sealedAt'],
  onConflict: 'on conflict (day) do nothing',
});

export async function markRevealed(tx: Tx, days: readonly DayNumber[], at: Millis): Promise<void> {
  await tx.query(
    'update index_seal set revealed_ms = $2 where day = any($1::int[]) and revealed_ms is null',
    [days, at],
  );
}
