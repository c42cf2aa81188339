// Rounds, bets and draws into SQL. Settling a round changes the round's own row and nothing of its bets.
import { print } from '@maru/engine/amount';
import { ENTRY_WITHIN_MS } from '@maru/engine/binary/terms';
import type { Tx } from '../db/database.ts';
import type { BinaryRows, RoundChange, RoundTickRow } from './binary-rows.ts';
import { decideTallies, writeTallies } from './write-tallies.ts';

export async function writeBinary(tx: Tx, shard: number, rows: BinaryRows): Promise<void> {
  const changes = [...rows.rounds.values()];
  await writeSeals(tx, shard, rows);
  await writeBets(tx, rows);
  await writePlaced(tx, shard, changes);
  await writeTallies(tx, rows);
  await writeEnds(tx, changes);
  await writeTicks(tx, rows);
  await decideTallies(tx, changes);
  await writeVoids(tx, changes);
  await writePaid(tx, changes);
  await writeDraws(tx, rows);
}

/** The wallet's places decide how a profit is rounded, so they are looked up here, once for good. */
async function writeBets(tx: Tx, { bets }: BinaryRows): Promise<void> {
  if (bets.length === 0) return;
  await tx.query(
    `insert into bet (
       id, site_id, player_id, round_id, option_id, type, pick, stake, rate, profit,
       wallet, currency, places, accepted_ms, open_ms, close_ms
     )
     select
       placed.id, placed.site_id, placed.player_id, placed.round_id, placed.option_id, placed.type, placed.pick,
       placed.stake, placed.rate, trunc(placed.stake * placed.rate, wallet.places),
       placed.wallet, wallet.currency, wallet.places, placed.accepted_ms, placed.open_ms, placed.close_ms
     from unnest(
       $1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::text[], $7::text[],
       $8::numeric[], $9::numeric[], $10::text[], $11::bigint[], $12::bigint[], $13::bigint[]
     ) as placed (
       id, site_id, player_id, round_id, option_id, type, pick, stake, rate, wallet, accepted_ms, open_ms, close_ms
     )
     join wallet on wallet.player_id = placed.player_id and wallet.type = placed.wallet`,
    [
      bets.map((row) => row.id),
      bets.map((row) => row.site),
      bets.map((row) => row.player),
      bets.map((row) => row.round),
      bets.map((row) => row.option),
      bets.map((row) => row.type),
      bets.map((row) => row.pick),
      bets.map((row) => print(row.stake)),
      bets.map((row) => print(row.rate)),
      bets.map((row) => row.wallet),
      bets.map((row) => row.acceptedAt),
      bets.map((row) => row.open),
      bets.map((row) => row.close),
    ],
  );
}

async function writePlaced(tx: Tx, shard: number, changes: readonly RoundChange[]): Promise<void> {
  const rounds = changes.flatMap(({ site, round, placed }) =>
    placed === undefined ? [] : [{ site, round, ...placed }],
  );
  if (rounds.length === 0) return;
  await tx.query(
    `insert into bet_round (
       shard, site_id, round_id, option_id, type, open_ms, close_ms, strike_mode, places_compared, stale_ms,
       bet_count, stake
     )
     select $1, placed.*
     from unnest(
       $2::bigint[], $3::bigint[], $4::int[], $5::text[], $6::bigint[], $7::bigint[], $8::text[], $9::int[], $10::int[],
       $11::int[], $12::numeric[]
     ) as placed
     on conflict (site_id, round_id) do update
     set bet_count = bet_round.bet_count + excluded.bet_count, stake = bet_round.stake + excluded.stake`,
    [
      shard,
      rounds.map((row) => row.site),
      rounds.map((row) => row.round),
      rounds.map((row) => row.option),
      rounds.map((row) => row.type),
      rounds.map((row) => row.open),
      rounds.map((row) => row.close),
      rounds.map((row) => row.strikeMode),
      rounds.map((row) => row.precision),
      rounds.map((row) => row.staleMs),
      rounds.map((row) => row.bets),
      rounds.map((row) => print(row.stake)),
    ],
  );
}

const orNull = <Value>(value: Value | undefined): Value | null => value ?? null;

/** A ball round that nobody bet on has no row here, and its end is in the draw alone. */
async function writeEnds(tx: Tx, changes: readonly RoundChange[]): Promise<void> {
  const ends = changes.flatMap(({ site, round, end }) =>
    end === undefined ? [] : [{ site, round, ...end }],
  );
  if (ends.length === 0) return;
  const price = (tick: { readonly price: bigint } | undefined) =>
    tick === undefined ? null : print(tick.price);
  await tx.query(
    `update bet_round
     set status = ended.status,
       void_reason = ended.void_reason,
       open_tick_ms = ended.open_tick_ms,
       open_tick_seq = ended.open_tick_seq,
       open_price = ended.open_price,
       close_tick_ms = ended.close_tick_ms,
       close_tick_seq = ended.close_tick_seq,
       close_price = ended.close_price,
       close_compared = ${halfUp('ended.close_price')},
       tick_count = ended.tick_count,
       winners = string_to_array(ended.winners, ','),
       frozen_event = ended.event_id,
       frozen_ms = ended.at_ms
     from unnest(
       $1::bigint[], $2::bigint[], $3::smallint[], $4::text[], $5::bigint[], $6::bigint[], $7::numeric[],
       $8::bigint[], $9::bigint[], $10::numeric[], $11::int[], $12::text[], $13::bigint[], $14::bigint[]
     ) as ended (
       site_id, round_id, status, void_reason, open_tick_ms, open_tick_seq, open_price,
       close_tick_ms, close_tick_seq, close_price, tick_count, winners, event_id, at_ms
     )
     where bet_round.site_id = ended.site_id and bet_round.round_id = ended.round_id`,
    [
      ends.map((row) => row.site),
      ends.map((row) => row.round),
      ends.map((row) => row.status),
      ends.map((row) => orNull(row.voidReason)),
      ends.map((row) => orNull(row.openTick?.ts)),
      ends.map((row) => orNull(row.openTick?.seq)),
      ends.map((row) => price(row.openTick)),
      ends.map((row) => orNull(row.closeTick?.ts)),
      ends.map((row) => orNull(row.closeTick?.seq)),
      ends.map((row) => price(row.closeTick)),
      ends.map((row) => orNull(row.tickCount)),
      ends.map((row) => row.winners.join(',')),
      ends.map((row) => row.event),
      ends.map((row) => row.at),
    ],
  );
}

/** As the engine compares prices: half of the last place goes up, also below zero, where SQL would go down. */
const halfUp = (price: string): string =>
  `floor(${price} * 10::numeric ^ bet_round.places_compared + 0.5) / 10::numeric ^ bet_round.places_compared`;

async function writeTicks(tx: Tx, { roundTicks }: BinaryRows): Promise<void> {
  if (roundTicks.length === 0) return;
  const strikes = bySecond(roundTicks);
  await tx.query(
    `insert into round_strike (site_id, round_id, second, ts_ms, seq, price, compared)
     select
       taken.site_id, taken.round_id, taken.second,
       array_agg(taken.ts_ms order by taken.ts_ms, taken.seq),
       array_agg(taken.seq order by taken.ts_ms, taken.seq),
       array_agg(taken.price order by taken.ts_ms, taken.seq),
       array_agg(${halfUp('taken.price')} order by taken.ts_ms, taken.seq)
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::numeric[])
       as taken (site_id, round_id, second, ts_ms, seq, price)
     join bet_round on bet_round.site_id = taken.site_id and bet_round.round_id = taken.round_id
     group by taken.site_id, taken.round_id, taken.second`,
    [
      strikes.map((row) => row.site),
      strikes.map((row) => row.round),
      strikes.map((row) => row.second),
      strikes.map((row) => row.tick.ts),
      strikes.map((row) => row.tick.seq),
      strikes.map((row) => print(row.tick.price)),
    ],
  );
}

/** Each tick beside every second of which it may be the first one after: up to three seconds back. */
function bySecond(ticks: readonly RoundTickRow[]): readonly (RoundTickRow & { readonly second: number })[] {
  const rows: (RoundTickRow & { readonly second: number })[] = [];
  let before: RoundTickRow | undefined;
  for (const row of ticks) {
    const { ts } = row.tick;
    // Whoever was accepted before the tick before has that one.
    const isSame = before?.site === row.site && before.round === row.round;
    const from = Math.max(ts - ENTRY_WITHIN_MS, isSame ? (before?.tick.ts ?? 0) : 0);
    const last = Math.floor((ts - 1) / 1_000);
    // Every tick has a row, also one that no bet can have: a desk that starts reads all of them again.
    for (let second = Math.min(Math.floor(from / 1_000), last); second <= last; second += 1)
      rows.push({ ...row, second });
    before = row;
  }
  return rows;
}

async function writeVoids(tx: Tx, changes: readonly RoundChange[]): Promise<void> {
  const voids = changes.flatMap(({ site, round, voided, paid }) =>
    voided === undefined ? [] : [{ site, round, paid, ...voided }],
  );
  if (voids.length === 0) return;
  await tx.query(
    `update bet_round
     set voided_event = voided.event_id,
       voided_ms = voided.at_ms,
       void_text = voided.reason,
       void_requested_by = voided.requested_by,
       void_approved_by = voided.approved_by,
       paid_before_void = bet_round.paid_players + voided.paid,
       paid_players = 0,
       settled_event = null
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::int[])
       as voided (site_id, round_id, event_id, at_ms, reason, requested_by, approved_by, paid)
     where bet_round.site_id = voided.site_id and bet_round.round_id = voided.round_id`,
    [
      voids.map((row) => row.site),
      voids.map((row) => row.round),
      voids.map((row) => row.event),
      voids.map((row) => row.at),
      voids.map((row) => row.text),
      voids.map((row) => row.requestedBy),
      voids.map((row) => row.approvedBy),
      voids.map((row) => row.paid),
    ],
  );
}

async function writePaid(tx: Tx, changes: readonly RoundChange[]): Promise<void> {
  const paid = changes
    .filter((change) => change.paid + change.paidAfterVoid > 0)
    .map(({ site, round, voided, ...change }) => ({
      site,
      round,
      players: voided === undefined ? change.paid : change.paidAfterVoid,
      settled: change.settled,
      wasSettled: change.wasSettled,
    }));
  if (paid.length === 0) return;
  await tx.query(
    `update bet_round
     set paid_players = bet_round.paid_players + paid.players,
       settled_event = coalesce(paid.settled_event, bet_round.settled_event),
       was_settled = bet_round.was_settled or paid.was_settled
     from unnest($1::bigint[], $2::bigint[], $3::int[], $4::bigint[], $5::boolean[])
       as paid (site_id, round_id, players, settled_event, was_settled)
     where bet_round.site_id = paid.site_id and bet_round.round_id = paid.round_id`,
    [
      paid.map((row) => row.site),
      paid.map((row) => row.round),
      paid.map((row) => row.players),
      paid.map((row) => orNull(row.settled)),
      paid.map((row) => row.wasSettled),
    ],
  );
  const settled = paid.filter((row) => row.settled !== undefined);
  if (settled.length === 0) return;
  await tx.query(
    `update ball_seal
     set settled_event = settled.event_id
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as settled (site_id, round_id, event_id)
     where ball_seal.site_id = settled.site_id and ball_seal.round_id = settled.round_id`,
    [
      settled.map((row) => row.site),
      settled.map((row) => row.round),
      settled.map((row) => orNull(row.settled)),
    ],
  );
}

async function writeSeals(tx: Tx, shard: number, { seals }: BinaryRows): Promise<void> {
  if (seals.length === 0) return;
  const sites = seals.map((row) => row.site);
  const rounds = seals.map((row) => row.round);
  await tx.query(
    `insert into ball_seal (
       shard, site_id, round_id, option_id, type, open_ms, commitment, sealed_event, sealed_ms
     )
     select $1, sealed.*
     from unnest(
       $2::bigint[], $3::bigint[], $4::int[], $5::text[], $6::bigint[], $7::text[], $8::bigint[], $9::bigint[]
     ) as sealed`,
    [
      shard,
      sites,
      rounds,
      seals.map((row) => row.option),
      seals.map((row) => row.type),
      seals.map((row) => row.open),
      seals.map((row) => row.commit),
      seals.map((row) => row.event),
      seals.map((row) => row.at),
    ],
  );
  await tx.query(
    `insert into ball_secret (site_id, round_id, seed)
     select * from unnest($1::bigint[], $2::bigint[], $3::text[])`,
    [sites, rounds, seals.map((row) => row.seed)],
  );
}

async function writeDraws(tx: Tx, { salts, draws }: BinaryRows): Promise<void> {
  if (salts.length > 0) {
    await tx.query(
      `update ball_seal
       set salt = salted.salt
       from unnest($1::bigint[], $2::bigint[], $3::text[]) as salted (site_id, round_id, salt)
       where ball_seal.site_id = salted.site_id and ball_seal.round_id = salted.round_id`,
      [salts.map((row) => row.site), salts.map((row) => row.round), salts.map((row) => row.salt)],
    );
  }
  if (draws.length === 0) return;
  const sites = draws.map((row) => row.site);
  const rounds = draws.map((row) => row.round);
  await tx.query(
    `insert into ball_draw (site_id, round_id, seed, salt, balls, power, void_reason, event_id, drawn_ms)
     select site_id, round_id, seed, salt, string_to_array(balls, ',')::int[], power, void_reason, event_id, drawn_ms
     from unnest(
       $1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::bigint[], $9::bigint[]
     ) as drawn (site_id, round_id, seed, salt, balls, power, void_reason, event_id, drawn_ms)`,
    [
      sites,
      rounds,
      draws.map((row) => row.seed),
      draws.map((row) => orNull(row.salt)),
      draws.map((row) => orNull(row.balls?.join(','))),
      draws.map((row) => orNull(row.power)),
      draws.map((row) => orNull(row.voidReason)),
      draws.map((row) => row.event),
      draws.map((row) => row.at),
    ],
  );
  await tx.query(
    `delete from ball_secret
     using unnest($1::bigint[], $2::bigint[]) as drawn (site_id, round_id)
     where ball_secret.site_id = drawn.site_id and ball_secret.round_id = drawn.round_id`,
    [sites, rounds],
  );
  // Nobody has to be paid where nobody bet: the draw itself settles the round.
  await tx.query(
    `update ball_seal
     set settled_event = drawn.event_id
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as drawn (site_id, round_id, event_id)
     where ball_seal.site_id = drawn.site_id
       and ball_seal.round_id = drawn.round_id
       and not exists (
         select 1
         from bet_round
         where bet_round.site_id = drawn.site_id and bet_round.round_id = drawn.round_id
       )`,
    [sites, rounds, draws.map((row) => row.event)],
  );
}
