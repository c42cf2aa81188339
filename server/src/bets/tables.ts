// The tables of bets on rounds. Every product whose players bet on rounds writes its bets here; the strike mode of a
// round tells what decides it.
import type { Amount, Price, Rate } from '@maru/engine/amount';
import type { StrikeMode } from '@maru/engine/binary/terms';
import type { TickRef } from '@maru/engine/market/tick';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { RoundType } from '@maru/engine/rounds/round';
import type { Millis } from '@maru/engine/time';
import { fieldsOf, insertMany } from '../shadow/statements.ts';
import { column, nullable, type RowOf, table } from '../shadow/table.ts';

/** `DRAW`: the round is drawn, and no price decides it. */
export type RoundMode = StrikeMode | 'DRAW';

export const place = {
  site: column.bigint<SiteId>('site_id'),
  round: column.bigint('round_id'),
};

const kind = {
  offer: column.int('option_id'),
  type: column.text<RoundType>(),
  open: column.bigint<Millis>('open_ms'),
  close: column.bigint<Millis>('close_ms'),
};

/** A bet is one final row; its status follows from its round. */
export const bets = table('bet', {
  id: column.bigint(),
  ...place,
  player: column.bigint<PlayerId>('player_id'),
  ...kind,
  /** UP, DOWN, or the market of a draw. */
  pick: column.text(),
  stake: column.units<Amount>(),
  /** Profit per stake. */
  rate: column.units<Rate>(),
  wallet: column.text(),
  acceptedAt: column.bigint<Millis>('accepted_ms'),
  /** The profit of a hit beyond the stake, rounded down to the wallet's places. */
  profit: column.units<Amount>(),
  currency: column.text(),
  places: column.int(),
});

/** A view: every bet with its status. */
export const betStates = table('bet_state', {
  ...bets.columns,
  strikeMode: column.text<RoundMode>('strike_mode'),
  openPrice: nullable(column.units<Price>('open_price')),
  closePrice: nullable(column.units<Price>('close_price')),
  /** The bet's own strike, where it has one. */
  strikeAt: nullable(column.bigint<Millis>('strike_ms')),
  strikeSeq: nullable(column.bigint('strike_seq')),
  strikePrice: nullable(column.units<Price>('strike_price')),
  status: column.smallint<0 | 1 | 2 | 3>(),
  voidReason: nullable(column.text('void_reason')),
});

export const rounds = table('bet_round', {
  ...place,
  shard: column.int(),
  ...kind,
  strikeMode: column.text<RoundMode>('strike_mode'),
  precision: column.int('places_compared'),
  staleMs: column.int('stale_ms'),
  bets: column.int('bet_count'),
  stake: column.units(),
  status: column.smallint<0 | 1 | 2 | 3>(),
  voidReason: nullable(column.text('void_reason')),
  openTickAt: nullable(column.bigint<Millis>('open_tick_ms')),
  openTickSeq: nullable(column.bigint('open_tick_seq')),
  openPrice: nullable(column.units<Price>('open_price')),
  closeTickAt: nullable(column.bigint<Millis>('close_tick_ms')),
  closeTickSeq: nullable(column.bigint('close_tick_seq')),
  closePrice: nullable(column.units<Price>('close_price')),
  /** The closing price as it is compared. */
  closeCompared: nullable(column.units<Price>('close_compared')),
  tickCount: nullable(column.int('tick_count')),
  /** The picks that win where all bets have one strike, or the markets that were hit. */
  winners: column.words(),
  frozenEvent: nullable(column.bigint('frozen_event')),
  frozenAt: nullable(column.bigint<Millis>('frozen_ms')),
  voidedEvent: nullable(column.bigint('voided_event')),
  voidedAt: nullable(column.bigint<Millis>('voided_ms')),
  voidText: nullable(column.text('void_text')),
  voidRequestedBy: nullable(column.bigint('void_requested_by')),
  voidApprovedBy: nullable(column.bigint('void_approved_by')),
  paidPlayers: column.int('paid_players'),
  paidBeforeVoid: column.int('paid_before_void'),
  /** The payment after which every player was paid, and whether there ever was one. */
  settledEvent: nullable(column.bigint('settled_event')),
  wasSettled: column.boolean('was_settled'),
});

/** How many bets of a round have a pick and what is staked on them, by what decides them. */
export const betTallies = table('bet_tally', {
  ...place,
  pick: column.text(),
  strike: column.text(),
  bets: column.int(),
  stake: column.units(),
});

/** The same by the instant of acceptance, where each bet has its own strike and the round is not decided yet. */
export const entryTallies = table('entry_tally', {
  ...place,
  acceptedAt: column.bigint<Millis>('accepted_ms'),
  pick: column.text(),
  bets: column.int(),
  stake: column.units(),
});

/** A tick that a row has in three columns, if it has one. */
export const tickIn = (
  ts: Millis | undefined,
  seq: number | undefined,
  price: Price | undefined,
): TickRef | undefined =>
  ts === undefined || seq === undefined || price === undefined ? undefined : { ts, seq, price };

/** How every round ended that could be bet on, for the public lists. A result is written once. */
export const roundResults = table('round_result', {
  ...place,
  offer: column.int('option_id'),
  close: column.bigint<Millis>('close_ms'),
  status: column.smallint<1 | 2 | 3>(),
  voidReason: nullable(column.text('void_reason')),
  openPrice: nullable(column.units<Price>('open_price')),
  closePrice: nullable(column.units<Price>('close_price')),
});
export type RoundResult = RowOf<typeof roundResults>;

export const insertResults = insertMany(roundResults, {
  fields: fieldsOf(roundResults),
  onConflict: 'on conflict (site_id, round_id) do nothing',
});
