import { print } from '../amount.ts';
import { paidIn } from '../payment/bet-queue.ts';
import type { BallEnd, BallRound, BallState } from './state.ts';

/**
 * One line for each round and each bet; a bet's place says whose turn it is when the round is paid. The seal stands
 * for its seed, which nobody may read here: two books with the same seals have the same seeds.
 */
export function describeBalls({ rounds }: BallState): readonly string[] {
  const lines: string[] = [];
  for (const [place, round] of rounds) {
    lines.push(describeRound(place, round));
    for (const [turn, player] of round.players.entries()) {
      for (const [nth, bet] of (round.bets.get(player) ?? []).entries()) {
        const paid = paidIn(round.turns.get(player), bet);
        const { id, market, stake, odds, wallet, acceptedAt } = bet;
        const outcome = paid === undefined ? 'waits' : `${paid.status} ${print(paid.credit)}`;
        lines.push(
          `ball bet ${place} ${turn}.${nth} ${id} ${bet.player} ${market} ${print(stake)} ${print(odds)} ${wallet} ${acceptedAt} ${outcome}`,
        );
      }
    }
  }
  return lines;
}

function describeRound(place: string, round: BallRound): string {
  const { site, id, type, open, commit, salt, end, stakes, credits } = round;
  return [
    `ball ${place} ${site} ${id} ${type} ${open} ${commit} ${salt ?? '-'}`,
    `${describeSums(stakes)} / ${describeSums(credits)}`,
    `${round.paidPlayers} of ${round.players.length} of ${round.bets.size}`,
    end === undefined ? 'open' : describeEnd(end),
  ].join(' ');
}

const describeSums = (sums: ReadonlyMap<string, bigint>): string =>
  Array.from(sums, ([name, sum]) => `${name}=${print(sum)}`)
    .sort()
    .join(' ');

const describeEnd = (end: BallEnd): string =>
  end.kind === 'DRAWN' ? `${end.draw.balls.join(',')}+${end.draw.power}` : end.voidReason;
