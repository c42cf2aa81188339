// Where money lies. A purse is named by what it is for; the name is its key in the book, the journal and the tables.
import type { Amount } from './amount.ts';
import { assert } from './assert.ts';

declare const brand: unique symbol;
export type PlayerId = number & { readonly [brand]: 'PlayerId' };
export type SiteId = number & { readonly [brand]: 'SiteId' };
export type PurseId = string & { readonly [brand]: 'PurseId' };

/** `BINARY`, `FUTURES` or a coin's code; which of them exist is a setting of the site. */
export type WalletType = string;
export type Currency = string;

/** docs/rules.md 6.1. `wait` is what the wire calls gameWaitPoint. */
export const PLAYER_PURSE_KINDS = [
  'free',
  'wait',
  'posMargin',
  'withdrawHold',
  'convertHold',
  /** What a partner has earned and was not paid yet. */
  'share',
  'debt',
] as const;
export type PlayerPurseKind = (typeof PLAYER_PURSE_KINDS)[number];

/**
 * Everything that lies in these purses of a wallet, held back or not, less what it owes. What a wallet is worth now and
 * what it was worth then both begin with it.
 */
export function heldIn(purses: Readonly<Partial<Record<PlayerPurseKind, Amount>>>): Amount {
  let total = 0n;
  for (const kind of PLAYER_PURSE_KINDS) total += purses[kind] ?? 0n;
  return total as Amount;
}

export interface Purse {
  readonly id: PurseId;
  readonly site: SiteId;
  readonly owner: PlayerId | undefined;
  readonly currency: Currency;
  /** Written only by `setBalance`, which updates the digest. */
  balance: Amount;
  /** What a unit in it counts in the digest. */
  readonly weight: bigint;
  /** Shared by all purses of its site and currency: what came to them less what left them, which must be nothing. */
  readonly drift: BigInt64Array;
}

function positiveInteger(value: number, what: string): number {
  assert(Number.isSafeInteger(value) && value > 0, `${what} is a positive integer`);
  return value;
}

export const playerId = (value: number): PlayerId => positiveInteger(value, 'a player id') as PlayerId;
/** The player of commands of the platform itself, which freezes and pays rounds. No account has this number. */
export const HOUSE = 0 as PlayerId;
export const siteId = (value: number): SiteId => positiveInteger(value, 'a site id') as SiteId;

export const playerPurse = (player: PlayerId, wallet: WalletType, kind: PlayerPurseKind): PurseId =>
  `${player}:${wallet}:${kind}` as PurseId;

/** The house's own purses, one per site, purpose and currency: `house:1:practice:KRW`. They may owe. */
export const housePurse = (site: SiteId, purpose: string, currency: Currency): PurseId =>
  `house:${site}:${purpose}:${currency}` as PurseId;

/** What a player owes after a payment was taken back: the one purse of a player that may be below zero. */
export const isDebt = (id: PurseId): boolean => id.endsWith(':debt');

export const isHouse = (id: PurseId): boolean => id.startsWith('house:');

/** Whose purse it is; undefined for a purse of the house. */
export const ownerOf = (id: PurseId): PlayerId | undefined =>
  isHouse(id) ? undefined : (Number(id.slice(0, id.indexOf(':'))) as PlayerId);
