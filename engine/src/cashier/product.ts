import { plus } from '../amount.ts';
import type { Product } from '../product.ts';
import type { PlayerId } from '../purse.ts';
import { applyCashier, applySeenCashier } from './apply.ts';
import { type ApproveRefusal, approveRequest, rejectRequest } from './approve.ts';
import {
  type AskDepositRefusal,
  type AskWithdrawalRefusal,
  askDeposit,
  askWithdrawal,
  type CreditRefusal,
  creditDeposit,
} from './ask.ts';
import { bonusFollower } from './bonus.ts';
import {
  convertedChanges,
  couponChanges,
  creditedChanges,
  doneChanges,
  endedChanges,
  madeChanges,
  transferredChanges,
} from './changes.ts';
import { type AskPurchaseRefusal, type AskSaleRefusal, askPurchase, askSale } from './coin-trade.ts';
import type { CashierPlatformCommand, CashierPlayerCommand } from './commands.ts';
import { type ConvertRefusal, convert } from './convert.ts';
import {
  endCoupon,
  type IssueCouponRefusal,
  issueCoupon,
  type UseCouponRefusal,
  useCoupon,
} from './coupon.ts';
import { describeCashier } from './describe.ts';
import { weighCashier } from './digest.ts';
import { cancelRequest, disputeRequest, expireRequest, markPaid, takeRequest } from './end.ts';
import type { BonusNote, CashierEvent } from './events.ts';
import { type AskGrantRefusal, askGrant } from './grant.ts';
import { type CashierState, emptyCashier, requestsOf } from './state.ts';
import { type TransferRefusal, transferMoney } from './transfer-money.ts';

type CashierRefusal =
  | AskDepositRefusal
  | CreditRefusal
  | AskWithdrawalRefusal
  | AskPurchaseRefusal
  | AskSaleRefusal
  | ApproveRefusal
  | AskGrantRefusal
  | ConvertRefusal
  | TransferRefusal
  | UseCouponRefusal
  | IssueCouponRefusal
  | 'DISPUTE_TOO_EARLY'
  | 'NOT_DUE';

export interface CashierTypes {
  readonly name: 'cashier';
  readonly playerCommand: CashierPlayerCommand;
  readonly platformCommand: CashierPlatformCommand;
  readonly event: CashierEvent;
  readonly state: CashierState;
  readonly refusal: CashierRefusal;
  readonly note: BonusNote;
}

export const cashier: Product<CashierTypes> = {
  name: 'cashier',
  playerCommands: {
    ASK_DEPOSIT: askDeposit,
    CREDIT_DEPOSIT: creditDeposit,
    ASK_WITHDRAWAL: askWithdrawal,
    ASK_PURCHASE: askPurchase,
    ASK_SALE: askSale,
    CANCEL_REQUEST: cancelRequest,
    MARK_PAID: markPaid,
    DISPUTE_REQUEST: disputeRequest,
    CONVERT: convert,
    TRANSFER_MONEY: transferMoney,
    USE_COUPON: useCoupon,
    ASK_GRANT: askGrant,
    TAKE_REQUEST: takeRequest,
    APPROVE_REQUEST: approveRequest,
    REJECT_REQUEST: rejectRequest,
    EXPIRE_REQUEST: expireRequest,
  },
  takesFree: {
    ASK_DEPOSIT: 'NOTHING',
    CREDIT_DEPOSIT: 'NOTHING',
    ASK_WITHDRAWAL: 'BEYOND_RESERVED',
    ASK_PURCHASE: 'NOTHING',
    ASK_SALE: 'BEYOND_RESERVED',
    CANCEL_REQUEST: 'NOTHING',
    MARK_PAID: 'NOTHING',
    DISPUTE_REQUEST: 'NOTHING',
    CONVERT: 'BEYOND_RESERVED',
    TRANSFER_MONEY: 'BEYOND_RESERVED',
    USE_COUPON: 'NOTHING',
    ASK_GRANT: 'NOTHING',
    TAKE_REQUEST: 'NOTHING',
    // A deduction takes free money, by the decision of two people.
    APPROVE_REQUEST: 'OWN_RULE',
    REJECT_REQUEST: 'NOTHING',
    EXPIRE_REQUEST: 'NOTHING',
  },
  alsoNeeds: (command) => (command.kind === 'TRANSFER_MONEY' ? [command.recipient] : []),
  tooEarly: ['NOT_DUE'],
  platformCommands: { ISSUE_COUPON: issueCoupon, END_COUPON: endCoupon },
  events: {
    REQUEST_MADE: {},
    REQUEST_TAKEN: {},
    REQUEST_PAID: {},
    REQUEST_DISPUTED: {},
    REQUEST_CONFIRMED: {},
    REQUEST_DONE: {},
    REQUEST_REJECTED: {},
    REQUEST_CANCELLED: {},
    DEPOSIT_CREDITED: {},
    CONVERTED: {},
    MONEY_TRANSFERRED: {},
    COUPON_USED: {},
    COUPON_ISSUED: {},
    COUPON_ENDED: {},
  },
  changes: {
    REQUEST_MADE: madeChanges,
    REQUEST_TAKEN: 'NOTHING',
    REQUEST_PAID: 'NOTHING',
    REQUEST_DISPUTED: 'NOTHING',
    REQUEST_CONFIRMED: 'NOTHING',
    REQUEST_DONE: doneChanges,
    REQUEST_REJECTED: endedChanges,
    REQUEST_CANCELLED: endedChanges,
    DEPOSIT_CREDITED: creditedChanges,
    CONVERTED: convertedChanges,
    MONEY_TRANSFERRED: transferredChanges,
    COUPON_USED: couponChanges,
    COUPON_ISSUED: 'NOTHING',
    COUPON_ENDED: 'NOTHING',
  },
  follower: bonusFollower,
  empty: emptyCashier,
  apply: applyCashier,
  applySeen: applySeenCashier,
  describe: describeCashier,
  weigh: weighCashier,
  playersWithOpen: (state) => new Set<PlayerId>([...state.requestsOf.keys(), ...state.bonusesOf.keys()]),
  *openThings(state, player) {
    for (const { id, at: since, type, wallet, amount, fee } of requestsOf(state, player))
      if (type !== 'PB' && type !== 'PM')
        yield { kind: 'REQUEST', id, wallet, since, amount: plus(amount, fee), type };
  },
  /** Money that is on its way would otherwise reach a run that did not ask for it. */
  isOpenIn(state, player, wallet) {
    for (const request of requestsOf(state, player)) if (request.wallet === wallet) return true;
    return false;
  },
};
