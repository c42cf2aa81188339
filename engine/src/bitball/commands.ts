import type { Rate } from '../amount.ts';
import type { Command } from '../command.ts';
import type { BetLimits } from '../rounds/bet-limits.ts';
import type { RoundId, RoundType } from '../rounds/round.ts';
import type { BetCommand, PayCommand } from '../rounds/round-commands.ts';
import type { VoidRequest } from '../rounds/void-request.ts';

/** Commits to a seed before the first bet of the round. Sent by the platform. */
export interface SealBall extends Command<'SEAL_BALL'> {
  readonly round: RoundId;
  readonly type: RoundType;
  /** 32 random bytes as 64 hexadecimal digits. */
  readonly seed: string;
  /** What is published at once. */
  readonly commit: string;
}

export interface PlaceBallBet extends BetCommand<'PLACE_BALL_BET'> {
  /** As it came over the wire: a word that is no market is refused. */
  readonly market: string;
  /** What the player was promised: a hit is credited with stake × odds. */
  readonly odds: Rate;
  /** The betting windows are no setting here: they keep the draw fair. */
  readonly terms: BetLimits;
}

/** Sent by the platform when betting is over, with the salt from outside. Without a salt the round is void. */
export interface SaltBall extends Command<'SALT_BALL'> {
  readonly round: RoundId;
  readonly salt?: string;
}

/** Sent by the platform at the round's opening, or later if it could not be sent then. */
export interface DrawBall extends Command<'DRAW_BALL'> {
  readonly round: RoundId;
}

export type PayBall = PayCommand<'PAY_BALL'>;

/** Only before the salt. */
export type VoidBall = VoidRequest<'VOID_BALL'>;

export type BallCommand = SealBall | PlaceBallBet | SaltBall | DrawBall | PayBall | VoidBall;
