// A ball round and its bets in the book's digest.
import { addNumber, addOptional, addText, begin, DRAW_BET, DRAW_ROUND, finish } from '../digest.ts';
import { digestOfBet } from '../rounds/round-digest.ts';
import type { BallBet, BallRound } from './state.ts';

export const ballBetDigest = (round: BallRound, bet: BallBet): bigint =>
  digestOfBet(DRAW_BET, round, bet, bet.market, bet.odds);

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
