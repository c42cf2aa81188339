// One account on one day as the tree of balances has it: every purse of every wallet. The nonce is secret to everybody
// but the player, so that nobody finds a balance by trying out texts.
import type { Amount } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Currency, PlayerId, SiteId, WalletType } from '../purse.ts';
import { isHex } from '../sha256.ts';
import type { SolvencyNode, TextHash } from './node.ts';

export const SOLVENCY_RULE_NAME = 'maru-solvency-1' as const;

/** Which day of which site a tree belongs to. */
export interface SolvencyDay {
  readonly site: SiteId;
  /** The Korean date on which the root was due: `2026-11-17`. */
  readonly date: string;
}

export interface LeafPurse {
  readonly wallet: WalletType;
  readonly kind: string;
  readonly currency: Currency;
  readonly balance: Amount;
}

export interface SolvencyLeaf {
  readonly player: PlayerId;
  /** 32 bytes in hex, other ones every day. */
  readonly nonce: string;
  /** By wallet, then by kind, each once. */
  readonly purses: readonly LeafPurse[];
}

/** Names in hashed texts: without spaces and bars, so that two accounts never have the same text. */
const NAME = /^[A-Za-z0-9:_-]{1,40}$/;
const NONCE_BYTES = 32;
/** Names come again for every account; each is looked at once. */
const plain = new Set<string>();
const MOST_REMEMBERED = 1_000;

export function isPlainName(name: string): boolean {
  if (plain.has(name)) return true;
  if (!NAME.test(name)) return false;
  if (plain.size < MOST_REMEMBERED) plain.add(name);
  return true;
}

export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export const comparePurses = (a: LeafPurse, b: LeafPurse): number =>
  compareText(a.wallet, b.wallet) || compareText(a.kind, b.kind);

/** Whether a leaf can be written in one way only. */
export const isWritable = ({ player, nonce, purses }: SolvencyLeaf): boolean =>
  Number.isSafeInteger(player) && player > 0 && isHex(nonce, NONCE_BYTES) && arePlain(purses);

function arePlain(purses: readonly LeafPurse[]): boolean {
  let before: LeafPurse | undefined;
  for (const purse of purses) {
    if (before !== undefined && comparePurses(before, purse) >= 0) return false;
    if (!isPlainName(purse.wallet) || !isPlainName(purse.kind) || !isPlainName(purse.currency)) return false;
    before = purse;
  }
  return true;
}

/** Amounts are whole numbers of 1e-8. */
export function leafText({ site, date }: SolvencyDay, leaf: SolvencyLeaf): string {
  let text = `leaf|${SOLVENCY_RULE_NAME} ${site} ${date}|${leaf.player} ${leaf.nonce}`;
  for (const { wallet, kind, currency, balance } of leaf.purses)
    text += `|${wallet} ${kind} ${currency} ${balance}`;
  return text;
}

/** What an account adds to the sums of each currency of the tree; undefined if it has one that the tree has not. */
export function leafSums(
  currencies: readonly Currency[],
  { purses }: SolvencyLeaf,
): readonly bigint[] | undefined {
  const sums = new Array<bigint>(currencies.length * 2).fill(0n);
  for (const { currency, balance } of purses) {
    const place = currencies.indexOf(currency) * 2;
    if (place < 0) return undefined;
    if (balance >= 0n) sums[place] = (sums[place] as bigint) + balance;
    else sums[place + 1] = (sums[place + 1] as bigint) - balance;
  }
  return sums;
}

export function leafNode(
  tree: { readonly day: SolvencyDay; readonly currencies: readonly Currency[]; readonly hash: TextHash },
  leaf: SolvencyLeaf,
): SolvencyNode {
  // Whoever makes the tree also makes the nonces: a look at each digit would cost as much as hashing it.
  assert(leaf.nonce.length === NONCE_BYTES * 2, 'a nonce is 32 bytes in hex');
  assert(arePlain(leaf.purses), 'an account of the tree has plain names, and each purse once and in order');
  const sums = leafSums(tree.currencies, leaf);
  assert(sums !== undefined, 'the tree of balances has every currency of its accounts');
  return { hash: tree.hash(leafText(tree.day, leaf)), sums };
}
