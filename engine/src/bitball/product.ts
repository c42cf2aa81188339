import { betChanges, openBets, paymentChanges } from '../payment/payment-changes.ts';
import type { Product } from '../product.ts';
import { roundPlace } from '../rounds/round.ts';
import { weighRounds } from '../rounds/round-digest.ts';
import { waitingBets } from '../rounds/waiting-bets.ts';
import { applyBall, applySeenBall } from './apply.ts';
import type { BallCommand, PlaceBallBet } from './commands.ts';
import { type BallRefusal, drawBall, payBall, placeBallBet, saltBall, sealBall, voidBall } from './decide.ts';
import { describeBalls } from './describe.ts';
import { ballBetDigest, ballHeadDigest } from './digest.ts';
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
  shared: { base: 'TURNOVER', wallet: 'BINARY' },
  playerCommands: { PLACE_BALL_BET: placeBallBet },
  takesFree: {
    PLACE_BALL_BET: 'BEYOND_RESERVED',
  },
  platformCommands: {
    SEAL_BALL: sealBall,
    SALT_BALL: saltBall,
    DRAW_BALL: drawBall,
    PAY_BALL: payBall,
    VOID_BALL: voidBall,
  },
  events: {
    BALL_SEALED: {},
    BALL_BET_PLACED: { setsAside: 'BET' },
    BALL_SALTED: {},
    BALL_DRAWN: {},
    BALL_VOIDED: {},
    BALL_PAID: { pays: HOUSE_PURPOSE },
  },
  changes: {
    BALL_SEALED: 'NOTHING',
    BALL_BET_PLACED: (_book, event, followed) => betChanges(event, followed),
    BALL_SALTED: 'NOTHING',
    BALL_DRAWN: 'NOTHING',
    BALL_VOIDED: 'NOTHING',
    BALL_PAID: ({ bitball: { rounds } }, { site, round, shares }, followed) =>
      paymentChanges(rounds.get(roundPlace(site, round)), shares, followed),
  },
  openStakes: ({ rounds }, player) => openBets(rounds.values(), player),
  empty: emptyBalls,
  apply: applyBall,
  applySeen: applySeenBall,
  openThings: ({ rounds }, player) => waitingBets(rounds.values(), player, ({ market }) => market),
  describe: describeBalls,
  weigh: ({ rounds }) => weighRounds(rounds.values(), ballHeadDigest, ballBetDigest),
  playersWithOpen: ({ rounds }) => Array.from(rounds.values()).flatMap(({ players }) => players),
  withoutSecrets: (event) => (event.kind === 'BALL_SEALED' ? withoutSeed(event) : event),
};
