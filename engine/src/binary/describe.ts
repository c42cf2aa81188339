import { print } from '../amount.ts';
import type { TickRef } from '../market/tick.ts';
import { paidIn } from '../payment/bet-queue.ts';
import type { BinaryState, FrozenResult, Round } from './state.ts';

/** One line for each round and each bet; a bet's place says whose turn it is when the round is paid. */
export function describeBinary({ rounds }: BinaryState): readonly string[] {
  const lines: string[] = [];
  for (const [place, round] of rounds) {
    lines.push(describeRound(place, round));
    for (const [turn, player] of round.players.entries()) {
      for (const [nth, bet] of (round.bets.get(player) ?? []).entries()) {
        const paid = paidIn(round.turns.get(player), bet);
        const { id, side, stake, rate, wallet, acceptedAt } = bet;
        const outcome = paid === undefined ? 'waits' : `${paid.status} ${print(paid.credit)}`;
        lines.push(
          `bet ${place} ${turn}.${nth} ${id} ${bet.player} ${side} ${print(stake)} ${print(rate)} ${wallet} ${acceptedAt} ${outcome}`,
        );
      }
    }
  }
  return lines;
}

function describeRound(place: string, round: Round): string {
  const { site, id, type, close, strikeMode, precision, staleMs, stakes, profits, voided } = round;
  return [
    `round ${place} ${site} ${id} ${type} ${close} ${strikeMode} ${precision} ${staleMs}`,
    `${print(stakes.UP)}/${print(profits.UP)} ${print(stakes.DOWN)}/${print(profits.DOWN)}`,
    `${round.paidPlayers} of ${round.players.length} of ${round.bets.size}`,
    round.result === undefined ? 'open' : describeResult(round.result),
    voided === undefined ? '-' : JSON.stringify(voided.reason),
  ].join(' ');
}

const describeResult = ({ status, voidReason, openTick, closeTick, ticks }: FrozenResult): string =>
  `${status} ${voidReason ?? '-'} ${describeTick(openTick)} ${describeTick(closeTick)} [${ticks?.map(describeTick).join(' ') ?? '-'}]`;

const describeTick = (tick: TickRef | undefined): string =>
  tick === undefined ? '-' : `${tick.ts}#${tick.seq}=${print(tick.price)}`;
