import type { Amount, Rate } from '../amount.ts';
import type { Command } from '../command.ts';
import type { BetLimits } from '../rounds/bet-limits.ts';
import type { RoundId, RoundType } from '../rounds/round.ts';
import type { VoidRequest } from '../rounds/void-request.ts';
import type { Millis } from '../time.ts';

/** Binds us to a seed before the first bet of the round. The platform asks. */
export interface SealBall extends Command<'SEAL_BALL'> {
  readonly round: RoundId;
  readonly type: RoundType;
  /** 32 random bytes as 64 hexadecimal digits. */
  readonly seed: string;
  /** What is published at once. */
  readonly commit: string;
}

export interface PlaceBallBet extends Command<'PLACE_BALL_BET'> {
  readonly round: RoundId;
  readonly type: RoundType;
  /** As it came over the wire: a word that is no market is refused. */
  readonly market: string;
  readonly stake: Amount;
  /** What the player was promised: a hit is credited with stake × odds. */
  readonly odds: Rate;
  /** When the server received the bet: this decides the cut-off, however long it waits for the desk. */
  readonly receivedAt: Millis;
  /** Windows are no setting here: they keep the draw honest. */
  readonly terms: BetLimits;
  /** Free money that open positions need: a stake must not take it from under them. */
  readonly reserved?: Amount;
}

/** Betting is over and the outside world has spoken, or has not: without a salt the round is void. The platform asks. */
export interface SaltBall extends Command<'SALT_BALL'> {
  readonly round: RoundId;
  readonly salt?: string;
}

/** The platform asks at the round's opening, or later if it could not. */
export interface DrawBall extends Command<'DRAW_BALL'> {
  readonly round: RoundId;
}

/** Pays the next players of a drawn or void round; asked again until nobody is left. */
export interface PayBall extends Command<'PAY_BALL'> {
  readonly round: RoundId;
  /** No more players than these, if fewer than a payment may have. */
  readonly most?: number;
}

/** Only before the salt. */
export type VoidBall = VoidRequest<'VOID_BALL'>;

export type BallCommand = SealBall | PlaceBallBet | SaltBall | DrawBall | PayBall | VoidBall;
