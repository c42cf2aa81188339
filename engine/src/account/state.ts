// What the account itself has open: money that is set aside until the caller that held it releases it.
import { toDecimal } from '../amount.ts';
import { addNumber, addText, addUnits, begin, finish, HOLD } from '../digest.ts';
import type { PlayerId } from '../purse.ts';
import type { FundsHeld } from './events.ts';

export interface Hold extends Pick<FundsHeld, 'id' | 'wallet' | 'amount' | 'purpose'> {
  readonly player: PlayerId;
}

export interface AccountState {
  readonly holds: Map<number, Hold>;
}

export function holdDigest({ id, player, wallet, amount, purpose }: Hold): bigint {
  begin(HOLD);
  addNumber(id);
  addNumber(player);
  addText(wallet);
  addUnits(amount);
  addText(purpose);
  return finish();
}

export const describeHold = ({ id, player, wallet, amount, purpose }: Hold): string =>
  `hold ${id} ${player} ${wallet} ${toDecimal(amount)} ${JSON.stringify(purpose)}`;
