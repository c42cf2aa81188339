// A ball round and its bets in the book's digest, as `binary/digest.ts` has rounds.
import { addNumber, addOptional, addText, addUnits, begin, DRAW_BET, DRAW_ROUND, finish } from '../digest.ts';
import type { BallBet, BallRound } from './state.ts';

export function ballBetDigest({ site, id: round }: Pick<BallRound, 'site' | 'id'>, bet: BallBet): bigint {
  begin(DRAW_BET);
  addNumber(site);
  addNumber(round);
  addNumber(bet.id);
  addNumber(bet.player);
  addText(bet.market);
  addUnits(bet.stake);
  addUnits(bet.odds);
  addText(bet.wallet);
  addNumber(bet.acceptedAt);
  return finish();
}

export function ballHeadDigest(round: BallRound): bigint {
  begin(DRAW_ROUND);
  addNumber(round.site);
  addNumber(round.id);
  addText(round.type);
  addNumber(round.open);
  addText(round.seed);
  addText(round.commit);
  addNumber(round.paidPlayers);
  addText(round.salt ?? '');
  addText(round.end?.kind ?? '');
  if (round.end?.kind === 'DRAWN') {
    for (const ball of round.end.draw.balls) addNumber(ball);
    addNumber(round.end.draw.power);
  } else addText(round.end?.voidReason ?? '');
  addOptional(round.salt === undefined ? undefined : 1);
  return finish();
}

export function weighBall(round: BallRound): bigint {
  let sum = ballHeadDigest(round);
  for (const bets of round.bets.values()) for (const bet of bets) sum += ballBetDigest(round, bet);
  round.digest = BigInt.asUintN(64, sum);
  return round.digest;
}
