import type { Amount } from '../amount.ts';
import type { Event } from '../event.ts';
import type { Note } from '../follower.ts';
import type { Currency, PlayerId, WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { ByProvider, ByRule, DecidedBy, Rate } from './commands.ts';
import type { RequestType } from './request-machine.ts';

/** A request came into being; it has the number of the event. */
export interface RequestMade extends Event<'REQUEST_MADE'> {
  readonly type: RequestType;
  readonly wallet: WalletType;
  readonly amount: Amount;
  readonly fee: Amount;
  readonly channel: string;
  readonly payout?: number;
  /** Won to pay or to be paid, of a purchase or sale. */
  readonly won?: Amount;
  readonly rate?: Rate;
  /** Until when a purchase must be paid. */
  readonly payUntil?: Millis;
  /** Of a grant or deduction: who asked for it, and why. */
  readonly staff?: number;
  readonly reason?: string;
}

/** What an event of any product changes of a player's bonuses. */
export interface BonusNote extends Note {
  readonly product: 'cashier';
  readonly bonuses: readonly BonusAfter[];
}

/** A bonus after an event; one with nothing locked or nothing left to stake has ended. */
export interface BonusAfter {
  readonly id: number;
  readonly locked: Amount;
  readonly turnoverLeft: Amount;
}

/** Which request, and what every list needs of it. */
interface OfRequest {
  readonly request: number;
  readonly type: RequestType;
  readonly wallet: WalletType;
}

export interface RequestTaken extends Event<'REQUEST_TAKEN'>, OfRequest {
  readonly by: DecidedBy;
}
export interface RequestPaid extends Event<'REQUEST_PAID'>, OfRequest {}
export interface RequestDisputed extends Event<'REQUEST_DISPUTED'>, OfRequest {}

/** The first of two members of staff approved. */
export interface RequestConfirmed extends Event<'REQUEST_CONFIRMED'>, OfRequest {
  readonly by: DecidedBy;
}
export interface RequestDone extends Event<'REQUEST_DONE'>, OfRequest {
  readonly amount: Amount;
  readonly fee: Amount;
  readonly by: DecidedBy | ByRule;
  /** Of a grant: stakes needed before it may be withdrawn. */
  readonly turnover?: Amount;
}
export interface RequestRejected extends Event<'REQUEST_REJECTED'>, OfRequest {
  readonly by: DecidedBy;
  readonly reason: string;
}
/** The row E of the history. */
export interface RequestCancelled extends Event<'REQUEST_CANCELLED'>, OfRequest {
  readonly amount: Amount;
  readonly fee: Amount;
  readonly isExpired: boolean;
}

/** A deposit that nobody had asked for. */
export interface DepositCredited extends Event<'DEPOSIT_CREDITED'> {
  readonly wallet: WalletType;
  readonly amount: Amount;
  readonly channel: string;
  readonly by: ByProvider;
}

/** The rows CO and CI. */
export interface Converted extends Event<'CONVERTED'> {
  readonly from: WalletType;
  readonly to: WalletType;
  readonly paid: Amount;
  readonly received: Amount;
  readonly rate: Rate;
  readonly spread: Amount;
}

/** The rows TO and TI; of two players where the recipient is another one. */
export interface MoneyTransferred extends Event<'MONEY_TRANSFERRED'> {
  readonly from: WalletType;
  readonly to: WalletType;
  readonly amount: Amount;
  readonly sender: PlayerId;
  readonly recipient: PlayerId;
}

/** The row B. */
export interface CouponUsed extends Event<'COUPON_USED'> {
  readonly coupon: string;
  /** The number of the event that issued it. */
  readonly issued: number;
  readonly wallet: WalletType;
  readonly amount: Amount;
  /** Stakes needed before it may be withdrawn. */
  readonly turnover: Amount;
}

export interface CouponIssued extends Event<'COUPON_ISSUED'> {
  readonly coupon: string;
  readonly wallets: readonly WalletType[];
  readonly currency: Currency;
  readonly amount: Amount;
  readonly uses: number;
  readonly turnover: Amount;
  readonly from: Millis;
  readonly until: Millis;
  readonly askedBy: number;
  readonly approvedBy: number;
}

export interface CouponEnded extends Event<'COUPON_ENDED'> {
  readonly coupon: string;
  readonly issued: number;
  readonly staff?: number;
}

export type CashierEvent =
  | RequestMade
  | RequestTaken
  | RequestPaid
  | RequestDisputed
  | RequestConfirmed
  | RequestDone
  | RequestRejected
  | RequestCancelled
  | DepositCredited
  | Converted
  | MoneyTransferred
  | CouponUsed
  | CouponIssued
  | CouponEnded;
