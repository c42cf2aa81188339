import type { Rate } from '../amount.ts';
import type { Event } from '../event.ts';
import type { TickRef } from '../market/tick.ts';
import type { RoundId } from '../rounds/round.ts';
import type { BetEvent, PaymentEvent, RoundEvent } from '../rounds/round-events.ts';
import type { StaffVoid } from '../rounds/void-request.ts';
import type { RoundOutcome } from './prices.ts';
import type { RoundTerms } from './terms.ts';

/** On the wire these are LONG and SHORT. */
export type Side = 'UP' | 'DOWN';

export type VoidReason =
  | 'TIE'
  | 'NO_OPEN_TICK'
  | 'NO_CLOSE_TICK'
  | 'FEW_TICKS'
  | 'STOPPED'
  | 'SESSION_ENDED'
  | 'STAFF';

/** 1 up, 2 down, 3 void (docs/rules.md 1.10). */
export type RoundStatus = 1 | 2 | 3;

export interface BetPlaced extends BetEvent<'BET_PLACED'>, RoundTerms {
  readonly side: Side;
  readonly rate: Rate;
}

/** The result is fixed; nobody has been paid yet. It touches no player. */
export interface RoundFrozen extends RoundEvent<'ROUND_FROZEN'>, RoundOutcome {
  /** Only where every bet has a strike of its own: the ticks from which the strikes are taken. */
  readonly ticks?: readonly TickRef[];
}

export type RoundPaid = PaymentEvent<'ROUND_PAID'>;

/** Staff voided the round. Bets that were paid are reversed by the ROUND_PAID events that follow. */
export interface RoundVoided extends Event<'ROUND_VOIDED'>, StaffVoid {
  readonly round: RoundId;
}

export type BinaryEvent = BetPlaced | RoundFrozen | RoundPaid | RoundVoided;
