// The limits of a bet, whatever is bet on (docs/rules.md 1.8), and the refusals they lead to, in this order.
import { type Amount, isMultiple } from '../amount.ts';
import type { WalletType } from '../purse.ts';
import type { Wallet } from '../wallet.ts';

/** As they hold for one bet. */
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

export type StakeRefusal =
  | 'ENTER_AMOUNT'
  | 'STAKE_TOO_SMALL'
  | 'AMOUNT_OFF_UNIT'
  | 'STAKE_TOO_LARGE'
  | 'TOO_MANY_TICKETS'
  | 'ROUND_LIMIT';

/** `own` are the bets that the player has in the round already. */
export function stakeRefusal(
  limits: BetLimits,
  stake: Amount,
  wallet: Pick<Wallet, 'unit'>,
  own: readonly { readonly stake: Amount }[],
): StakeRefusal | undefined {
  if (stake <= 0n) return 'ENTER_AMOUNT';
  if (stake < limits.stakeMin) return 'STAKE_TOO_SMALL';
  if (!isMultiple(stake, limits.stakeUnit) || !isMultiple(stake, wallet.unit)) return 'AMOUNT_OFF_UNIT';
  if (stake > limits.stakeMax) return 'STAKE_TOO_LARGE';
  if (own.length >= limits.ticketsMost) return 'TOO_MANY_TICKETS';
  let staked: bigint = stake;
  for (const bet of own) staked += bet.stake;
  return staked > limits.roundMost ? 'ROUND_LIMIT' : undefined;
}
