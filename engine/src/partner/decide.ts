// The money of partners' shares (docs/rules.md 7.4): confirmed by two people, paid by one, each once.
import { isMultiple } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import { housePurse, playerPurse } from '../purse.ts';
import type { ConfirmShare, PayShare } from './commands.ts';
import type { ShareConfirmed, SharePaid } from './events.ts';

/** What the house gives of its fees; a kind of its own, because `share` is what partners have. */
const SHARE_HOUSE = 'partner';

export type ConfirmShareRefusal =
  | 'PARTNERS_ONLY'
  | 'SECOND_PERSON_NEEDED'
  | 'WALLET_UNSUPPORTED'
  | 'ENTER_AMOUNT'
  | 'AMOUNT_OFF_UNIT'
  | 'ALREADY_PROCESSED';

export function confirmShare(
  book: Book,
  player: Player,
  command: ConfirmShare,
  context: Context,
): Decision<ShareConfirmed, ConfirmShareRefusal> {
  if (player.role !== 'PARTNER') return refuse('PARTNERS_ONLY');
  const { amount, settlement, fromDay, throughDay, requestedBy, approvedBy } = command;
  // Nobody decides alone, nor about their own money.
  const isOwn = requestedBy === player.id || approvedBy === player.id;
  if (requestedBy === approvedBy || isOwn) return refuse('SECOND_PERSON_NEEDED');
  const wallet = player.wallets.get(command.wallet);
  if (wallet === undefined) return refuse('WALLET_UNSUPPORTED');
  if (amount <= 0n) return refuse('ENTER_AMOUNT');
  if (!isMultiple(amount, wallet.unit)) return refuse('AMOUNT_OFF_UNIT');
  if (book.partner.settlements.has(settlement)) return refuse('ALREADY_PROCESSED');

  // All checks passed: below this line nothing may fail.
  const { currency } = wallet;
  const from = housePurse(player.site, SHARE_HOUSE, currency);
  const to = playerPurse(player.id, wallet.type, 'share');
  const transfers = [{ from, to, currency, amount, reason: 'SHARE_CONFIRMED' }];
  return accept({
    ...playerEvent('SHARE_CONFIRMED', book, player, context, transfers),
    ...{ wallet: wallet.type, amount, settlement, fromDay, throughDay, requestedBy, approvedBy },
  });
}

export type PayShareRefusal = 'SHARE_NOT_FOUND' | 'SECOND_PERSON_NEEDED';

export function payShare(
  book: Book,
  player: Player,
  { share: id, staff }: PayShare,
  context: Context,
): Decision<SharePaid, PayShareRefusal> {
  const share = book.partner.shares.get(id);
  // That of another partner is refused like one that does not exist.
  if (share?.player !== player.id) return refuse('SHARE_NOT_FOUND');
  if (staff === player.id) return refuse('SECOND_PERSON_NEEDED');

  // All checks passed: below this line nothing may fail.
  const { amount, settlement } = share;
  const wallet = player.wallets.get(share.wallet);
  assert(wallet !== undefined, 'a share lies in a wallet of its partner');
  const { currency, free } = wallet;
  const from = playerPurse(player.id, wallet.type, 'share');
  const transfers = [{ from, to: free, currency, amount, reason: 'SHARE_PAID' }];
  return accept({
    ...playerEvent('SHARE_PAID', book, player, context, transfers),
    ...{ share: id, settlement, wallet: wallet.type, amount, staff },
  });
}
