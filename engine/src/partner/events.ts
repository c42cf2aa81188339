import type { Amount } from '../amount.ts';
import type { Event } from '../event.ts';
import type { WalletType } from '../purse.ts';
import type { ConfirmShare } from './commands.ts';

/** The share has the number of the event. */
export interface ShareConfirmed
  extends Event<'SHARE_CONFIRMED'>,
    Pick<
      ConfirmShare,
      'wallet' | 'amount' | 'settlement' | 'fromDay' | 'throughDay' | 'requestedBy' | 'approvedBy'
    > {}

/** The row C of the history. */
export interface SharePaid extends Event<'SHARE_PAID'> {
  readonly share: number;
  readonly settlement: number;
  readonly wallet: WalletType;
  readonly amount: Amount;
  readonly staff: number;
}

export type PartnerEvent = ShareConfirmed | SharePaid;
