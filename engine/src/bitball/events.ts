import type { Rate } from '../amount.ts';
import type { BetEvent, PaymentEvent, RoundEvent } from '../rounds/round-events.ts';
import type { StaffVoid } from '../rounds/void-request.ts';
import type { Draw } from './draw.ts';
import type { Market } from './markets.ts';

export interface BallSealed extends RoundEvent<'BALL_SEALED'> {
  /** Only the journal has it: it is empty in all that leaves the desk (`withoutSeed`). */
  readonly seed: string;
  readonly commit: string;
}

export interface BallBetPlaced extends BetEvent<'BALL_BET_PLACED'> {
  readonly market: Market;
  readonly odds: Rate;
}

/** The outcome is fixed from here on, though nobody may know it before the draw. It touches no player. */
export interface BallSalted extends RoundEvent<'BALL_SALTED'> {
  readonly salt: string;
}

/** All that is needed to recheck the draw. Nobody has been paid yet; it touches no player. */
export interface BallDrawn extends RoundEvent<'BALL_DRAWN'>, Draw {
  readonly seed: string;
  readonly commit: string;
  readonly salt: string;
}

export type BallVoidReason = 'NO_SALT' | 'STAFF';

/** The seed is shown, so that everybody sees that there was one. The BALL_PAID events that follow pay the stakes back. */
export interface BallVoided extends RoundEvent<'BALL_VOIDED'>, Partial<StaffVoid> {
  readonly voidReason: BallVoidReason;
  readonly seed: string;
  readonly commit: string;
}

export type BallPaid = PaymentEvent<'BALL_PAID'>;

export type BallEvent = BallSealed | BallBetPlaced | BallSalted | BallDrawn | BallVoided | BallPaid;
