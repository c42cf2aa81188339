// What may be seen of ball rounds. Until a round has ended its seed is in the journal and in the book alone.
import type { BallSealed } from './events.ts';
import type { BallRound } from './state.ts';

export const withoutSeed = (event: BallSealed): BallSealed => ({ ...event, seed: '' });

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
