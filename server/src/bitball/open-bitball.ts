// Bit-ball put together: the odds of its markets and the clock of its draws. Bets come through the binary call.
import type { Route } from '../http/serve.ts';
import type { BallDeps } from './deps.ts';
import { createDraws, type Draws } from './draws.ts';
import type { Odds } from './odds.ts';

export interface Bitball {
  readonly routes: readonly Route[];
  readonly draws: Draws;
  start(): void;
  stop(): Promise<void>;
}

export function openBitball(deps: BallDeps, odds: Odds): Bitball {
  const draws = createDraws(deps);
  return { routes: odds.routes, draws, start: () => draws.start(), stop: () => draws.stop() };
}
