// Deletes the rows of what was finished before a base, in small slices: a few milliseconds of the database each. They can
// be written again from the archived journal. What is open, or what a later event may change, stays.
import { DAY_MS } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import {
  type Cutoffs,
  DAY_SUMS,
  eventIsKept,
  orderIsKept,
  positionIsKept,
  roundIsKept,
  sealIsKept,
} from './kept-rows.ts';

export interface DeleteOptions {
  readonly database: Database;
  readonly shard: number;
  readonly base: { readonly batch: number; readonly cutoffs: Cutoffs };
  /** Called after each slice: how long it takes is the pace. */
  readonly rest: () => Promise<void>;
  readonly isStopped?: () => boolean;
}

const PLAYERS_AT_ONCE = 500;
const EVENTS_OF_A_PLAYER = 200;
const ROWS_AT_ONCE = 1_000;
const ROUNDS_AT_ONCE = 20;
/** Daily profits reach a year back from any date that is asked for. */
const DAYS_SUMMED = 3 * 366;

/** Answers how many rows went. It may be stopped and called again at any time. */
export async function deleteArchived(options: DeleteOptions): Promise<number> {
  const { database, shard, base, rest, isStopped = () => false } = options;
  const { cutoffs } = base;
  let deleted = 0;

  /** A transaction at a time, until one of them finds nothing more to do. */
  async function repeat(slice: (tx: Tx) => Promise<{ readonly rows: number; readonly isLast: boolean }>) {
    while (!isStopped()) {
      const { rows, isLast } = await database.transaction(slice);
      deleted += rows;
      if (isLast) return;
      await rest();
    }
  }

  // Whoever asks for what is about to go is told so from now on.
  await database.transaction((tx) => writeArchiveMark(tx, shard, base));
  await repeat((tx) => sumFills(tx, cutoffs));
  // Fills look up when their position was opened, so positions go after them.
  await repeat(walkIds('oversea_order', orderIsKept(cutoffs), cutoffs.event));
  await repeat(walkIds('oversea_position', positionIsKept(cutoffs), cutoffs.event));
  await repeat((tx) => deleteRounds(tx, shard, cutoffs));
  await repeat((tx) => deleteSeals(tx, shard, cutoffs));
  // Receipts of bets and fills read the player's history, so it goes after them.
  await deleteEvents(repeat, cutoffs);
  await repeat(async (tx) => {
    const rows = await tx.query(
      `delete from transfer
       where (event_id, leg) in (
         select event_id, leg from transfer where event_id <= $1 order by event_id, leg limit $2
       )
       returning leg`,
      [cutoffs.event, ROWS_AT_ONCE],
    );
    return { rows: rows.length, isLast: rows.length < ROWS_AT_ONCE };
  });
  await repeat(async (tx) => {
    const rows = await tx.query(
      `delete from oversea_day
       where ctid in (select ctid from oversea_day where trade_day < $1 limit $2)
       returning trade_day`,
      [Math.floor(cutoffs.at / DAY_MS) - DAYS_SUMMED, ROWS_AT_ONCE],
    );
    return { rows: rows.length, isLast: rows.length < ROWS_AT_ONCE };
  });
  return deleted;
}

type Slice = (tx: Tx) => Promise<{ readonly rows: number; readonly isLast: boolean }>;

const writeArchiveMark = (tx: Tx, shard: number, { batch, cutoffs }: DeleteOptions['base']) =>
  tx.query(
    `insert into archive_mark (shard, batch, event_id, at_ms, frozen_ms, sealed_ms)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (shard) do update
     set batch = excluded.batch,
       event_id = excluded.event_id,
       at_ms = excluded.at_ms,
       frozen_ms = excluded.frozen_ms,
       sealed_ms = excluded.sealed_ms
     where archive_mark.batch < excluded.batch`,
    [shard, batch, cutoffs.event, cutoffs.at, cutoffs.frozen, cutoffs.sealed],
  );

/** Player by player, each history from its beginning: there is no index by time, and the oldest rows come first. */
async function deleteEvents(repeat: (slice: Slice) => Promise<void>, cutoffs: Cutoffs): Promise<void> {
  let after = 0;
  await repeat(async (tx) => {
    const players = await tx.query<{ player_id: number }>(
      'select player_id from account where player_id > $1 order by player_id limit $2',
      [after, PLAYERS_AT_ONCE],
    );
    const last = players.at(-1);
    if (last === undefined) return { rows: 0, isLast: true };
    const rows = await tx.query(
      `delete from account_event
       using (
         select old.player_id, old.seq
         from unnest($1::bigint[]) as asked (player_id)
         cross join lateral (
           select player_id, seq, at
           from account_event
           where account_event.player_id = asked.player_id
           order by seq
           limit $2
         ) as old
         where not (${eventIsKept(cutoffs).replaceAll('account_event.', 'old.')})
         limit $3
       ) as gone
       where account_event.player_id = gone.player_id and account_event.seq = gone.seq
       returning gone.seq`,
      [players.map(({ player_id }) => player_id), EVENTS_OF_A_PLAYER, ROWS_AT_ONCE],
    );
    // Somebody may have more of them.
    if (rows.length < EVENTS_OF_A_PLAYER) after = last.player_id;
    return { rows: rows.length, isLast: false };
  });
}

/** The sums enter the table of days in the statement in which the fills leave theirs. */
async function sumFills(tx: Tx, { at }: Cutoffs): ReturnType<Slice> {
  const [row] = await tx.query<{ rows: number }>(
    `with gone as (
       delete from oversea_fill
       where id in (select id from oversea_fill where at_ms < $1 order by at_ms limit $2)
       returning *
     ),
     summed as (
       insert into oversea_day (
         player_id, site_id, trade_day, option_id, currency,
         closed_qty, trades, wins, held_ms, gross, commission, losscuts
       )
       select fill.player_id, fill.site_id, fill.trade_day, fill.option_id, fill.currency, ${DAY_SUMS}
       from gone as fill
       left join oversea_position as closed on closed.id = fill.closed_position_id
       group by fill.player_id, fill.site_id, fill.trade_day, fill.option_id, fill.currency
       on conflict (player_id, trade_day, option_id, currency, site_id) do update
       set closed_qty = oversea_day.closed_qty + excluded.closed_qty,
         trades = oversea_day.trades + excluded.trades,
         wins = oversea_day.wins + excluded.wins,
         held_ms = oversea_day.held_ms + excluded.held_ms,
         gross = oversea_day.gross + excluded.gross,
         commission = oversea_day.commission + excluded.commission,
         losscuts = oversea_day.losscuts + excluded.losscuts
     )
     select count(*)::int as rows from gone`,
    [at, ROWS_AT_ONCE],
  );
  const rows = row?.rows ?? 0;
  return { rows, isLast: rows < ROWS_AT_ONCE };
}

/** Over the numbers up to the base's event, of which few are left after the first time. */
function walkIds(table: 'oversea_order' | 'oversea_position', isKept: string, event: number): Slice {
  let after = 0;
  return async (tx) => {
    const seen = await tx.query<{ id: number; is_kept: boolean }>(
      `select id, ${isKept} as is_kept from ${table} where id > $1 and id <= $2 order by id limit $3`,
      [after, event, ROWS_AT_ONCE],
    );
    const gone = seen.filter(({ is_kept }) => !is_kept).map(({ id }) => id);
    if (gone.length > 0) await tx.query(`delete from ${table} where id = any($1::bigint[])`, [gone]);
    after = seen.at(-1)?.id ?? after;
    return { rows: gone.length, isLast: seen.length < ROWS_AT_ONCE };
  };
}

/** The oldest rounds with their bets. A round goes when none of its bets is left, so a large one takes many slices. */
async function deleteRounds(tx: Tx, shard: number, cutoffs: Cutoffs): ReturnType<Slice> {
  const rounds = await tx.query<{ site_id: number; round_id: number; open_ms: number; close_ms: number }>(
    `select site_id, round_id, open_ms, close_ms
     from bet_round
     where shard = $1 and close_ms < $2 and not ${roundIsKept(cutoffs)}
     order by close_ms
     limit $3`,
    [shard, Math.max(cutoffs.frozen, cutoffs.sealed), ROUNDS_AT_ONCE],
  );
  let rows = 0;
  for (const { site_id, round_id, open_ms, close_ms } of rounds) {
    const bets = await tx.query(
      `delete from bet
       where id in (select id from bet where site_id = $1 and round_id = $2 limit $3)
       returning id`,
      [site_id, round_id, ROWS_AT_ONCE - rows],
    );
    rows += bets.length;
    if (rows >= ROWS_AT_ONCE) return { rows, isLast: false };
    await tx.query(
      `delete from round_strike
       using generate_series($3::bigint, $4::bigint) as time (second)
       where round_strike.second = time.second and round_strike.round_id = $2 and round_strike.site_id = $1`,
      [site_id, round_id, Math.floor((open_ms - 4_000) / 1_000), Math.floor(close_ms / 1_000)],
    );
    for (const table of ['bet_tally', 'entry_tally', 'bet_round'])
      await tx.query(`delete from ${table} where site_id = $1 and round_id = $2`, [site_id, round_id]);
    rows += 1;
  }
  return { rows, isLast: rounds.length < ROUNDS_AT_ONCE };
}

async function deleteSeals(tx: Tx, shard: number, cutoffs: Cutoffs): ReturnType<Slice> {
  const seals = await tx.query<{ site_id: number; round_id: number }>(
    `select site_id, round_id
     from ball_seal
     where shard = $1 and open_ms < $2 and not ${sealIsKept(cutoffs)}
     order by open_ms
     limit $3`,
    [shard, cutoffs.sealed, ROWS_AT_ONCE],
  );
  for (const table of ['ball_draw', 'ball_seal'])
    await tx.query(
      `delete from ${table}
       using unnest($1::bigint[], $2::bigint[]) as gone (site_id, round_id)
       where ${table}.site_id = gone.site_id and ${table}.round_id = gone.round_id`,
      [seals.map(({ site_id }) => site_id), seals.map(({ round_id }) => round_id)],
    );
  return { rows: 2 * seals.length, isLast: seals.length < ROWS_AT_ONCE };
}
