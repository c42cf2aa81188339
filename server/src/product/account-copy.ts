// A book that has one account and nothing else: a rule of the engine decides on it what would happen, and nothing does.
import type { Amount } from '@maru/engine/amount';
import { type Book, emptyBook, type Player } from '@maru/engine/book';
import type { PlayerId, PurseId, SiteId } from '@maru/engine/purse';
import { type BalanceAfter, putPurse } from '@maru/engine/transfer';
import type { Wallet } from '@maru/engine/wallet';

export interface AccountCopy {
  readonly book: Book;
  readonly player: Player;
  /** What these purses hold after an event less what they hold now. */
  changeBy(after: readonly BalanceAfter[]): Amount;
}

export function copyAccount({
  id,
  site,
  wallet,
  balances,
}: {
  readonly id: PlayerId;
  readonly site: SiteId;
  readonly wallet: Wallet;
  readonly balances: readonly (readonly [purse: PurseId, balance: Amount])[];
}): AccountCopy {
  const book = emptyBook();
  const player: Player = {
    id,
    site,
    role: 'PLAYER',
    blocked: false,
    sessionVersion: 0,
    seq: 0,
    usedIn: 0,
    wallets: new Map([[wallet.type, wallet]]),
    answers: new Map(),
    olderKeys: undefined,
  };
  book.players.set(id, player);
  for (const [purse, balance] of balances)
    putPurse(book, { id: purse, site, owner: id, currency: wallet.currency, balance });
  return {
    book,
    player,
    changeBy(after) {
      let change = 0n;
      for (const [purse, balance] of balances)
        change += (after.find((each) => each.purse === purse)?.balance ?? balance) - balance;
      return change as Amount;
    },
  };
}
