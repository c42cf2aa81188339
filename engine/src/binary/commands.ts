import type { Command } from '../command.ts';
import type { TickRef } from '../market/tick.ts';
import type { RoundId, RoundType } from '../rounds/round.ts';
import type { BetCommand, PayCommand } from '../rounds/round-commands.ts';
import type { VoidRequest } from '../rounds/void-request.ts';
import type { Side } from './events.ts';
import type { Interruption } from './prices.ts';
import type { BinaryTerms } from './terms.ts';

export interface PlaceBet extends BetCommand<'PLACE_BET'> {
  readonly side: Side;
  readonly terms: BinaryTerms;
}

/** Sent by the platform when the round and its grace are over, with all the ticks that may count, in order. */
export interface FreezeRound extends Command<'FREEZE_ROUND'> {
  readonly round: RoundId;
  readonly type: RoundType;
  /** From `staleMs` before the opening up to and including the close. */
  readonly ticks: readonly TickRef[];
  /** What happened to the offer inside the round: a stop, a rest day, the end of the session. */
  readonly interruption?: Interruption;
}

export type PayRound = PayCommand<'PAY_ROUND'>;

/** Before the freeze or within a day after it. */
export type VoidRound = VoidRequest<'VOID_ROUND'>;

export type BinaryCommand = PlaceBet | FreezeRound | PayRound | VoidRound;
