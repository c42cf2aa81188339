// What the book holds of partners: shares that are confirmed and not paid. What is accrued is no money yet and stands in
// the tables alone; what is paid is history.
import { toDecimal } from '../amount.ts';
import { addNumber, addText, addUnits, begin, finish, PARTNER_SHARE } from '../digest.ts';
import type { PlayerId } from '../purse.ts';
import type { ShareConfirmed } from './events.ts';

export interface ConfirmedShare extends Pick<ShareConfirmed, 'id' | 'wallet' | 'amount' | 'settlement'> {
  readonly player: PlayerId;
}

export interface PartnerState {
  readonly shares: Map<number, ConfirmedShare>;
  /** The settlements of these shares. */
  readonly settlements: Set<number>;
}

export const emptyPartner = (): PartnerState => ({ shares: new Map(), settlements: new Set() });

/** Also used when a book is loaded. */
export function putShare({ shares, settlements }: PartnerState, share: ConfirmedShare): void {
  shares.set(share.id, share);
  settlements.add(share.settlement);
}

export function shareDigest({ id, player, wallet, amount, settlement }: ConfirmedShare): bigint {
  begin(PARTNER_SHARE);
  addNumber(id);
  addNumber(player);
  addText(wallet);
  addUnits(amount);
  addNumber(settlement);
  return finish();
}

export const describeShare = ({ id, player, wallet, amount, settlement }: ConfirmedShare): string =>
  `share ${id} ${player} ${wallet} ${toDecimal(amount)} of ${settlement}`;
