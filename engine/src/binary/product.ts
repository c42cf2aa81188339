import { unreachable } from '../assert.ts';
import type { Product } from '../product.ts';
import { applyBinary } from './apply.ts';
import type { BinaryCommand, PlaceBet } from './commands.ts';
import { type BinaryRefusal, freezeRound, payRound, placeBet, voidRound } from './decide.ts';
import { describeBinary } from './describe.ts';
import { weighRound } from './digest.ts';
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
  commands: {
    PLACE_BET: 'PLAYER',
    FREEZE_ROUND: 'PLATFORM',
    PAY_ROUND: 'PLATFORM',
    VOID_ROUND: 'PLATFORM',
  },
  events: {
    BET_PLACED: { setsAside: 'BET' },
    ROUND_FROZEN: {},
    ROUND_PAID: { pays: HOUSE_PURPOSE },
    ROUND_VOIDED: {},
  },
  empty: emptyBinary,
  decide: placeBet,
  decideForPlatform(book, command, context) {
    switch (command.kind) {
      case 'FREEZE_ROUND':
        return freezeRound(book, command, context);
      case 'PAY_ROUND':
        return payRound(book, command, context);
      case 'VOID_ROUND':
        return voidRound(book, command, context);
      default:
        return unreachable(command);
    }
  },
  apply: applyBinary,
  describe: describeBinary,
  weigh({ rounds }) {
    let sum = 0n;
    for (const round of rounds.values()) sum += weighRound(round);
    return sum;
  },
  // Paid rounds too, as long as the book has them: staff may still void one, and then its players are paid back.
  playersWithOpen: ({ rounds }) => Array.from(rounds.values()).flatMap(({ players }) => players),
};
