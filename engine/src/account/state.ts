// What the account itself has open: money that is set aside until the caller that held it releases it.
import { type Amount, toDecimal } from '../amount.ts';
import { addNumber, addText, addUnits, begin, finish, HOLD } from '../digest.ts';
import type { PlayerId, WalletType } from '../purse.ts';

export interface Hold {
  readonly id: number;
  readonly player: PlayerId;
  readonly wallet: WalletType;
  readonly amount: Amount;
  readonly purpose: string;
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
