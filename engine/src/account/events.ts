import type { Amount } from '../amount.ts';
import type { Role } from '../book.ts';
import type { Event } from '../event.ts';
import type { WalletType } from '../purse.ts';
import type { NewWallet, TrialResult } from './commands.ts';

export interface AccountOpened extends Event<'ACCOUNT_OPENED'> {
  readonly role: Role;
  readonly wallets: readonly Omit<NewWallet, 'credit'>[];
  /** With the profit that was in fact moved. */
  readonly trial?: TrialResult;
}

export interface PracticeRefilled extends Event<'PRACTICE_REFILLED'> {
  readonly wallet: WalletType;
  readonly amount: Amount;
  readonly run: number;
}

export interface FundsHeld extends Event<'FUNDS_HELD'> {
  readonly wallet: WalletType;
  readonly amount: Amount;
  readonly purpose: string;
}

export interface FundsReleased extends Event<'FUNDS_RELEASED'> {
  readonly hold: number;
  readonly wallet: WalletType;
}

export type AccountBlocked = Event<'ACCOUNT_BLOCKED'>;
export type AccountUnblocked = Event<'ACCOUNT_UNBLOCKED'>;
export interface SessionsEnded extends Event<'SESSIONS_ENDED'> {
  readonly sessionVersion: number;
}

export type AccountEvent =
  | AccountOpened
  | PracticeRefilled
  | FundsHeld
  | FundsReleased
  | AccountBlocked
  | AccountUnblocked
  | SessionsEnded;
