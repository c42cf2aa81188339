import type { Amount } from '../amount.ts';
import type { WalletType } from '../purse.ts';

/** The limits of docs/rules.md 1.8 as a bet meets them. */
export interface BetLimits {
  readonly wallet: WalletType;
  readonly stakeMin: Amount;
  readonly stakeUnit: Amount;
  readonly stakeMax: Amount;
  /** Of one player in one round. */
  readonly roundMost: Amount;
  readonly ticketsMost: number;
  /** What the house may lose on one side of a round (docs/rules.md 1.8). */
  readonly exposureMost: Amount;
}
