// Rounds in the words of the engine's own description of a book, so that the two can be compared as texts.

import { decimal } from '../decimal.ts';
import {
  playersOf,
  type TwinBall,
  type TwinBet,
  type TwinResult,
  type TwinRound,
  type TwinTick,
} from './twin.ts';
import { setOf } from './twin-draw.ts';

/** The house must be able to pay, so a part of a unit counts as one. */
const share = (stake: bigint, rate: bigint) => (stake * rate + 99_999_999n) / 100_000_000n;

const paidText = ({ paid }: TwinBet) =>
  paid === undefined ? 'waits' : `${paid.status} ${decimal(paid.credit)}`;

function betLines(
  word: string,
  place: string,
  queue: TwinRound | TwinBall,
  lines: string[],
): { readonly players: number } {
  const players = playersOf(queue);
  const queued = new Map(players.map((player, nth) => [player, { nth, next: 0 }]));
  for (const bet of queue.bets) {
    const own = queued.get(bet.player) ?? { nth: -1, next: 0 };
    const { id, player, pick, stake, rate, wallet, acceptedAt } = bet;
    lines.push(
      `${word} ${place} ${own.nth}.${own.next} ${id} ${player} ${pick} ${decimal(stake)} ${decimal(rate)} ${wallet} ${acceptedAt} ${paidText(bet)}`,
    );
    own.next += 1;
  }
  return { players: players.length };
}

export function describeRound(place: string, round: TwinRound, lines: string[]): void {
  const { players } = betLines('bet', place, round, lines);
  const { site, id, type, close, strikeMode, precision, staleMs, result, voided, bets } = round;
  const sums = (['UP', 'DOWN'] as const).map((side) => {
    const own = bets.filter((bet) => bet.pick === side);
    const stakes = own.reduce((sum, bet) => sum + bet.stake, 0n);
    const profits = own.reduce((sum, bet) => sum + share(bet.stake, bet.rate), 0n);
    return `${decimal(stakes)}/${decimal(profits)}`;
  });
  lines.push(
    [
      `round ${place} ${site} ${id} ${type} ${close} ${strikeMode} ${precision} ${staleMs}`,
      sums.join(' '),
      `${round.paidPlayers} of ${players} of ${players}`,
      result === undefined ? 'open' : resultText(result),
      voided === undefined ? '-' : JSON.stringify(voided),
    ].join(' '),
  );
}

const resultText = ({ status, voidReason, openTick, closeTick, ticks }: TwinResult) =>
  `${status} ${voidReason ?? '-'} ${tickText(openTick)} ${tickText(closeTick)} [${ticks?.map(tickText).join(' ') ?? '-'}]`;

const tickText = (tick: TwinTick | undefined) =>
  tick === undefined ? '-' : `${tick.ts}#${tick.seq}=${decimal(tick.price)}`;

export function describeBall(place: string, ball: TwinBall, lines: string[]): void {
  const { players } = betLines('ball bet', place, ball, lines);
  const { site, id, type, open, commit, salt, end, bets } = ball;
  const add = (sums: Map<string, bigint>, name: string, by: bigint) =>
    sums.set(name, (sums.get(name) ?? 0n) + by);
  const stakes = new Map<string, bigint>();
  const credits = new Map<string, bigint>();
  for (const { pick, stake, rate } of bets) {
    add(stakes, setOf(pick), stake);
    add(credits, pick, share(stake, rate));
  }
  const text = (sums: ReadonlyMap<string, bigint>) =>
    Array.from(sums, ([name, sum]) => `${name}=${decimal(sum)}`)
      .sort()
      .join(' ');
  lines.push(
    [
      `ball ${place} ${site} ${id} ${type} ${open} ${commit} ${salt ?? '-'}`,
      `${text(stakes)} / ${text(credits)}`,
      `${ball.paidPlayers} of ${players} of ${players}`,
      end === undefined ? 'open' : typeof end === 'string' ? end : `${end.balls.join(',')}+${end.power}`,
    ].join(' '),
  );
}
