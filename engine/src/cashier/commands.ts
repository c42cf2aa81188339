import type { Amount } from '../amount.ts';
import type { Command } from '../command.ts';
import type { Currency, PlayerId, WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';

/** A provider that says what happened, with its own number of the payment. */
export interface ByProvider {
  readonly provider: string;
  readonly external: string;
}

/** Who decides about a request. */
export type DecidedBy = { readonly staff: number } | ByProvider;

/** The site's own rule for small amounts, by its name: it approves alone what no member of staff needs to see. */
export interface ByRule {
  readonly rule: string;
}

/** How many `to` one `from` is worth, as an exact fraction: neither 1/1,385.5 nor a product of two rates terminates. */
export interface Rate {
  readonly numerator: Amount;
  readonly denominator: Amount;
  /** When its source said so, and which source. */
  readonly at: Millis;
  readonly source: string;
}

/** Moments before which nothing may be withdrawn (docs/rules.md 6.5). */
export interface PayoutWait {
  readonly reason:
    | 'FIRST_DEPOSIT'
    | 'PASSWORD'
    | 'SECOND_FACTOR'
    | 'PASSKEY'
    | 'RECOVERY_CODE'
    | 'PHONE'
    | 'PAYOUT_ACCOUNT'
    /** The member has locked the account: until they or staff unlock it. */
    | 'LOCKED';
  readonly until: Millis;
}

/** Asks for a deposit. Nothing moves before it is approved. */
export interface AskDeposit extends Command<'ASK_DEPOSIT'> {
  readonly wallet: WalletType;
  readonly amount: Amount;
  /** A setting of the site. */
  readonly least: Amount;
  /** `bank`, or the provider through which it will come. */
  readonly channel: string;
}

/** A deposit that nobody asked for: coins that came to the player's own address, or a provider's charge. */
export interface CreditDeposit extends Command<'CREDIT_DEPOSIT'> {
  readonly wallet: WalletType;
  readonly amount: Amount;
  readonly channel: string;
  readonly by: ByProvider;
}

/** Where a withdrawal goes. The journal has its number only; the tables have the account itself. */
export interface AskWithdrawal extends Command<'ASK_WITHDRAWAL'> {
  readonly wallet: WalletType;
  readonly amount: Amount;
  readonly fee: Amount;
  readonly least: Amount;
  /** `bank`, `chain`, or the provider that pays it out. */
  readonly channel: string;
  /** Of a payout account that its owner has confirmed; absent when there is none. */
  readonly payout: number | undefined;
  readonly waits: readonly PayoutWait[];
  /** What may still go today by what the owner has proven; absent for no limit. */
  readonly most?: Amount;
  /** Free money that open positions need (docs/rules.md 6.3). */
  readonly reserved: Amount;
}

/** Asks to buy coins for won: from a seller (P2P) or a provider, who puts them aside until the won has come. */
export interface AskPurchase extends Command<'ASK_PURCHASE'> {
  readonly wallet: WalletType;
  readonly won: Amount;
  /** In won; a setting of the site. */
  readonly least: Amount;
  /** What the player was shown; refused when the rules give another figure (docs/rules.md 6.7). */
  readonly shown: Amount;
  /** Won per coin. */
  readonly rate: Rate;
  readonly channel: string;
  /** After this it is cancelled unless it is marked as paid. */
  readonly payWithinMs: number;
}

/** Asks to sell coins for won, which go to a bank account. The coins and the fee are held at once. */
export interface AskSale extends Command<'ASK_SALE'> {
  readonly wallet: WalletType;
  readonly amount: Amount;
  readonly fee: Amount;
  /** In coins; a setting of the site. */
  readonly least: Amount;
  /** Won per coin. */
  readonly rate: Rate;
  readonly channel: string;
  readonly payout: number | undefined;
  readonly waits: readonly PayoutWait[];
  readonly most?: Amount;
  readonly reserved: Amount;
}

export interface CancelRequest extends Command<'CANCEL_REQUEST'> {
  readonly request: number;
}

/** The player says that the won of a purchase is on its way. */
export interface MarkPaid extends Command<'MARK_PAID'> {
  readonly request: number;
}

/** Opens a dispute about a purchase or sale that is in hand and not confirmed. */
export interface DisputeRequest extends Command<'DISPUTE_REQUEST'> {
  readonly request: number;
}

/** A quote that the server held for the player. The rate is in it; it serves once and not for long. */
export interface Convert extends Command<'CONVERT'> {
  readonly from: WalletType;
  readonly to: WalletType;
  readonly amount: Amount;
  /** `to` per `from`. */
  readonly rate: Rate;
  /** A factor, such as 0.005. */
  readonly spread: Amount;
  readonly quoteUntil: Millis;
  readonly reserved: Amount;
}

/** To another wallet of the player in the same currency, or to another player of the site. */
export interface TransferMoney extends Command<'TRANSFER_MONEY'> {
  readonly from: WalletType;
  readonly to: WalletType;
  readonly amount: Amount;
  readonly recipient: PlayerId;
  /** A setting of the site: whether members may send money to each other. */
  readonly betweenMembers: boolean;
  /** What another member receives can be withdrawn there, so it waits like a withdrawal. */
  readonly waits: readonly PayoutWait[];
  readonly reserved: Amount;
}

export interface UseCoupon extends Command<'USE_COUPON'> {
  /** The hash of the code: the code itself is nowhere but with those who have it. */
  readonly coupon: string;
  readonly wallet: WalletType;
}

/** By staff, for one player; a second member of staff must approve it. */
export interface AskGrant extends Command<'ASK_GRANT'> {
  readonly type: 'PB' | 'PM';
  readonly wallet: WalletType;
  readonly amount: Amount;
  readonly staff: number;
  readonly reason: string;
}

export interface TakeRequest extends Command<'TAKE_REQUEST'> {
  readonly request: number;
  readonly by: DecidedBy;
}

export interface ApproveRequest extends Command<'APPROVE_REQUEST'> {
  readonly request: number;
  readonly by: DecidedBy | ByRule;
  /** What really came, where a provider says so: it must be what was asked for. */
  readonly received?: { readonly amount: Amount; readonly currency: Currency };
  /** From this amount on two different members of staff must approve. */
  readonly twoFrom: Amount;
}

export interface RejectRequest extends Command<'REJECT_REQUEST'> {
  readonly request: number;
  readonly by: DecidedBy;
  /** Shown to the player. */
  readonly reason: string;
}

/** By the clock, when the time to pay is over. */
export interface ExpireRequest extends Command<'EXPIRE_REQUEST'> {
  readonly request: number;
}

/** A code that two members of staff issue; it has a value in one currency and may be used by so many players. */
export interface IssueCoupon extends Command<'ISSUE_COUPON'> {
  readonly coupon: string;
  readonly wallets: readonly WalletType[];
  readonly currency: Currency;
  readonly amount: Amount;
  readonly uses: number;
  /** Stakes needed before the bonus may be withdrawn, as a multiple of it. */
  readonly turnover: Amount;
  readonly from: Millis;
  readonly until: Millis;
  readonly askedBy: number;
  readonly approvedBy: number;
}

/** Staff stop it, or its date has passed. */
export interface EndCoupon extends Command<'END_COUPON'> {
  readonly coupon: string;
  /** Absent when the clock ends it. */
  readonly staff?: number;
}

export type CashierPlayerCommand =
  | AskDeposit
  | CreditDeposit
  | AskWithdrawal
  | AskPurchase
  | AskSale
  | CancelRequest
  | MarkPaid
  | DisputeRequest
  | Convert
  | TransferMoney
  | UseCoupon
  | AskGrant
  | TakeRequest
  | ApproveRequest
  | RejectRequest
  | ExpireRequest;

export type CashierPlatformCommand = IssueCoupon | EndCoupon;
