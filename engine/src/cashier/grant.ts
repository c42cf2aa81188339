// What staff give or take, with a reason, and only by two people (docs/rules.md 6.4).
import { isMultiple, ZERO } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import type { AskGrant } from './commands.ts';
import type { RequestMade } from './events.ts';
import { isOngoing, walletEvent } from './request.ts';
import { MOST_MOVED } from './terms.ts';

export type AskGrantRefusal =
  | 'WALLET_UNSUPPORTED'
  | 'ENTER_AMOUNT'
  | 'AMOUNT_OFF_UNIT'
  | 'AMOUNT_TOO_LARGE'
  | 'ENTER_REASON'
  | 'SECOND_PERSON_NEEDED'
  | 'REQUEST_ONGOING';

/** No channel carries it. */
const STAFF_CHANNEL = 'staff';

export function askGrant(
  book: Book,
  player: Player,
  command: AskGrant,
  context: Context,
): Decision<RequestMade, AskGrantRefusal> {
  const wallet = player.wallets.get(command.wallet);
  if (wallet === undefined) return refuse('WALLET_UNSUPPORTED');
  const { type, amount, staff, reason } = command;
  if (amount <= 0n) return refuse('ENTER_AMOUNT');
  if (!isMultiple(amount, wallet.unit)) return refuse('AMOUNT_OFF_UNIT');
  if (amount >= MOST_MOVED) return refuse('AMOUNT_TOO_LARGE');
  if (reason.trim() === '') return refuse('ENTER_REASON');
  // Nobody decides about their own money.
  if (staff === player.id) return refuse('SECOND_PERSON_NEEDED');
  if (isOngoing(book, player, type, STAFF_CHANNEL)) return refuse('REQUEST_ONGOING');

  // All checks passed: below this line nothing may fail.
  return accept({
    ...walletEvent('REQUEST_MADE', book, { player, wallet }, context),
    ...{ type, wallet: wallet.type, amount, fee: ZERO, channel: STAFF_CHANNEL, staff, reason },
  });
}
