// The settings of an offer that hold for a bet. They come with the command and are stored with the bet: a setting
// that changes later changes no bet.
import type { Rate } from '../amount.ts';
import type { BetLimits } from '../rounds/bet-limits.ts';

/** ROUND_OPEN: one strike for all, the price at which the round opens. AT_BET: the first tick after the bet. */
export type StrikeMode = 'ROUND_OPEN' | 'AT_BET';

/**
 * What is the same for all bets of a round. The first bet sets it; a setting that changes later holds for the next
 * round.
 */
export interface RoundTerms {
  readonly strikeMode: StrikeMode;
  /** Places in which prices are compared, half up. */
  readonly precision: number;
  readonly staleMs: number;
}

export interface BinaryTerms extends BetLimits, RoundTerms {
  readonly cutOffMs: number;
  /** Profit per stake of a hit: 0.87 for rent, 0.90 for binary. */
  readonly rate: Rate;
  readonly allowBothSides: boolean;
  /**
   * The prices have only the time of their arrival here. A player who receives them sooner knows the tick that will
   * be the strike of a bet, and those after it.
   */
  readonly isStampedOnArrival?: boolean;
}

/** The purse of the house from which and to which rounds are paid. */
export const HOUSE_PURPOSE = 'pnl:binary';
/** Ticks may come so much later than their own time and still count (docs/rules.md 1.4). */
export const GRACE_MS = 2_000;
/** A binary bet without a tick so soon after it is void. */
export const ENTRY_WITHIN_MS = 3_000;
/** Staff may void a settled round for so long (docs/rules.md 1.5). */
export const VOID_WITHIN_MS = 86_400_000;
