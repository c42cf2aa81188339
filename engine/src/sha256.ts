// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) over bytes: the same code seals and draws on the server and rechecks in the
// browser and offline, where only the language itself is available.
import { assert } from './assert.ts';

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
const ROUND_WORDS = Int32Array.from(
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
const FIRST_STATE = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);

/** The words of the current block: hashing a block begins and ends in one call, so all of them share the place. */
const WORDS = new Int32Array(64);

const rotateRight = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export const sha256 = (message: Uint8Array): Uint8Array => digestFrom(FIRST_STATE, message, 0);

/** The rest of a hash of which so many bytes, whole blocks, are in the state already. */
function digestFrom(begun: Int32Array, message: Uint8Array, bytesBefore: number): Uint8Array {
  const state = begun.slice();
  const end = Math.ceil((message.length + 1 + LENGTH_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
  for (let at = 0; at < end; at += BLOCK_BYTES) {
    readBlock(message, at);
    if (at + BLOCK_BYTES === end) {
      const bits = (bytesBefore + message.length) * 8;
      WORDS[14] = Math.floor(bits / 2 ** 32);
      WORDS[15] = bits;
    }
    mix(state);
  }
  const digest = new Uint8Array(32);
  for (let index = 0; index < 32; index += 1) {
    digest[index] = (state[index >>> 2] as number) >>> shiftOf(index);
  }
  return digest;
}

/** How far the byte at this place is from the right end of its word. */
const shiftOf = (place: number): number => 24 - (place & 3) * 8;

/** The block of the message that begins here; after the message come a one bit and zeros. */
function readBlock(message: Uint8Array, from: number): void {
  WORDS.fill(0, 0, 16);
  const count = Math.min(message.length - from, BLOCK_BYTES);
  for (let place = 0; place < count; place += 1) {
    WORDS[place >>> 2] =
      (WORDS[place >>> 2] as number) | ((message[from + place] as number) << shiftOf(place));
  }
  if (count >= 0 && count < BLOCK_BYTES) {
    WORDS[count >>> 2] = (WORDS[count >>> 2] as number) | (0x80 << shiftOf(count));
  }
}

function mix(state: Int32Array): void {
  for (let index = 16; index < 64; index += 1) {
    const early = WORDS[index - 15] as number;
    const late = WORDS[index - 2] as number;
    const spread =
      (rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3)) +
      (rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10));
    WORDS[index] = (WORDS[index - 16] as number) + (WORDS[index - 7] as number) + spread;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const chosen = (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + choice;
    const first = (h + chosen + (ROUND_WORDS[index] as number) + (WORDS[index] as number)) | 0;
    const second = (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  // An Int32Array keeps each sum to its 32 bits.
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

export const hmacSha256 = ({ key, message }: HmacInput): Uint8Array => hmacSha256With(key)(message);

/** The same for many messages: the two blocks of the key are hashed once. */
export function hmacSha256With(key: Uint8Array): (message: Uint8Array) => Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const inner = stateAfter(block.map(inside));
  const outer = stateAfter(block.map(outside));
  return (message) => digestFrom(outer, digestFrom(inner, message, BLOCK_BYTES), BLOCK_BYTES);
}

function stateAfter(block: Uint8Array): Int32Array {
  const state = FIRST_STATE.slice();
  readBlock(block, 0);
  mix(state);
  return state;
}

export interface HmacInput {
  readonly key: Uint8Array;
  readonly message: Uint8Array;
}

const inside = (byte: number): number => byte ^ 0x36;
const outside = (byte: number): number => byte ^ 0x5c;

const HEX = /^(?:[0-9a-f]{2})*$/;

/** Two small letters or digits for each byte. */
export const isHex = (text: string, bytes: number): boolean => text.length === bytes * 2 && HEX.test(text);

export function bytesOfHex(text: string): Uint8Array {
  assert(HEX.test(text), 'bytes are written in pairs of 0-9 and a-f');
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = (digitAt(text, index * 2) << 4) | digitAt(text, index * 2 + 1);
  }
  return bytes;
}

/** Letters follow the digits after a gap of 39 characters. */
function digitAt(text: string, place: number): number {
  const code = text.charCodeAt(place) - 48;
  return code > 9 ? code - 39 : code;
}

const DIGITS = '0123456789abcdef';

export function hexOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += DIGITS.charAt(byte >>> 4) + DIGITS.charAt(byte & 15);
  return text;
}

/** What is hashed here has only plain characters; one byte each. */
export function bytesOfText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    assert(code >= 0x20 && code <= 0x7e, 'a hashed text has only plain characters');
    bytes[index] = code;
  }
  return bytes;
}
