// Rounds as the book has them at the mark: those that are not settled, and those that staff may still void. Rounds that
// the book has removed by then are left out by the same rule, computed from the numbers of the events.
import { price } from '@maru/engine/amount';
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
import type { Book } from '@maru/engine/book';
import type { TickRef } from '@maru/engine/market/tick';
import type { SiteId } from '@maru/engine/purse';
import { lengthOf, roundPlace } from '@maru/engine/rounds/round';
import { millis } from '@maru/engine/time';
import type { NewestRemoval } from '../../bets/archive.ts';
import { type LoadedBet, loadBets, paidAs, placesOf, playersOf } from '../../bets/load.ts';
import { rounds, tickIn } from '../../bets/tables.ts';
import type { Tx } from '../../db/database.ts';
import type { Bring } from '../../shadow/load-players.ts';
import { selectFrom } from '../../shadow/statements.ts';

const readRounds = selectFrom(rounds, [
  ...([
    'site',
    'round',
    'type',
    'close',
    'strikeMode',
    'precision',
    'staleMs',
    'status',
    'voidReason',
  ] as const),
  ...(['openTickAt', 'openTickSeq', 'openPrice', 'closeTickAt', 'closeTickSeq', 'closePrice'] as const),
  ...(['voidedEvent', 'voidText', 'paidPlayers', 'paidBeforeVoid', 'wasSettled'] as const),
]);
type RoundRow = Awaited<ReturnType<typeof readRounds>>[number];

export async function findNewestFreeze(tx: Tx, shard: number): Promise<NewestRemoval | undefined> {
  const [newest] = await tx.query<NewestRemoval>(
    `select frozen_event as event, frozen_ms as at
     from bet_round
     where shard = $1 and frozen_event is not null and strike_mode <> 'DRAW'
     order by frozen_event desc
     limit 1`,
    [shard],
  );
  return newest;
}

export async function loadRounds(tx: Tx, shard: number, book: Book, bring: Bring): Promise<void> {
  const newest = await findNewestFreeze(tx, shard);
  const rows = await readRounds(
    tx,
    `where shard = $1
       and strike_mode <> 'DRAW'
       and (settled_event is null or settled_event > $2 or close_ms >= $3)`,
    [shard, newest?.event ?? 0, (newest?.at ?? 0) - VOID_WITHIN_MS],
  );
  if (rows.length === 0) return;
  const bets = await loadBets(tx, rows);
  await bring(playersOf(bets));
  const ticks = await loadTicks(tx, rows);
  for (const row of rows) {
    const name = roundPlace(row.site, row.round);
    const round = roundOf(row, ticks.get(name));
    for (const bet of bets.get(name) ?? []) addBet(round, betOf(bet));
    markPaidAgain(book, round, row, ticks.get(name) ?? []);
    putRound(book.binary, round);
  }
}

function roundOf(row: RoundRow, ticks: readonly TickRef[] | undefined): Round {
  const { site, type, close, precision, staleMs } = row;
  const strikeMode = row.strikeMode as StrikeMode;
  const round = emptyRound(row.round, { site, type, close, strikeMode, precision, staleMs });
  if (row.status !== 0) round.result = resultOf(row, ticks);
  if (row.voidedEvent !== undefined) round.voided = { reason: row.voidText ?? '' };
  round.paidPlayers = row.paidPlayers;
  return round;
}

function resultOf(row: RoundRow, ticks: readonly TickRef[] | undefined): FrozenResult {
  return {
    status: row.status as RoundStatus,
    voidReason: row.voidReason as VoidReason | undefined,
    openTick: tickIn(row.openTickAt, row.openTickSeq, row.openPrice),
    closeTick: tickIn(row.closeTickAt, row.closeTickSeq, row.closePrice),
    ticks: row.strikeMode === 'AT_BET' && !row.wasSettled ? (ticks ?? []) : undefined,
  };
}

/** Restores who was paid what: the first players of the queue, and after a void again from the first. */
function markPaidAgain(book: Book, round: Round, row: RoundRow, ticks: readonly TickRef[]): void {
  const isVoided = row.voidedEvent !== undefined;
  const paidOnce = isVoided ? row.paidBeforeVoid : row.paidPlayers;
  for (const [index, id] of round.players.entries()) {
    if (index >= Math.max(paidOnce, row.paidPlayers)) return;
    for (const bet of round.bets.get(id) ?? []) {
      if (isVoided && index < row.paidPlayers) bet.paid = { status: 3, credit: bet.stake };
      else {
        const result = { ...resultOf(row, undefined), ticks };
        bet.paid = paidAs(betOutcome(bet, result, round, placesOf(book, bet)));
      }
    }
  }
}

const betOf = ({ id, player, pick, stake, rate, wallet, acceptedAt }: LoadedBet): Bet => ({
  id,
  player,
  side: pick as Side,
  stake,
  rate,
  wallet,
  acceptedAt,
  paid: undefined,
});

async function loadTicks(
  tx: Tx,
  rows: readonly RoundRow[],
): Promise<ReadonlyMap<string, readonly TickRef[]>> {
  const own = rows.filter(({ strikeMode }) => strikeMode === 'AT_BET');
  const strikes = await tx.query<{
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
      own.map((row) => row.site),
      own.map((row) => row.round),
      own.map((row) => Math.floor((row.close - lengthOf(row.type) - ENTRY_WITHIN_MS) / 1_000)),
      own.map((row) => Math.floor(row.close / 1_000)),
    ],
  );
  const ticks = new Map<string, TickRef[]>();
  for (const { site_id, round_id, ts_ms, seq, price: at } of strikes) {
    const name = roundPlace(site_id, round_id);
    const known = ticks.get(name) ?? [];
    known.push({ ts: millis(ts_ms), seq, price: price(at) });
    ticks.set(name, known);
  }
  return ticks;
}
