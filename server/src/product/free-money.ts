// The free money of everybody who has something open in a product, as the durable events leave it.
import { type Amount, ZERO } from '@maru/engine/amount';
import { isPacked } from '@maru/engine/payment/shares';
import type { AnyEvent } from '@maru/engine/products';
import { ownerOf, type PlayerId, type PurseId, playerPurse, type WalletType } from '@maru/engine/purse';
import type { BalanceAfter } from '@maru/engine/transfer';
import { eventsSeen } from '@maru/engine/view';

export interface FreeMoney {
  note(balance: BalanceAfter): void;
  /** The next durable event, of whatever product, once the product itself has followed it. */
  follow(event: AnyEvent): void;
  forget(player: PlayerId): void;
  of(player: PlayerId, wallet: WalletType): Amount;
}

interface Balance {
  readonly purse: PurseId;
  balance: Amount;
}

export function createFreeMoney(holds: (player: PlayerId) => boolean): FreeMoney {
  /** One balance of most; a list of a few costs a fraction of a map. */
  const free = new Map<PlayerId, Balance[]>();

  function note({ purse, balance }: BalanceAfter): void {
    if (!purse.endsWith(':free')) return;
    const player = ownerOf(purse);
    if (player === undefined || !holds(player)) return;
    const own = free.get(player);
    const known = own?.find((each) => each.purse === purse);
    if (own === undefined) free.set(player, [{ purse, balance }]);
    else if (known === undefined) own.push({ purse, balance });
    else known.balance = balance;
  }

  return {
    note,
    follow(event) {
      if (!isPacked(event)) for (const each of event.after) note(each);
      // A payment packs the balances of thousands, few of whom hold anything here.
      else for (const { after } of eventsSeen(event, holds).values()) for (const each of after) note(each);
    },
    forget: (player) => void free.delete(player),
    of(player, wallet) {
      const purse = playerPurse(player, wallet, 'free');
      return free.get(player)?.find((each) => each.purse === purse)?.balance ?? ZERO;
    },
  };
}
