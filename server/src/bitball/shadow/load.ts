// Ball rounds as the book has them at the mark: from the newest seal on, and all that are not settled.
import { ONE, type Rate } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { ballOutcome } from '@maru/engine/bitball/decide';
import { drawOf } from '@maru/engine/bitball/draw';
import type { BallVoidReason } from '@maru/engine/bitball/events';
import { isMarket } from '@maru/engine/bitball/markets';
import { addBallBet, type BallRound, sealedRound } from '@maru/engine/bitball/state';
import type { Book } from '@maru/engine/book';
import type { SiteId } from '@maru/engine/purse';
import type { RoundType } from '@maru/engine/rounds/round';
import { roundPlace } from '@maru/engine/rounds/round';
import { millis } from '@maru/engine/time';
import type { NewestRemoval } from '../../bets/archive.ts';
import { loadBets, paidAs, placesOf, playersOf } from '../../bets/load.ts';
import type { Tx } from '../../db/database.ts';
import type { Bring } from '../../shadow/load-players.ts';

interface SealedRow {
  readonly site: SiteId;
  readonly round: number;
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

export async function findNewestSeal(tx: Tx, shard: number): Promise<NewestRemoval | undefined> {
  const [newest] = await tx.query<NewestRemoval>(
    `select sealed_event as event, sealed_ms as at
     from ball_seal
     where shard = $1
     order by sealed_event desc
     limit 1`,
    [shard],
  );
  return newest;
}

export async function loadBalls(tx: Tx, shard: number, book: Book, bring: Bring): Promise<void> {
  const newest = await findNewestSeal(tx, shard);
  if (newest === undefined) return;
  const rows = await tx.query<SealedRow>(
    `select
       seal.site_id as site, seal.round_id as round, seal.type, seal.open_ms, seal.commitment, seal.salt,
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
    [shard, newest.event, newest.at],
  );
  const bets = await loadBets(tx, rows);
  await bring(playersOf(bets));
  for (const row of rows) {
    const name = roundPlace(row.site, row.round);
    const round = ballOf(row);
    for (const { id, player, pick, stake, rate, wallet, acceptedAt } of bets.get(name) ?? []) {
      assert(isMarket(pick), 'a ball bet is on a market');
      const odds = (rate + ONE) as Rate;
      addBallBet(round, { id, player, market: pick, stake, odds, wallet, acceptedAt, paid: undefined });
    }
    markBallsPaid(book, round);
    book.bitball.rounds.set(name, round);
  }
}

function ballOf(row: SealedRow): BallRound {
  const { site, round: id, type, commitment: commit, seed, salt } = row;
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

function markBallsPaid(book: Book, round: BallRound): void {
  if (round.end === undefined) return;
  for (const id of round.players.slice(0, round.paidPlayers)) {
    for (const bet of round.bets.get(id) ?? []) {
      bet.paid = paidAs(ballOutcome(bet, round.end, { places: placesOf(book, bet) }));
    }
  }
}
