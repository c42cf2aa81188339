// Money from one wallet to another of the same currency: the player's own, or another member's. docs/rules.md 6.6.
import { isMultiple } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import type { TransferMoney } from './commands.ts';
import type { MoneyTransferred } from './events.ts';
import { MOST_MOVED } from './terms.ts';
import { withdrawableOf } from './withdrawable.ts';

export type TransferRefusal =
  | 'PARTNER_CANNOT_TRADE'
  | 'WALLET_UNSUPPORTED'
  | 'ENTER_AMOUNT'
  | 'SAME_WALLET'
  | 'TRANSFER_NOT_ALLOWED'
  | 'WITHDRAWAL_WAITS'
  | 'RECIPIENT_NOT_FOUND'
  | 'CURRENCIES_DIFFER'
  | 'AMOUNT_OFF_UNIT'
  | 'ABOVE_WITHDRAWABLE';

export function transferMoney(
  book: Book,
  player: Player,
  command: TransferMoney,
  context: Context,
): Decision<MoneyTransferred, TransferRefusal> {
  if (player.role === 'PARTNER') return refuse('PARTNER_CANNOT_TRADE');
  const from = player.wallets.get(command.from);
  if (from === undefined) return refuse('WALLET_UNSUPPORTED');
  const { amount, reserved } = command;
  if (amount <= 0n) return refuse('ENTER_AMOUNT');
  const isOwn = command.recipient === player.id;
  if (isOwn && command.from === command.to) return refuse('SAME_WALLET');
  if (!isOwn && !command.betweenMembers) return refuse('TRANSFER_NOT_ALLOWED');
  if (!isOwn && command.waits.some(({ until }) => context.now < until)) return refuse('WITHDRAWAL_WAITS');
  const recipient = isOwn ? player : book.players.get(command.recipient);
  // Whoever cannot receive it is like nobody: an answer must not tell who is blocked.
  if (recipient === undefined || !mayReceive(recipient, player)) return refuse('RECIPIENT_NOT_FOUND');
  const to = recipient.wallets.get(command.to);
  if (to === undefined) return refuse(isOwn ? 'WALLET_UNSUPPORTED' : 'RECIPIENT_NOT_FOUND');
  if (from.currency !== to.currency) return refuse('CURRENCIES_DIFFER');
  if (!isMultiple(amount, from.unit) || !isMultiple(amount, to.unit)) return refuse('AMOUNT_OFF_UNIT');
  if (amount > withdrawableOf(book, player.id, from, reserved) || amount >= MOST_MOVED)
    return refuse('ABOVE_WITHDRAWABLE');

  // All checks passed: below this line nothing may fail.
  const { currency } = from;
  const transfers = [{ from: from.free, to: to.free, currency, amount, reason: 'TRANSFER' }];
  const event = playerEvent('MONEY_TRANSFERRED', book, player, context, transfers);
  const received = isOwn ? [] : [{ player: recipient.id, seq: recipient.seq + 1 }];
  return accept({
    ...event,
    steps: [...event.steps, ...received],
    ...{ from: from.type, to: to.type, amount, sender: player.id, recipient: recipient.id },
  });
}

export const mayReceive = (recipient: Player, sender: Player): boolean =>
  recipient === sender ||
  (recipient.site === sender.site && recipient.role === 'PLAYER' && !recipient.blocked);
