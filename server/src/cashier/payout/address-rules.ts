// Whether an address of a coin can be right: a wrong character breaks its checksum, and coins that go to a wrong
// address are lost (T-30).
import { hash } from 'node:crypto';
import { bytesOfText, hexOf } from '@maru/engine/sha256';
import { keccak256 } from './keccak.ts';

const BITCOIN_DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const RIPPLE_DIGITS = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const LONGEST = 90;

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

/** The bytes of a base58 text whose last four are the checksum of the rest; undefined when they are not. */
function checkedBase58(text: string, digits: string): Uint8Array | undefined {
  if (text.length === 0 || text.length > LONGEST) return undefined;
  let value = 0n;
  for (const character of text) {
    const digit = digits.indexOf(character);
    if (digit === -1) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const bytes: number[] = [];
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 0xffn));
  // Leading zeros have no value: each is written as the first digit.
  for (const character of text) {
    if (character !== digits[0]) break;
    bytes.unshift(0);
  }
  if (bytes.length < 5) return undefined;
  const payload = Uint8Array.from(bytes.slice(0, -4));
  const check = sha256(sha256(payload)).subarray(0, 4);
  return check.every((byte, index) => byte === bytes[payload.length + index]) ? payload : undefined;
}

const VERSION_AND_HASH = 21;

function isBase58Of(versions: readonly number[], digits = BITCOIN_DIGITS): (text: string) => boolean {
  return (text) => {
    const payload = checkedBase58(text, digits);
    return payload?.length === VERSION_AND_HASH && versions.includes(payload[0] as number);
  };
}

const BECH32_DIGITS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BECH32_STEPS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** BIP 173 for witness version 0, BIP 350 for all later ones. */
const BECH32_SUM = 1;
const BECH32M_SUM = 0x2bc830a3;

function bech32Sum(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, step] of BECH32_STEPS.entries()) if (((top >>> bit) & 1) === 1) sum ^= step;
  }
  return sum >>> 0;
}

/** A segregated-witness address of bitcoin. */
function isBitcoinWitness(text: string): boolean {
  const lower = text.toLowerCase();
  // Upper and lower case must not be mixed.
  if (text !== lower && text !== text.toUpperCase()) return false;
  if (!lower.startsWith('bc1') || lower.length < 14 || lower.length > LONGEST) return false;
  const values = [...lower.slice(3)].map((character) => BECH32_DIGITS.indexOf(character));
  if (values.includes(-1)) return false;
  const prefix = [...'bc'].map((character) => character.charCodeAt(0));
  const expanded = [...prefix.map((code) => code >> 5), 0, ...prefix.map((code) => code & 31)];
  const version = values[0] as number;
  if (version > 16) return false;
  if (bech32Sum([...expanded, ...values]) !== (version === 0 ? BECH32_SUM : BECH32M_SUM)) return false;
  const length = witnessLength(values.slice(1, -6));
  return version === 0 ? length === 20 || length === 32 : length !== undefined && length >= 2 && length <= 40;
}

/** The number of whole bytes in groups of five bits; undefined when what is left over is not padding. */
function witnessLength(groups: readonly number[]): number | undefined {
  const left = (groups.length * 5) % 8;
  const last = groups.at(-1) ?? 0;
  return left > 4 || (last & ((1 << left) - 1)) !== 0 ? undefined : Math.floor((groups.length * 5) / 8);
}

/** EIP-55: the case of the letters is the checksum, so an address without it cannot be checked and is refused. */
function isEthereum(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false;
  const digits = text.slice(2);
  const check = hexOf(keccak256(bytesOfText(digits.toLowerCase())));
  return [...digits].every(
    (digit, index) =>
      digit ===
      (Number.parseInt(check[index] as string, 16) >= 8 ? digit.toUpperCase() : digit.toLowerCase()),
  );
}

/** Names of EOS have no checksum; they must exist on the chain, which only a provider can say. */
const isEosName = (text: string): boolean => /^(?=.{1,12}$)[a-z1-5]([a-z1-5.]*[a-z1-5])?$/.test(text);

const isTron = isBase58Of([0x41]);
const isBitcoin = isBase58Of([0x00, 0x05]);

const RULES: Readonly<Record<string, (text: string) => boolean>> = {
  BTC: (text) => isBitcoin(text) || isBitcoinWitness(text),
  ETH: isEthereum,
  // On the two chains that carry most of it.
  USDT: (text) => isTron(text) || isEthereum(text),
  XRP: isBase58Of([0x00], RIPPLE_DIGITS),
  DOGE: isBase58Of([0x1e, 0x16]),
  EOS: isEosName,
};

export const hasAddresses = (coin: string): boolean => Object.hasOwn(RULES, coin);

export const isAddress = (coin: string, text: string): boolean =>
  hasAddresses(coin) && (RULES[coin]?.(text) ?? false);

/** Many share one address of a coin that needs a tag: without it the coins belong to nobody. */
export const needsTag = (coin: string): boolean => coin === 'XRP';

const HIGHEST_TAG = 0xffff_ffff;

export type TagFault = 'TAG_MISSING' | 'TAG_OUT_OF_RANGE';

export function tagFault(coin: string, tag: string | undefined): TagFault | undefined {
  if (tag === undefined || tag === '') return needsTag(coin) ? 'TAG_MISSING' : undefined;
  if (!needsTag(coin)) return 'TAG_OUT_OF_RANGE';
  return /^(0|[1-9]\d{0,9})$/.test(tag) && Number(tag) <= HIGHEST_TAG ? undefined : 'TAG_OUT_OF_RANGE';
}
