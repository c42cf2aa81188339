import type { Amount, Rate } from '../amount.ts';
import type { Event } from '../event.ts';
import type { PaidBet } from '../payment/bet-queue.ts';
import type { Shares } from '../payment/shares.ts';
import type { WalletType } from '../purse.ts';
import type { RoundId, RoundType } from '../rounds/round.ts';
import type { Millis } from '../time.ts';
import type { Draw } from './draw.ts';
import type { Market } from './markets.ts';

export interface BallSealed extends Event<'BALL_SEALED'> {
  readonly round: RoundId;
  readonly type: RoundType;
  /** Only the journal has it: it is empty in all that leaves the desk (`withoutSeed`). */
  readonly seed: string;
  readonly commit: string;
}

/** The bet's number is the event's. */
export interface BallBetPlaced extends Event<'BALL_BET_PLACED'> {
  readonly round: RoundId;
  readonly type: RoundType;
  readonly market: Market;
  readonly stake: Amount;
  readonly odds: Rate;
  readonly wallet: WalletType;
  readonly acceptedAt: Millis;
}

/** The outcome is fixed from here on, though nobody may know it before the draw. It touches no player. */
export interface BallSalted extends Event<'BALL_SALTED'> {
  readonly round: RoundId;
  readonly type: RoundType;
  readonly salt: string;
}

/** All that is needed to recheck the draw. Nobody has been paid yet; it touches no player. */
export interface BallDrawn extends Event<'BALL_DRAWN'>, Draw {
  readonly round: RoundId;
  readonly type: RoundType;
  readonly seed: string;
  readonly commit: string;
  readonly salt: string;
}

export type BallVoidReason = 'NO_SALT' | 'STAFF';

/** The seed is shown, so that everybody sees that there was one. The BALL_PAID events that follow pay the stakes back. */
export interface BallVoided extends Event<'BALL_VOIDED'> {
  readonly round: RoundId;
  readonly type: RoundType;
  readonly voidReason: BallVoidReason;
  readonly seed: string;
  readonly commit: string;
  /** Of the staff, in words for the players. */
  readonly reason?: string;
  readonly requestedBy?: number;
  readonly approvedBy?: number;
}

/** Some of the players of a drawn or void round; each player of it is in exactly one such event. Packed as `RoundPaid`. */
export interface BallPaid extends Event<'BALL_PAID'> {
  readonly round: RoundId;
  readonly bets: readonly PaidBet[];
  readonly shares?: Shares;
  /** No player is left to pay after these. */
  readonly isLast: boolean;
}

export type BallEvent = BallSealed | BallBetPlaced | BallSalted | BallDrawn | BallVoided | BallPaid;
