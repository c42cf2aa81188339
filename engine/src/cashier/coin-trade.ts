// Buying coins for won and selling them, with a counterpart or a provider who pays or is paid. docs/rules.md 6.7.
import { type Amount, divide, isMultiple, unitOf } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { later } from '../time.ts';
import { chargedFee, type PayoutRefusal, payoutRefusal } from './ask.ts';
import type { AskPurchase, AskSale, Rate } from './commands.ts';
import type { RequestMade } from './events.ts';
import { isOngoing, setAside, walletEvent } from './request.ts';
import { isChannel, isFresh, MOST_MOVED } from './terms.ts';

const WON_UNIT = unitOf(0);

/** How many coins so much won buys, rounded down to what the wallet can hold. */
export const coinsFor = (won: Amount, { numerator, denominator }: Rate, unit: Amount): Amount =>
  (divide(won * denominator, numerator * unit, 'down') * unit) as Amount;

/** How much won so many coins bring, in whole won and rounded down. */
export const wonFor = (coins: Amount, { numerator, denominator }: Rate): Amount =>
  (divide(coins * numerator, denominator * WON_UNIT, 'down') * WON_UNIT) as Amount;

export type AskPurchaseRefusal =
  | 'PARTNER_CANNOT_TRADE'
  | 'WALLET_UNSUPPORTED'
  | 'ENTER_AMOUNT'
  | 'AMOUNT_OFF_UNIT'
  | 'BELOW_MINIMUM'
  | 'PROVIDER_UNKNOWN'
  | 'RATE_STALE'
  | 'AMOUNT_TOO_LARGE'
  | 'PRICE_CHANGED'
  | 'REQUEST_ONGOING';

export function askPurchase(
  book: Book,
  player: Player,
  command: AskPurchase,
  context: Context,
): Decision<RequestMade, AskPurchaseRefusal> {
  if (player.role === 'PARTNER') return refuse('PARTNER_CANNOT_TRADE');
  const wallet = player.wallets.get(command.wallet);
  if (wallet === undefined) return refuse('WALLET_UNSUPPORTED');
  const { won, rate, channel } = command;
  if (won <= 0n) return refuse('ENTER_AMOUNT');
  if (!isMultiple(won, WON_UNIT)) return refuse('AMOUNT_OFF_UNIT');
  if (won < command.least) return refuse('BELOW_MINIMUM');
  if (!isChannel(channel)) return refuse('PROVIDER_UNKNOWN');
  if (!isFresh(rate, context.now)) return refuse('RATE_STALE');
  const amount = coinsFor(won, rate, wallet.unit);
  if (amount === 0n) return refuse('BELOW_MINIMUM');
  if (amount >= MOST_MOVED) return refuse('AMOUNT_TOO_LARGE');
  const gap = command.shown - amount;
  if (gap > wallet.unit || gap < -wallet.unit) return refuse('PRICE_CHANGED');
  if (isOngoing(book, player, 'WB', channel)) return refuse('REQUEST_ONGOING');

  // All checks passed: below this line nothing may fail.
  const asked = { type: 'WB', amount, fee: 0n as Amount, channel } as const;
  return accept({
    ...walletEvent('REQUEST_MADE', book, { player, wallet }, context, setAside(player, wallet, asked)),
    ...asked,
    ...{ wallet: wallet.type, won, rate },
    payUntil: later(context.now, command.payWithinMs),
  });
}

export type AskSaleRefusal =
  | 'PARTNER_CANNOT_TRADE'
  | 'WALLET_UNSUPPORTED'
  | 'ENTER_AMOUNT'
  | 'AMOUNT_OFF_UNIT'
  | 'BELOW_MINIMUM'
  | 'PROVIDER_UNKNOWN'
  | 'RATE_STALE'
  | PayoutRefusal
  | 'REQUEST_ONGOING';

export function askSale(
  book: Book,
  player: Player,
  command: AskSale,
  context: Context,
): Decision<RequestMade, AskSaleRefusal> {
  if (player.role === 'PARTNER') return refuse('PARTNER_CANNOT_TRADE');
  const wallet = player.wallets.get(command.wallet);
  if (wallet === undefined) return refuse('WALLET_UNSUPPORTED');
  const { amount, rate, channel, payout } = command;
  if (amount <= 0n) return refuse('ENTER_AMOUNT');
  if (!isMultiple(amount, wallet.unit)) return refuse('AMOUNT_OFF_UNIT');
  if (amount < command.least) return refuse('BELOW_MINIMUM');
  if (!isChannel(channel)) return refuse('PROVIDER_UNKNOWN');
  if (!isFresh(rate, context.now)) return refuse('RATE_STALE');
  const won = wonFor(amount, rate);
  if (won === 0n) return refuse('BELOW_MINIMUM');
  const fee = chargedFee(command.fee, wallet);
  const refusal = payoutRefusal(book, { player, wallet }, { ...command, fee }, context);
  if (refusal !== undefined) return refuse(refusal);
  if (isOngoing(book, player, 'WS', channel)) return refuse('REQUEST_ONGOING');

  // All checks passed: below this line nothing may fail.
  const asked = { type: 'WS', amount, fee, channel } as const;
  return accept({
    ...walletEvent('REQUEST_MADE', book, { player, wallet }, context, setAside(player, wallet, asked)),
    ...asked,
    ...{ wallet: wallet.type, won, rate },
    ...(payout === undefined ? undefined : { payout }),
  });
}
