import type { Amount } from '../amount.ts';
import type { Command } from '../command.ts';
import type { TickRef } from '../market/tick.ts';
import type { RoundId, RoundType } from '../rounds/round.ts';
import type { VoidRequest } from '../rounds/void-request.ts';
import type { Millis } from '../time.ts';
import type { Side, VoidReason } from './events.ts';
import type { BinaryTerms } from './terms.ts';

export interface PlaceBet extends Command<'PLACE_BET'> {
  readonly round: RoundId;
  readonly type: RoundType;
  readonly side: Side;
  readonly stake: Amount;
  /** When the server received the bet: this decides the cut-off, however long it waits for the desk (F17). */
  readonly receivedAt: Millis;
  readonly terms: BinaryTerms;
  /** Free money that open positions need (docs/rules.md 6.3): a stake must not use it. */
  readonly reserved?: Amount;
}

/** Sent by the platform when the round and its grace are over, with all the ticks that may count, in order. */
export interface FreezeRound extends Command<'FREEZE_ROUND'> {
  readonly round: RoundId;
  readonly type: RoundType;
  /** From `staleMs` before the opening up to and including the close. */
  readonly ticks: readonly TickRef[];
  /** What happened to the offer inside the round: a stop, a rest day, the end of the session. */
  readonly interruption?: Extract<VoidReason, 'STOPPED' | 'SESSION_ENDED'>;
}

/** Pays the next players of a frozen round; sent again until nobody is left. */
export interface PayRound extends Command<'PAY_ROUND'> {
  readonly round: RoundId;
  /** At most this many players, if fewer than a payment may have. */
  readonly most?: number;
}

/** Before the freeze or within a day after it. */
export type VoidRound = VoidRequest<'VOID_ROUND'>;

export type BinaryCommand = PlaceBet | FreezeRound | PayRound | VoidRound;
