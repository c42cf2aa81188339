// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) over bytes: the same code seals and draws on the server and rechecks in
// the browser and offline, where nothing but the language is at hand.
import { assert } from '../assert.ts';

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
const ROUND_WORDS = Uint32Array.from(
  `428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5
   d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174
   e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da
   983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967
   27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85
   a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070
   19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3
   748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2`.split(/\s+/),
  (word) => Number.parseInt(word, 16),
);

/** The same of the square roots of the first eight. */
const FIRST_STATE = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const padded = padded512(message);
  const view = new DataView(padded.buffer);
  const state = Uint32Array.from(FIRST_STATE);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(at + index * 4);
    mix(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

/** A one bit, zeros, and the length in bits fill the last block. */
function padded512(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil((message.length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const padded = new Uint8Array(blocks * BLOCK_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - LENGTH_BYTES, BigInt(message.length) * 8n);
  return padded;
}

function mix(state: Uint32Array, words: Uint32Array): void {
  const word = (index: number): number => words[index] as number;
  for (let index = 16; index < 64; index += 1) {
    const early = word(index - 15);
    const late = word(index - 2);
    const spread =
      (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
    words[index] = word(index - 16) + word(index - 7) + spread;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUND_WORDS[index] as number) + word(index);
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  // A Uint32Array keeps each sum to its 32 bits.
  for (const [index, each] of [a, b, c, d, e, f, g, h].entries())
    state[index] = (state[index] as number) + each;
}

type Eight = [number, number, number, number, number, number, number, number];

export function hmacSha256({ key, message }: HmacInput): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const inner = sha256(joined(block.map(inside), message));
  return sha256(joined(block.map(outside), inner));
}

export interface HmacInput {
  readonly key: Uint8Array;
  readonly message: Uint8Array;
}

const inside = (byte: number): number => byte ^ 0x36;
const outside = (byte: number): number => byte ^ 0x5c;

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

const HEX = /^(?:[0-9a-f]{2})*$/;

/** Two small letters or digits for each byte. */
export const isHex = (text: string, bytes: number): boolean => text.length === bytes * 2 && HEX.test(text);

export function bytesOfHex(text: string): Uint8Array {
  assert(HEX.test(text), 'bytes are written in pairs of 0-9 and a-f');
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
  );
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What is hashed here has only plain characters; one byte each. */
export function bytesOfText(text: string): Uint8Array {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  assert(/^[\x20-\x7e]*$/.test(text), 'a hashed text has only plain characters');
  return bytes;
}
