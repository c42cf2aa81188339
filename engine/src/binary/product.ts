import { betChanges, openBets, paymentChanges } from '../payment/payment-changes.ts';
import type { Product } from '../product.ts';
import { roundPlace } from '../rounds/round.ts';
import { weighRounds } from '../rounds/round-digest.ts';
import { waitingBets } from '../rounds/waiting-bets.ts';
import { applyBinary, applySeenBinary } from './apply.ts';
import type { BinaryCommand, PlaceBet } from './commands.ts';
import { type BinaryRefusal, freezeRound, payRound, placeBet, voidRound } from './decide.ts';
import { describeBinary } from './describe.ts';
import { betDigest, roundHeadDigest } from './digest.ts';
import type { BinaryEvent } from './events.ts';
import { type BinaryState, emptyBinary } from './state.ts';
import { HOUSE_PURPOSE } from './terms.ts';

export interface BinaryTypes {
  readonly name: 'binary';
  readonly playerCommand: PlaceBet;
  readonly platformCommand: Exclude<BinaryCommand, PlaceBet>;
  readonly event: BinaryEvent;
  readonly state: BinaryState;
  readonly refusal: BinaryRefusal;
}

export const binary: Product<BinaryTypes> = {
  name: 'binary',
  shared: { base: 'TURNOVER', wallet: 'BINARY' },
  playerCommands: { PLACE_BET: placeBet },
  takesFree: {
    PLACE_BET: 'BEYOND_RESERVED',
  },
  platformCommands: { FREEZE_ROUND: freezeRound, PAY_ROUND: payRound, VOID_ROUND: voidRound },
  events: {
    BET_PLACED: { setsAside: 'BET' },
    ROUND_FROZEN: {},
    ROUND_PAID: { pays: HOUSE_PURPOSE },
    ROUND_VOIDED: {},
  },
  changes: {
    BET_PLACED: (_book, event, followed) => betChanges(event, followed),
    ROUND_FROZEN: 'NOTHING',
    ROUND_PAID: ({ binary: { rounds } }, { site, round, shares }, followed) =>
      paymentChanges(rounds.get(roundPlace(site, round)), shares, followed),
    ROUND_VOIDED: 'NOTHING',
  },
  openStakes: ({ unsettled }, player) => openBets(unsettled.values(), player),
  empty: emptyBinary,
  apply: applyBinary,
  applySeen: applySeenBinary,
  openThings: ({ rounds }, player) => waitingBets(rounds.values(), player, ({ side }) => side),
  describe: describeBinary,
  weigh: ({ rounds }) => weighRounds(rounds.values(), roundHeadDigest, betDigest),
  // Paid rounds too, as long as the book has them: staff may still void one, and then its players are paid back.
  playersWithOpen: ({ rounds }) => Array.from(rounds.values()).flatMap(({ players }) => players),
};
