// The tables of draws that are written from the journal. The bets on them are in the tables of all bets.
import type { RoundType } from '@maru/engine/rounds/round';
import type { Millis } from '@maru/engine/time';
import { place } from '../../bets/tables.ts';
import { column, nullable, type RowOf, table } from '../../shadow/table.ts';

/** Public before betting opens: it binds the house to a seed. */
export const seals = table('ball_seal', {
  ...place,
  shard: column.int(),
  offer: column.int('option_id'),
  type: column.text<RoundType>(),
  open: column.bigint<Millis>('open_ms'),
  commit: column.text('commitment'),
  event: column.bigint('sealed_event'),
  at: column.bigint<Millis>('sealed_ms'),
  salt: nullable(column.text()),
  settledEvent: nullable(column.bigint('settled_event')),
});

/** Seeds of rounds that are not over. */
export const secrets = table('ball_secret', { ...place, seed: column.text() });

/** Public after the draw. Without balls the round is void. */
export const draws = table('ball_draw', {
  ...place,
  seed: column.text(),
  salt: nullable(column.text()),
  balls: nullable(column.ints()),
  power: nullable(column.int()),
  voidReason: nullable(column.text('void_reason')),
  event: column.bigint('event_id'),
  at: column.bigint<Millis>('drawn_ms'),
});

export type SealRow = Omit<RowOf<typeof seals>, 'shard' | 'salt' | 'settledEvent'> & RowOf<typeof secrets>;
export type DrawRow = RowOf<typeof draws>;
