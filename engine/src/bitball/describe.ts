import { toDecimal } from '../amount.ts';
import { describeBets } from '../payment/describe-bets.ts';
import type { BallEnd, BallRound, BallState } from './state.ts';

/** The seal is printed instead of the seed, which is secret: two books with the same seals have the same seeds. */
export const describeBalls = ({ rounds }: BallState): readonly string[] =>
  Array.from(rounds).flatMap(([place, round]) => [
    describeRound(place, round),
    ...describeBets(`ball bet ${place}`, round, ({ market, odds }) => ({ pick: market, rate: odds })),
  ]);

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
  Array.from(sums, ([name, sum]) => `${name}=${toDecimal(sum)}`)
    .sort()
    .join(' ');

const describeEnd = (end: BallEnd): string =>
  end.kind === 'DRAWN' ? `${end.draw.balls.join(',')}+${end.draw.power}` : end.voidReason;
