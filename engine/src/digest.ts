// A running digest of the book: for every figure of state a weight that follows from its name, times the figure,
// added up modulo 2^64. Because it is a sum, it can be updated from a change alone: by the desk with every event, and
// by the tables with every row, without reading what was there before. It finds mistakes and edits; it is no
// signature.
import type { PlayerId, SiteId, WalletType } from './purse.ts';

/**
 * Three sums, so that a difference shows where the mistake is: players' accounts, purses of the house, and what is
 * open.
 */
export interface Digest {
  readonly lanes: BigUint64Array;
}

export const ACCOUNTS = 0;
export const HOUSE_PURSES = 1;
export const OPEN = 2;

export const emptyDigest = (): Digest => ({ lanes: new BigUint64Array(3) });

/** The array cuts every sum to 64 bits. Typed, because this is done for every figure that changes. */
export function addTo({ lanes }: Digest, lane: number, by: bigint): void {
  lanes[lane] = lanes[lane]! + by;
}

/**
 * The sum of what a state has open, when one thing of it changes: what it was, and what it is. A sum without an element
 * is not kept.
 */
export function carry<Thing>(
  sum: BigUint64Array,
  digestOf: (thing: Thing) => bigint,
  before: Thing | undefined,
  after: Thing | undefined,
): void {
  const was = sum[0];
  if (was === undefined) return;
  let by = 0n;
  if (after !== undefined) by += digestOf(after);
  if (before !== undefined) by -= digestOf(before);
  sum[0] = was + by;
}

/** What is hashed: figures of two kinds never have the same weight. */
const PURSE = 1;
const ACCOUNT = 2;
const WALLET = 3;
const SEQ = 4;
const SESSION_VERSION = 5;
const BLOCKED = 6;
const RUN = 7;
const LAST_EVENT = 8;
const LAST_AT = 9;
export const HOLD = 10;
export const BET = 11;
export const ROUND = 12;
export const DRAW_BET = 13;
export const DRAW_ROUND = 14;
export const ORDER = 15;
export const POSITION = 16;
export const FUTURES_ORDER = 17;
export const FUTURES_POSITION = 18;
export const FUTURES_FUNDED = 19;
export const FUTURES_FUNDING = 20;
export const LIMITS = 21;
export const LIMITS_RATE = 22;
export const CASHIER_REQUEST = 23;
export const CASHIER_COUPON = 24;
export const CASHIER_COUPON_USE = 25;
export const CASHIER_BONUS = 26;
export const COPY_TRADER = 27;
export const COPY_FOLLOW = 28;
export const COPY_OPEN = 29;
export const COPY_LEAD = 30;
export const PARTNER_SHARE = 31;

const figure = new BigInt64Array(1);
const words = new Int32Array(figure.buffer);
figure[0] = 1n;
const LOW = words[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

/** The hash being computed. Nothing here is async, so there is never more than one. */
let first = 0;
let second = 0;

export function begin(kind: number): void {
  first = Math.imul(kind, 0x9e37_79b1);
  second = ~first;
}

function addWord(word: number): void {
  first = Math.imul(first ^ word, 0x85eb_ca6b);
  first = (Math.imul((first << 13) | (first >>> 19), 5) + 0x6546_b64) | 0;
  second = Math.imul(second ^ word ^ (first >>> 15), 0xc2b2_ae35);
  second = (((second << 15) | (second >>> 17)) + first) | 0;
}

/** A whole number that is exact in JavaScript. */
export function addNumber(value: number): void {
  addWord(value | 0);
  addWord(Math.floor(value / 4_294_967_296) | 0);
}

const MOST = 2n ** 63n - 1n;
const LEAST = -(2n ** 63n);

export function addUnits(value: bigint): void {
  figure[0] = value;
  addWord(words[LOW]!);
  addWord(words[HIGH]!);
  // Twice as many words only for figures that need them.
  if (value > MOST || value < LEAST) addUnits(value >> 64n);
}

export function addText(text: string): void {
  addWord(text.length);
  for (let at = 0; at < text.length; at += 1) addWord(text.charCodeAt(at));
}

export function addOptional(value: number | undefined): void {
  addWord(value === undefined ? 0 : 1);
  addNumber(value ?? 0);
}

export function finish(): bigint {
  words[LOW] = finalMix(first ^ (second >>> 16));
  words[HIGH] = finalMix(second ^ Math.imul(first, 0x9e37_79b1));
  return BigInt.asUintN(64, figure[0]!);
}

function finalMix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return mixed ^ (mixed >>> 16);
}

/** Odd, so that no change of one figure by less than 2^64 is lost. */
const asWeight = (hash: bigint): bigint => hash | 1n;

export function purseWeight(id: string): bigint {
  begin(PURSE);
  addText(id);
  return asWeight(finish());
}

function weightOf(kind: number, player: number): bigint {
  begin(kind);
  addNumber(player);
  return asWeight(finish());
}

export const seqWeight = (player: PlayerId): bigint => weightOf(SEQ, player);
export const versionWeight = (player: PlayerId): bigint => weightOf(SESSION_VERSION, player);
export const blockedWeight = (player: PlayerId): bigint => weightOf(BLOCKED, player);

export function runWeight(player: PlayerId, type: WalletType): bigint {
  begin(RUN);
  addNumber(player);
  addText(type);
  return asWeight(finish());
}

export interface DigestedWallet {
  readonly type: string;
  readonly currency: string;
  readonly places: number;
}

/** What never changes about a wallet. */
function walletHash(player: PlayerId, { type, currency, places }: DigestedWallet): bigint {
  begin(WALLET);
  addNumber(player);
  addText(type);
  addText(currency);
  addNumber(places);
  return finish();
}

export interface OpenedAccount {
  readonly id: PlayerId;
  readonly site: SiteId;
  readonly role: string;
  readonly wallets: readonly DigestedWallet[];
}

/** An account as it opens: first session version, first run of every wallet, no event and no money yet. */
export function openedDigest({ id, site, role, wallets }: OpenedAccount): bigint {
  begin(ACCOUNT);
  addNumber(id);
  addNumber(site);
  addText(role);
  let sum = finish() + versionWeight(id);
  for (const wallet of wallets) sum += walletHash(id, wallet) + runWeight(id, wallet.type);
  return BigInt.asUintN(64, sum);
}

export interface DigestedAccount extends OpenedAccount {
  readonly blocked: boolean;
  readonly sessionVersion: number;
  readonly seq: number;
  readonly wallets: readonly (DigestedWallet & { readonly run: number })[];
  readonly purses: Iterable<{ readonly id: string; readonly balance: bigint }>;
}

/** One account with its wallets and purses, from the figures themselves. */
export function accountDigest(account: DigestedAccount): bigint {
  const { id, blocked, sessionVersion, seq, wallets, purses } = account;
  let sum = openedDigest(account) + seqWeight(id) * BigInt(seq);
  sum += versionWeight(id) * BigInt(sessionVersion - 1);
  if (blocked) sum += blockedWeight(id);
  for (const { type, run } of wallets) sum += runWeight(id, type) * BigInt(run - 1);
  for (const purse of purses) sum += purseWeight(purse.id) * purse.balance;
  return BigInt.asUintN(64, sum);
}

const LAST_EVENT_WEIGHT = weightOf(LAST_EVENT, 0);
const LAST_AT_WEIGHT = weightOf(LAST_AT, 0);

/** How far the book is, which belongs to no account: it is added to the sum of what is open. */
export const progressDigest = (lastEvent: number, lastAt: number): bigint =>
  LAST_EVENT_WEIGHT * BigInt(lastEvent) + LAST_AT_WEIGHT * BigInt(lastAt);

/** As a record of the journal carries it. */
export const lanesText = (lanes: readonly bigint[]): string =>
  lanes.map((lane) => BigInt.asUintN(64, lane).toString(16).padStart(16, '0')).join('.');

export const parseLanes = (text: string): readonly bigint[] =>
  text.split('.').map((lane) => BigInt(`0x${lane}`));
