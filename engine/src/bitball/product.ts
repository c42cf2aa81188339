import { unreachable } from '../assert.ts';
import type { Product } from '../product.ts';
import { applyBall } from './apply.ts';
import type { BallCommand, PlaceBallBet } from './commands.ts';
import { type BallRefusal, drawBall, payBall, placeBallBet, saltBall, sealBall, voidBall } from './decide.ts';
import { describeBalls } from './describe.ts';
import { weighBall } from './digest.ts';
import type { BallEvent } from './events.ts';
import { type BallState, emptyBalls, HOUSE_PURPOSE } from './state.ts';
import { withoutSeed } from './view.ts';

export interface BallTypes {
  readonly name: 'bitball';
  readonly playerCommand: PlaceBallBet;
  readonly platformCommand: Exclude<BallCommand, PlaceBallBet>;
  readonly event: BallEvent;
  readonly state: BallState;
  readonly refusal: BallRefusal;
}

export const bitball: Product<BallTypes> = {
  name: 'bitball',
  commands: {
    PLACE_BALL_BET: 'PLAYER',
    SEAL_BALL: 'PLATFORM',
    SALT_BALL: 'PLATFORM',
    DRAW_BALL: 'PLATFORM',
    PAY_BALL: 'PLATFORM',
    VOID_BALL: 'PLATFORM',
  },
  events: {
    BALL_SEALED: {},
    BALL_BET_PLACED: { setsAside: 'BET' },
    BALL_SALTED: {},
    BALL_DRAWN: {},
    BALL_VOIDED: {},
    BALL_PAID: { pays: HOUSE_PURPOSE },
  },
  empty: emptyBalls,
  decide: placeBallBet,
  decideForPlatform(book, command, context) {
    switch (command.kind) {
      case 'SEAL_BALL':
        return sealBall(book, command, context);
      case 'SALT_BALL':
        return saltBall(book, command, context);
      case 'DRAW_BALL':
        return drawBall(book, command, context);
      case 'PAY_BALL':
        return payBall(book, command, context);
      case 'VOID_BALL':
        return voidBall(book, command, context);
      default:
        return unreachable(command);
    }
  },
  apply: applyBall,
  describe: describeBalls,
  weigh({ rounds }) {
    let sum = 0n;
    for (const round of rounds.values()) sum += weighBall(round);
    return sum;
  },
  playersWithOpen: ({ rounds }) => Array.from(rounds.values()).flatMap(({ players }) => players),
  withoutSecrets: (event) => (event.kind === 'BALL_SEALED' ? withoutSeed(event) : event),
};
