// What may be seen of ball rounds. Until a round has ended its seed is in the journal and in the book alone.
import type { PlayerId } from '../purse.ts';
import type { BallEvent, BallSealed } from './events.ts';
import type { BallRound, BallState } from './state.ts';

export const withoutSeed = (event: BallSealed): BallSealed => ({ ...event, seed: '' });

/** The part of an event that is not common to all: no seed before the draw, and of a payment only one's own bets. */
export function ballSeenBy(event: BallEvent, player: PlayerId): BallEvent {
  if (event.kind === 'BALL_SEALED') return withoutSeed(event);
  if (event.kind !== 'BALL_PAID') return event;
  return { ...event, bets: event.bets.filter((bet) => bet.player === player) };
}

/** A round as everybody may see it at any time. */
export interface PublicBall {
  readonly commit: string;
  readonly seed: string | undefined;
  readonly salt: string | undefined;
  readonly balls: readonly number[] | undefined;
  readonly power: number | undefined;
}

export function publicBallOf({ commit, seed, salt, end }: BallRound): PublicBall {
  const draw = end?.kind === 'DRAWN' ? end.draw : undefined;
  return {
    commit,
    seed: end === undefined ? undefined : seed,
    salt,
    balls: draw?.balls,
    power: draw?.power,
  };
}

/** The seal stands for its seed: two books with the same seals have the same seeds. */
export function describeBalls({ rounds }: BallState): readonly string[] {
  const lines: string[] = [];
  for (const [place, round] of rounds) {
    const { type, commit, salt, end, paidPlayers } = round;
    const ended = end?.kind === 'DRAWN' ? `${end.draw.balls}+${end.draw.power}` : (end?.voidReason ?? '-');
    lines.push(`ball ${place} ${type} ${commit} ${salt ?? '-'} ${ended} paid ${paidPlayers}`);
    for (const [index, player] of round.players.entries()) {
      for (const bet of round.bets.get(player) ?? []) {
        const paid = bet.paid === undefined ? '-' : `${bet.paid.status} ${bet.paid.credit}`;
        const { id, market, stake, odds, wallet, acceptedAt } = bet;
        lines.push(
          `ball bet ${place} ${index} ${player} ${id} ${market} ${stake} ${odds} ${wallet} ${acceptedAt} ${paid}`,
        );
      }
    }
  }
  return lines;
}
