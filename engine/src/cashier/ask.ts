// Asking for money to come or to go: deposits, and withdrawals, which are held at once. docs/rules.md 6.5.
import { type Amount, isMultiple, plus, toPlaces, ZERO } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import type { Wallet } from '../wallet.ts';
import type { AskDeposit, AskWithdrawal, CreditDeposit, PayoutWait } from './commands.ts';
import type { DepositCredited, RequestMade } from './events.ts';
import { isOngoing, setAside, walletEvent } from './request.ts';
import { channelPurse, isChannel, MOST_MOVED } from './terms.ts';
import { withdrawableOf } from './withdrawable.ts';

export type AskDepositRefusal =
  | 'PARTNER_CANNOT_TRADE'
  | 'WALLET_UNSUPPORTED'
  | 'ENTER_DEPOSIT_AMOUNT'
  | 'AMOUNT_OFF_UNIT'
  | 'AMOUNT_TOO_LARGE'
  | 'BELOW_MINIMUM'
  | 'PROVIDER_UNKNOWN'
  | 'REQUEST_ONGOING';

export function askDeposit(
  book: Book,
  player: Player,
  command: AskDeposit,
  context: Context,
): Decision<RequestMade, AskDepositRefusal> {
  if (player.role === 'PARTNER') return refuse('PARTNER_CANNOT_TRADE');
  const wallet = player.wallets.get(command.wallet);
  if (wallet === undefined) return refuse('WALLET_UNSUPPORTED');
  const { amount, channel } = command;
  if (amount <= 0n) return refuse('ENTER_DEPOSIT_AMOUNT');
  if (!isMultiple(amount, wallet.unit)) return refuse('AMOUNT_OFF_UNIT');
  if (amount >= MOST_MOVED) return refuse('AMOUNT_TOO_LARGE');
  if (amount < command.least) return refuse('BELOW_MINIMUM');
  if (!isChannel(channel)) return refuse('PROVIDER_UNKNOWN');
  if (isOngoing(book, player, 'D', channel)) return refuse('REQUEST_ONGOING');

  // All checks passed: below this line nothing may fail.
  return accept({
    ...walletEvent('REQUEST_MADE', book, { player, wallet }, context),
    ...{ type: 'D', wallet: wallet.type, amount, fee: ZERO, channel },
  });
}

export type CreditRefusal =
  | 'WALLET_UNSUPPORTED'
  | 'ENTER_DEPOSIT_AMOUNT'
  | 'AMOUNT_OFF_UNIT'
  | 'AMOUNT_TOO_LARGE'
  | 'PROVIDER_UNKNOWN'
  | 'CALLBACK_MISMATCH';

export function creditDeposit(
  book: Book,
  player: Player,
  command: CreditDeposit,
  context: Context,
): Decision<DepositCredited, CreditRefusal> {
  const wallet = player.wallets.get(command.wallet);
  if (wallet === undefined) return refuse('WALLET_UNSUPPORTED');
  const { amount, channel, by } = command;
  if (amount <= 0n) return refuse('ENTER_DEPOSIT_AMOUNT');
  if (!isMultiple(amount, wallet.unit)) return refuse('AMOUNT_OFF_UNIT');
  if (amount >= MOST_MOVED) return refuse('AMOUNT_TOO_LARGE');
  if (!isChannel(channel)) return refuse('PROVIDER_UNKNOWN');
  if (by.provider !== channel) return refuse('CALLBACK_MISMATCH');

  // All checks passed: below this line nothing may fail.
  const { currency, free } = wallet;
  const from = channelPurse(player.site, channel, currency);
  const transfers = [{ from, to: free, currency, amount, reason: 'DEPOSIT' }];
  return accept({
    ...walletEvent('DEPOSIT_CREDITED', book, { player, wallet }, context, transfers),
    ...{ wallet: wallet.type, amount, channel, by },
  });
}

/** Of whatever leaves the platform: a withdrawal, or the coins of a sale. */
export type PayoutRefusal =
  | 'PAYOUT_ACCOUNT_MISSING'
  | 'WITHDRAWAL_WAITS'
  | 'ABOVE_LEVEL_LIMIT'
  | 'ABOVE_WITHDRAWABLE'
  | 'INSUFFICIENT_FEE';

export function payoutRefusal(
  book: Book,
  { player, wallet }: { readonly player: Player; readonly wallet: Wallet },
  asked: {
    readonly amount: Amount;
    readonly fee: Amount;
    readonly payout: number | undefined;
    readonly waits: readonly PayoutWait[];
    readonly most?: Amount;
    readonly reserved: Amount;
  },
  { now }: Context,
): PayoutRefusal | undefined {
  if (asked.payout === undefined) return 'PAYOUT_ACCOUNT_MISSING';
  if (asked.waits.some(({ until }) => now < until)) return 'WITHDRAWAL_WAITS';
  if (asked.most !== undefined && asked.amount > asked.most) return 'ABOVE_LEVEL_LIMIT';
  const most = withdrawableOf(book, player.id, wallet, asked.reserved);
  if (asked.amount > most) return 'ABOVE_WITHDRAWABLE';
  const held = plus(asked.amount, asked.fee);
  return held > most || held >= MOST_MOVED ? 'INSUFFICIENT_FEE' : undefined;
}

/** What we charge is rounded up at the wallet's places (docs/rules.md 0.3). */
export const chargedFee = (fee: Amount, { places }: Wallet): Amount =>
  fee > 0n ? toPlaces(fee, places, 'up') : ZERO;

export type AskWithdrawalRefusal =
  | 'WALLET_UNSUPPORTED'
  | 'ENTER_WITHDRAW_AMOUNT'
  | 'AMOUNT_OFF_UNIT'
  | 'BELOW_MINIMUM'
  | 'PROVIDER_UNKNOWN'
  | PayoutRefusal
  | 'REQUEST_ONGOING';

export function askWithdrawal(
  book: Book,
  player: Player,
  command: AskWithdrawal,
  context: Context,
): Decision<RequestMade, AskWithdrawalRefusal> {
  const wallet = player.wallets.get(command.wallet);
  if (wallet === undefined) return refuse('WALLET_UNSUPPORTED');
  const { amount, channel, payout } = command;
  if (amount <= 0n) return refuse('ENTER_WITHDRAW_AMOUNT');
  if (!isMultiple(amount, wallet.unit)) return refuse('AMOUNT_OFF_UNIT');
  if (amount < command.least) return refuse('BELOW_MINIMUM');
  if (!isChannel(channel)) return refuse('PROVIDER_UNKNOWN');
  const fee = chargedFee(command.fee, wallet);
  const refusal = payoutRefusal(book, { player, wallet }, { ...command, fee }, context);
  if (refusal !== undefined) return refuse(refusal);
  if (isOngoing(book, player, 'W', channel)) return refuse('REQUEST_ONGOING');

  // All checks passed: below this line nothing may fail.
  const asked = { type: 'W', amount, fee, channel } as const;
  return accept({
    ...walletEvent('REQUEST_MADE', book, { player, wallet }, context, setAside(player, wallet, asked)),
    ...asked,
    wallet: wallet.type,
    ...(payout === undefined ? undefined : { payout }),
  });
}
