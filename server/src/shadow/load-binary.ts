// Rounds and ball draws as the book has them at the mark: all that is not settled, and what staff may still void. What
// the book has forgotten by then is left out here by the same rule, read from the numbers of the events.
import { amount, ONE, price, type Rate, rate } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { RoundStatus, Side, VoidReason } from '@maru/engine/binary/events';
import { betOutcome } from '@maru/engine/binary/prices';
import {
  addBet,
  type Bet,
  emptyRound,
  type FrozenResult,
  putRound,
  type Round,
} from '@maru/engine/binary/state';
import { ENTRY_WITHIN_MS, type StrikeMode, VOID_WITHIN_MS } from '@maru/engine/binary/terms';
import { ballOutcome } from '@maru/engine/bitball/decide';
import { drawOf } from '@maru/engine/bitball/draw';
import type { BallVoidReason } from '@maru/engine/bitball/events';
import { isMarket } from '@maru/engine/bitball/markets';
import { addBallBet, type BallRound, sealedRound } from '@maru/engine/bitball/state';
import type { Book } from '@maru/engine/book';
import type { TickRef } from '@maru/engine/market/tick';
import type { BetOutcome } from '@maru/engine/payment/bet-queue';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { lengthOf, type RoundType, roundPlace } from '@maru/engine/rounds/round';
import { millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { Bring } from './load-players.ts';

interface RoundRow {
  readonly site_id: SiteId;
  readonly round_id: number;
  readonly type: RoundType;
  readonly close_ms: number;
  readonly strike_mode: StrikeMode;
  readonly places_compared: number;
  readonly stale_ms: number;
  readonly status: number;
  readonly void_reason: VoidReason | null;
  readonly open_tick_ms: number | null;
  readonly open_tick_seq: number | null;
  readonly open_price: string | null;
  readonly close_tick_ms: number | null;
  readonly close_tick_seq: number | null;
  readonly close_price: string | null;
  readonly voided_event: number | null;
  readonly void_text: string | null;
  readonly paid_players: number;
  readonly paid_before_void: number;
  readonly was_settled: boolean;
}

export async function loadRounds(tx: Tx, shard: number, book: Book, bring: Bring): Promise<void> {
  const [last] = await tx.query<{ frozen_event: number; frozen_ms: number }>(
    `select frozen_event, frozen_ms
     from bet_round
     where shard = $1 and frozen_event is not null and strike_mode <> 'DRAW'
     order by frozen_event desc
     limit 1`,
    [shard],
  );
  const rows = await tx.query<RoundRow>(
    `select
       site_id, round_id, type, close_ms, strike_mode, places_compared, stale_ms, status, void_reason,
       open_tick_ms, open_tick_seq, open_price, close_tick_ms, close_tick_seq, close_price,
       voided_event, void_text, paid_players, paid_before_void, was_settled
     from bet_round
     where shard = $1
       and strike_mode <> 'DRAW'
       and (settled_event is null or settled_event > $2 or close_ms >= $3)`,
    [shard, last?.frozen_event ?? 0, (last?.frozen_ms ?? 0) - VOID_WITHIN_MS],
  );
  if (rows.length === 0) return;
  const bets = await loadBets(tx, rows);
  await bring(playersOf(bets));
  const ticks = await loadTicks(tx, rows);
  for (const row of rows) {
    const name = roundPlace(row.site_id, row.round_id);
    const round = roundOf(row, ticks.get(name));
    for (const bet of bets.get(name) ?? []) addBet(round, betOf(bet));
    markPaidAgain(book, round, row, ticks.get(name) ?? []);
    putRound(book.binary, round);
  }
}

function roundOf(row: RoundRow, ticks: readonly TickRef[] | undefined): Round {
  const { site_id: site, type, strike_mode: strikeMode, places_compared: precision, stale_ms: staleMs } = row;
  const close = millis(row.close_ms);
  const round = emptyRound(row.round_id, { site, type, close, strikeMode, precision, staleMs });
  if (row.status !== 0) round.result = resultOf(row, ticks);
  if (row.voided_event !== null) round.voided = { reason: row.void_text ?? '' };
  round.paidPlayers = row.paid_players;
  return round;
}

function resultOf(row: RoundRow, ticks: readonly TickRef[] | undefined): FrozenResult {
  return {
    status: row.status as RoundStatus,
    voidReason: row.void_reason ?? undefined,
    openTick: tickOf(row.open_tick_ms, row.open_tick_seq, row.open_price),
    closeTick: tickOf(row.close_tick_ms, row.close_tick_seq, row.close_price),
    ticks: row.strike_mode === 'AT_BET' && !row.was_settled ? (ticks ?? []) : undefined,
  };
}

const tickOf = (ts: number | null, seq: number | null, at: string | null): TickRef | undefined =>
  ts === null || seq === null || at === null ? undefined : { ts: millis(ts), seq, price: price(at) };

/** Who was paid, and what: the first players of the queue, and after a void once more from the first. */
function markPaidAgain(book: Book, round: Round, row: RoundRow, ticks: readonly TickRef[]): void {
  const paidOnce = row.voided_event === null ? row.paid_players : row.paid_before_void;
  for (const [index, id] of round.players.entries()) {
    if (index >= Math.max(paidOnce, row.paid_players)) return;
    for (const bet of round.bets.get(id) ?? []) {
      if (row.voided_event !== null && index < row.paid_players) bet.paid = { status: 3, credit: bet.stake };
      else {
        const result = { ...resultOf(row, undefined), ticks };
        bet.paid = paidAs(betOutcome(bet, result, round, placesOf(book, bet)));
      }
    }
  }
}

function markBallsPaid(book: Book, round: BallRound): void {
  if (round.end === undefined) return;
  for (const id of round.players.slice(0, round.paidPlayers)) {
    for (const bet of round.bets.get(id) ?? []) {
      bet.paid = paidAs(ballOutcome(bet, round.end, { places: placesOf(book, bet) }));
    }
  }
}

const paidAs = ({ status, credit }: BetOutcome): Pick<BetOutcome, 'status' | 'credit'> => ({
  status,
  credit,
});

function placesOf(book: Book, { player, wallet }: Pick<Bet, 'player' | 'wallet'>): number {
  const places = book.players.get(player)?.wallets.get(wallet)?.places;
  assert(places !== undefined, 'a bet was paid from a wallet of its player');
  return places;
}

interface BetRow {
  readonly site_id: SiteId;
  readonly round_id: number;
  readonly id: number;
  readonly player_id: PlayerId;
  readonly pick: string;
  readonly stake: string;
  readonly rate: string;
  readonly wallet: string;
  readonly accepted_ms: number;
}

/** In the order of their numbers, which is the order in which the book got them. */
async function loadBets(
  tx: Tx,
  rounds: readonly { readonly site_id: SiteId; readonly round_id: number }[],
): Promise<ReadonlyMap<string, readonly BetRow[]>> {
  const rows = await tx.query<BetRow>(
    `select bet.site_id, bet.round_id, bet.id, bet.player_id, bet.pick, bet.stake, bet.rate, bet.wallet, bet.accepted_ms
     from bet
     join unnest($1::bigint[], $2::bigint[]) as wanted (site_id, round_id)
       on bet.site_id = wanted.site_id and bet.round_id = wanted.round_id
     order by bet.id`,
    [rounds.map((row) => row.site_id), rounds.map((row) => row.round_id)],
  );
  return Map.groupBy(rows, (row) => roundPlace(row.site_id, row.round_id));
}

function* playersOf(bets: ReadonlyMap<string, readonly BetRow[]>): Iterable<PlayerId> {
  for (const rows of bets.values()) for (const { player_id } of rows) yield player_id;
}

const betOf = (row: BetRow): Bet => ({
  id: row.id,
  player: row.player_id,
  side: row.pick as Side,
  stake: amount(row.stake),
  rate: rate(row.rate),
  wallet: row.wallet,
  acceptedAt: millis(row.accepted_ms),
  paid: undefined,
});

async function loadTicks(
  tx: Tx,
  rounds: readonly RoundRow[],
): Promise<ReadonlyMap<string, readonly TickRef[]>> {
  const own = rounds.filter(({ strike_mode }) => strike_mode === 'AT_BET');
  const rows = await tx.query<{
    site_id: SiteId;
    round_id: number;
    ts_ms: number;
    seq: number;
    price: string;
  }>(
    `select distinct strike.site_id, strike.round_id, tick.ts_ms, tick.seq, tick.price
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) as wanted (site_id, round_id, first, last)
     cross join lateral generate_series(wanted.first, wanted.last) as time (second)
     join round_strike as strike
       on strike.second = time.second and strike.round_id = wanted.round_id and strike.site_id = wanted.site_id
     cross join lateral unnest(strike.ts_ms, strike.seq, strike.price) as tick (ts_ms, seq, price)
     order by tick.ts_ms, tick.seq`,
    [
      own.map((row) => row.site_id),
      own.map((row) => row.round_id),
      own.map((row) => Math.floor((row.close_ms - lengthOf(row.type) - ENTRY_WITHIN_MS) / 1_000)),
      own.map((row) => Math.floor(row.close_ms / 1_000)),
    ],
  );
  const ticks = new Map<string, TickRef[]>();
  for (const { site_id, round_id, ts_ms, seq, price: at } of rows) {
    const name = roundPlace(site_id, round_id);
    const known = ticks.get(name) ?? [];
    known.push({ ts: millis(ts_ms), seq, price: price(at) });
    ticks.set(name, known);
  }
  return ticks;
}

interface SealRow {
  readonly site_id: SiteId;
  readonly round_id: number;
  readonly type: RoundType;
  readonly open_ms: number;
  readonly commitment: string;
  readonly salt: string | null;
  readonly seed: string;
  readonly is_drawn: boolean;
  readonly has_balls: boolean;
  readonly void_reason: BallVoidReason | null;
  readonly paid_players: number | null;
}

export async function loadBalls(tx: Tx, shard: number, book: Book, bring: Bring): Promise<void> {
  const [last] = await tx.query<{ sealed_event: number; sealed_ms: number }>(
    'select sealed_event, sealed_ms from ball_seal where shard = $1 order by sealed_event desc limit 1',
    [shard],
  );
  if (last === undefined) return;
  const rows = await tx.query<SealRow>(
    `select
       seal.site_id, seal.round_id, seal.type, seal.open_ms, seal.commitment, seal.salt,
       coalesce(draw.seed, secret.seed) as seed,
       draw.seed is not null as is_drawn,
       draw.balls is not null as has_balls,
       draw.void_reason,
       round.paid_players
     from ball_seal as seal
     left join ball_secret as secret on secret.site_id = seal.site_id and secret.round_id = seal.round_id
     left join ball_draw as draw on draw.site_id = seal.site_id and draw.round_id = seal.round_id
     left join bet_round as round on round.site_id = seal.site_id and round.round_id = seal.round_id
     where seal.shard = $1
       and (seal.settled_event is null or seal.settled_event > $2 or seal.open_ms > $3)`,
    [shard, last.sealed_event, last.sealed_ms],
  );
  const bets = await loadBets(tx, rows);
  await bring(playersOf(bets));
  for (const row of rows) {
    const name = roundPlace(row.site_id, row.round_id);
    const round = ballOf(row);
    for (const bet of bets.get(name) ?? []) {
      assert(isMarket(bet.pick), 'a ball bet is on a market');
      addBallBet(round, {
        id: bet.id,
        player: bet.player_id,
        market: bet.pick,
        stake: amount(bet.stake),
        odds: (rate(bet.rate) + ONE) as Rate,
        wallet: bet.wallet,
        acceptedAt: millis(bet.accepted_ms),
        paid: undefined,
      });
    }
    markBallsPaid(book, round);
    book.bitball.rounds.set(name, round);
  }
}

function ballOf(row: SealRow): BallRound {
  const { site_id: site, round_id: id, type, commitment: commit, seed, salt } = row;
  const round = sealedRound({ id, site, type, open: millis(row.open_ms), seed, commit });
  round.salt = salt ?? undefined;
  round.paidPlayers = row.paid_players ?? 0;
  if (!row.is_drawn) return round;
  round.end =
    row.has_balls && salt !== null
      ? { kind: 'DRAWN', draw: drawOf({ seed, salt, round: id }) }
      : { kind: 'VOID', voidReason: row.void_reason ?? 'NO_SALT' };
  return round;
}
