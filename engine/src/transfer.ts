// Money moves only by a transfer, and a transfer names both ends: an unbalanced movement cannot be written down.
import type { Amount } from './amount.ts';
import { assert, Bug } from './assert.ts';
import type { Book } from './book.ts';
import { ACCOUNTS, addTo, HOUSE_PURSES, purseWeight } from './digest.ts';
import type { IsCovered } from './product.ts';
import { type Currency, isDebt, isHouse, ownerOf, type Purse, type PurseId, type SiteId } from './purse.ts';
import type { CachedKind, Wallet } from './wallet.ts';

export interface Transfer {
  readonly from: PurseId;
  readonly to: PurseId;
  readonly currency: Currency;
  readonly amount: Amount;
  readonly reason: string;
}

/** What a player's purse holds after an event: the reply, the push and the account's history show this figure. */
export interface BalanceAfter {
  readonly purse: PurseId;
  readonly balance: Amount;
}

/** Moves the money of one event. Total on every event that a decision made; anything else is a bug and stops the desk. */
export function applyTransfers(
  book: Book,
  site: SiteId,
  transfers: readonly Transfer[],
  isCovered: IsCovered,
): void {
  for (const each of transfers) {
    assert(each.amount > 0n, 'a transfer moves a positive amount');
    assert(each.from !== each.to, 'a transfer has two ends');
    const from = openPurse(book, each.from, site, each.currency);
    const to = openPurse(book, each.to, site, each.currency);
    setBalance(book, from, from.balance - each.amount);
    setBalance(book, to, to.balance + each.amount);
    // Texts of faults are put together only for a fault: this runs for every transfer.
    if (!(from.balance >= 0n || isHouse(from.id) || isDebt(from.id) || isCovered(from)))
      throw new Bug(`only the house may owe: ${from.id}`);
  }
}

/** The only way to write a balance: the digest and the zero sum of the site's currency move with it. */
export function setBalance({ digest }: Pick<Book, 'digest'>, purse: Purse, balance: bigint): void {
  const by = balance - purse.balance;
  purse.balance = balance as Amount;
  addTo(digest, purse.owner === undefined ? HOUSE_PURSES : ACCOUNTS, purse.weight * by);
  purse.drift[0] = purse.drift[0]! + by;
}

/** Money neither appears nor vanishes within a site and currency. Checked after every batch, before it is written. */
export function assertZeroSum({ drifts }: Pick<Book, 'drifts'>): void {
  for (const [where, drift] of drifts)
    assert(drift[0] === 0n, `the money of ${where} no longer adds up to zero: ${drift[0]} units`);
}

/** A purse as it was found in the tables. */
export type StoredPurse = Omit<Purse, 'weight' | 'drift'>;

/** One from the tables, or one that is new and empty. */
export function putPurse(book: Book, purse: StoredPurse): Purse {
  const where = `site ${purse.site} in ${purse.currency}`;
  let drift = book.drifts.get(where);
  if (drift === undefined) {
    drift = new BigInt64Array(1);
    book.drifts.set(where, drift);
  }
  const { id, site, owner, currency, balance } = purse;
  const put: Purse = { id, site, owner, currency, balance, weight: purseWeight(id), drift };
  book.purses.set(id, put);
  noteInWallet(book, put);
  return put;
}

/** The wallet may have noted that there is none, or another one. */
function noteInWallet({ players }: Book, purse: Purse): void {
  const wallets = purse.owner === undefined ? undefined : players.get(purse.owner)?.wallets;
  if (wallets === undefined) return;
  const [, type = '', kind] = purse.id.split(':');
  const noted = wallets.get(type)?.purses;
  if (noted?.[kind as CachedKind] !== undefined) noted[kind as CachedKind] = purse;
}

/** The purse of this name, created when money is first moved to it. */
export function openPurse(book: Book, id: PurseId, site: SiteId, currency: Currency): Purse {
  let purse = book.purses.get(id);
  if (purse === undefined)
    purse = putPurse(book, { id, site, owner: ownerOf(id), currency, balance: 0n as Amount });
  if (purse.currency !== currency) throw new Bug(`${id} holds ${purse.currency}, not ${currency}`);
  if (purse.site !== site) throw new Bug(`${id} belongs to another site`);
  return purse;
}

/** The same as `balanceOf` the name of the purse, which is looked for only once. */
export function balanceIn(book: Book, wallet: Wallet, kind: CachedKind): Amount {
  let purse = wallet.purses[kind];
  if (purse === undefined) {
    purse = book.purses.get(wallet[kind]) ?? null;
    wallet.purses[kind] = purse;
  }
  return purse?.balance ?? (0n as Amount);
}

export const balanceOf = (book: Book, id: PurseId): Amount => book.purses.get(id)?.balance ?? (0n as Amount);

/**
 * What the players' wallets that these transfers touch hold afterwards: always both the free and the waiting purse,
 * because a push shows both.
 */
export function balancesAfter(book: Book, transfers: readonly Transfer[]): readonly BalanceAfter[] {
  const after = new Map<PurseId, bigint>();
  const move = (purse: PurseId, by: bigint) => {
    if (isHouse(purse)) return;
    if (!after.has(purse)) {
      const wallet = purse.slice(0, purse.lastIndexOf(':') + 1);
      for (const kind of SHOWN_KINDS) {
        const shown = `${wallet}${kind}` as PurseId;
        if (!after.has(shown)) after.set(shown, balanceOf(book, shown));
      }
    }
    after.set(purse, (after.get(purse) ?? balanceOf(book, purse)) + by);
  };
  for (const each of transfers) {
    move(each.from, -each.amount);
    move(each.to, each.amount);
  }
  return Array.from(after, ([purse, balance]) => ({ purse, balance: balance as Amount }));
}

/** The same for transfers that touch one wallet only, as most orders do: no names are put together for it. */
export function walletAfter(
  book: Book,
  wallet: Wallet,
  transfers: readonly Transfer[],
): readonly BalanceAfter[] {
  const { free, wait, posMargin } = wallet;
  let freeAfter: bigint = balanceIn(book, wallet, 'free');
  let waitAfter: bigint = balanceIn(book, wallet, 'wait');
  let marginAfter: bigint | undefined;
  for (const { from, to, amount } of transfers) {
    if (from === free) freeAfter -= amount;
    else if (from === wait) waitAfter -= amount;
    else if (from === posMargin) marginAfter = (marginAfter ?? balanceIn(book, wallet, 'posMargin')) - amount;
    if (to === free) freeAfter += amount;
    else if (to === wait) waitAfter += amount;
    else if (to === posMargin) marginAfter = (marginAfter ?? balanceIn(book, wallet, 'posMargin')) + amount;
  }
  const after = [
    { purse: free, balance: freeAfter as Amount },
    { purse: wait, balance: waitAfter as Amount },
  ];
  if (marginAfter !== undefined) after.push({ purse: posMargin, balance: marginAfter as Amount });
  return after;
}

const SHOWN_KINDS = ['free', 'wait'] as const;
