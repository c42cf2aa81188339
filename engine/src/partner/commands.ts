import type { Amount } from '../amount.ts';
import type { Command } from '../command.ts';
import type { WalletType } from '../purse.ts';

/** What two members of staff have confirmed of a partner's accrued shares in one currency. */
export interface ConfirmShare extends Command<'CONFIRM_SHARE'> {
  readonly wallet: WalletType;
  readonly amount: Amount;
  /** The server's own number of it: of each there is one confirmed share at most. */
  readonly settlement: number;
  /** Korean days, in days since 1970: the first and the last whose shares are in it. */
  readonly fromDay: number;
  readonly throughDay: number;
  readonly requestedBy: number;
  readonly approvedBy: number;
}

/** Pays a confirmed share into the partner's free money. */
export interface PayShare extends Command<'PAY_SHARE'> {
  readonly share: number;
  readonly staff: number;
}

export type PartnerCommand = ConfirmShare | PayShare;
