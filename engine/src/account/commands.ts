import type { Amount } from '../amount.ts';
import type { Role } from '../book.ts';
import type { Command } from '../command.ts';
import type { Currency, WalletType } from '../purse.ts';

export interface NewWallet {
  readonly type: WalletType;
  readonly currency: Currency;
  readonly places: number;
  /** Practice money credited when the account opens; zero for none. */
  readonly credit: Amount;
}

/** What a round brought that its player tried before there was an account: below zero it lost. */
export interface TrialResult {
  readonly id: number;
  readonly wallet: WalletType;
  readonly profit: Amount;
}

export interface OpenAccount extends Command<'OPEN_ACCOUNT'> {
  readonly role: Role;
  readonly wallets: readonly NewWallet[];
  readonly trial?: TrialResult;
}

/** A new practice run: the wallet's free money becomes exactly this amount. */
export interface RefillPractice extends Command<'REFILL_PRACTICE'> {
  readonly wallet: WalletType;
  readonly amount: Amount;
  /** A setting of the site, per currency. */
  readonly most: Amount;
}

export interface HoldFunds extends Command<'HOLD_FUNDS'> {
  readonly wallet: WalletType;
  readonly amount: Amount;
  readonly purpose: string;
}

export interface ReleaseFunds extends Command<'RELEASE_FUNDS'> {
  readonly hold: number;
}

export interface BlockAccount extends Command<'BLOCK_ACCOUNT'> {
  /** Refused while anything of the player is open: for an owner who closes the account. */
  readonly unlessOpen?: true;
}
export type UnblockAccount = Command<'UNBLOCK_ACCOUNT'>;
export type EndSessions = Command<'END_SESSIONS'>;

export type AccountCommand =
  | OpenAccount
  | RefillPractice
  | HoldFunds
  | ReleaseFunds
  | BlockAccount
  | UnblockAccount
  | EndSessions;
