// How a group of the tree is kept: accounts as their purses, which are fewer bytes than their hashes; nodes above them
// as hash and sums.
import { createHash, hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { amount } from '@maru/engine/amount';
import { type PlayerId, playerId } from '@maru/engine/purse';
import { comparePurses, type LeafPurse } from '@maru/engine/solvency/leaf';
import type { SolvencyNode, TextHash } from '@maru/engine/solvency/node';

export const fastHash: TextHash = (text) => hash('sha256', text);

/** The same as in `accountsByNonce`. */
export function nonceOf(key: Uint8Array, player: PlayerId): Uint8Array {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(player));
  return createHash('sha256').update(key).update(number).digest();
}

/** The usual level (6) takes half as long again and saves a sixteenth. */
const LEVEL = 2;

const pack = (lines: readonly string[]): Uint8Array =>
  deflateRawSync(JSON.stringify(lines), { level: LEVEL });
const unpack = (body: Uint8Array): readonly string[] =>
  JSON.parse(inflateRawSync(body).toString()) as readonly string[];

/** An account with its purses as the database lists them. */
export interface AccountLine {
  readonly player: PlayerId;
  /** `7:BINARY:free KRW 100.00000000` for each purse, with bars between them; null without any. */
  readonly purses: string | null;
}

export const packAccounts = (accounts: readonly AccountLine[]): Uint8Array =>
  pack(accounts.map(({ player, purses }) => `${player};${purses ?? ''}`));

export const unpackAccounts = (body: Uint8Array): readonly AccountLine[] =>
  unpack(body).map((line) => {
    const [player = '', purses = ''] = line.split(';');
    return { player: playerId(Number(player)), purses: purses === '' ? null : purses };
  });

/** In the order of the leaf's text. */
export const pursesOf = ({ purses }: AccountLine): readonly LeafPurse[] =>
  purses === null ? [] : purses.split('|').map(purseOf).sort(comparePurses);

/** `7:BINARY:free KRW 100.00000000` */
function purseOf(text: string): LeafPurse {
  const wallet = text.indexOf(':') + 1;
  const kind = text.indexOf(':', wallet) + 1;
  const currency = text.indexOf(' ', kind) + 1;
  const balance = text.indexOf(' ', currency) + 1;
  return {
    wallet: text.slice(wallet, kind - 1),
    kind: text.slice(kind, currency - 1),
    currency: text.slice(currency, balance - 1),
    balance: amount(text.slice(balance)),
  };
}

export const packNodes = (nodes: readonly SolvencyNode[]): Uint8Array =>
  pack(nodes.map((node) => `${node.hash} ${node.sums.join(' ')}`));

export const unpackNodes = (body: Uint8Array): readonly SolvencyNode[] =>
  unpack(body).map((line) => {
    const [own = '', ...sums] = line.split(' ');
    return { hash: own, sums: sums.map(BigInt) };
  });
