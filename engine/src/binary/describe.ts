import { toDecimal } from '../amount.ts';
import type { TickRef } from '../market/tick.ts';
import { describeBets } from '../payment/describe-bets.ts';
import type { BinaryState, FrozenResult, Round } from './state.ts';

export const describeBinary = ({ rounds }: BinaryState): readonly string[] =>
  Array.from(rounds).flatMap(([place, round]) => [
    describeRound(place, round),
    ...describeBets(`bet ${place}`, round, ({ side, rate }) => ({ pick: side, rate })),
  ]);

function describeRound(place: string, round: Round): string {
  const { site, id, type, close, strikeMode, precision, staleMs, stakes, profits, voided } = round;
  return [
    `round ${place} ${site} ${id} ${type} ${close} ${strikeMode} ${precision} ${staleMs}`,
    `${toDecimal(stakes.UP)}/${toDecimal(profits.UP)} ${toDecimal(stakes.DOWN)}/${toDecimal(profits.DOWN)}`,
    `${round.paidPlayers} of ${round.players.length} of ${round.bets.size}`,
    round.result === undefined ? 'open' : describeResult(round.result),
    voided === undefined ? '-' : JSON.stringify(voided.reason),
  ].join(' ');
}

const describeResult = ({ status, voidReason, openTick, closeTick, ticks }: FrozenResult): string =>
  `${status} ${voidReason ?? '-'} ${describeTick(openTick)} ${describeTick(closeTick)} [${ticks?.map(describeTick).join(' ') ?? '-'}]`;

const describeTick = (tick: TickRef | undefined): string =>
  tick === undefined ? '-' : `${tick.ts}#${tick.seq}=${toDecimal(tick.price)}`;
