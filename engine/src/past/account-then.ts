// An account as one value: what it held, owed and had open, read from a book. The same function describes the live book
// and one that was folded from the account's own history, so the two can be compared.
import type { Amount } from '../amount.ts';
import type { Book } from '../book.ts';
import { everyProduct } from '../products.ts';
import {
  type Currency,
  PLAYER_PURSE_KINDS,
  type PlayerId,
  type PlayerPurseKind,
  playerPurse,
  type WalletType,
} from '../purse.ts';
import { balanceOf } from '../transfer.ts';
import type { OpenThing } from './open-thing.ts';

export interface WalletThen {
  readonly type: WalletType;
  readonly currency: Currency;
  readonly places: number;
  readonly run: number;
  readonly purses: Readonly<Record<PlayerPurseKind, Amount>>;
}

export type OwnedThing = OpenThing & { readonly product: string };

export interface AccountThen {
  /** The number of the last event of the account's own history that is in it. */
  readonly seq: number;
  readonly blocked: boolean;
  readonly wallets: readonly WalletThen[];
  /** By product, and in the order of their numbers. */
  readonly open: readonly OwnedThing[];
}

/** Undefined while the account is not open yet. */
export function accountIn(book: Book, player: PlayerId): AccountThen | undefined {
  const account = book.players.get(player);
  if (account === undefined) return undefined;
  const { seq, blocked } = account;
  const wallets = Array.from(account.wallets.values(), ({ type, currency, places, run }) => {
    const held = PLAYER_PURSE_KINDS.map((kind) => [kind, balanceOf(book, playerPurse(player, type, kind))]);
    return { type, currency, places, run, purses: Object.fromEntries(held) as WalletThen['purses'] };
  });
  const open = everyProduct.flatMap(({ name, openThings }) =>
    Array.from(
      openThings?.(book[name], player) ?? [],
      (thing): OwnedThing => ({ ...thing, product: name }),
    ).sort((one, other) => one.id - other.id),
  );
  return { seq, blocked, wallets, open };
}
