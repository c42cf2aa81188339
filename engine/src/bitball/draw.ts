// The draw (docs/rules.md 2.4): nothing but the seed, the round's number and the salt. The seed is sealed before the
// first bet, the salt comes from outside after the last one, so neither we nor anybody else can choose the balls.
import { assert } from '../assert.ts';
import { bytesOfHex, bytesOfText, hexOf, hmacSha256, isHex, sha256 } from '../sha256.ts';

const BALLS_MOST = 28;
const BALLS_DRAWN = 5;
const POWERS = 10;
const SEED_BYTES = 32;

export interface Draw {
  /** Five different numbers of 1..28, in the order in which they came. */
  readonly balls: readonly number[];
  /** One of 0..9. */
  readonly power: number;
}

export interface DrawInput {
  /** 64 hexadecimal digits. */
  readonly seed: string;
  readonly round: number;
  readonly salt: string;
}

export const isSeed = (text: string): boolean => isHex(text, SEED_BYTES);

/** What is published before betting opens: the hash of the seed's bytes, not of its digits. */
export const commitOf = (seed: string): string => hexOf(sha256(bytesOfHex(seed)));

/** The words of the round's stream, four bytes each, without end. */
export function* wordsOf({ seed, round, salt }: DrawInput): Generator<number, never> {
  const key = bytesOfHex(seed);
  for (let index = 0; ; index += 1) {
    const block = hmacSha256({ key, message: bytesOfText(`${round}:${salt}:${index}`) });
    const view = new DataView(block.buffer);
    for (let at = 0; at < block.length; at += 4) yield view.getUint32(at);
  }
}

/** A number under `most`, each equally likely: words of the last incomplete run of `most` are left out. */
export function below(words: Iterator<number, never>, most: number): number {
  const fair = Math.floor(2 ** 32 / most) * most;
  for (;;) {
    const word = words.next().value;
    if (word < fair) return word % most;
  }
}

export function drawOf(input: DrawInput): Draw {
  assert(isSeed(input.seed), 'a seed is 32 bytes');
  const words = wordsOf(input);
  const urn = Array.from({ length: BALLS_MOST }, (_, index) => index + 1);
  for (let place = 0; place < BALLS_DRAWN; place += 1) {
    const from = place + below(words, BALLS_MOST - place);
    const ball = urn[from] as number;
    urn[from] = urn[place] as number;
    urn[place] = ball;
  }
  return { balls: urn.slice(0, BALLS_DRAWN), power: below(words, POWERS) };
}

export const sumOf = ({ balls }: Pick<Draw, 'balls'>): number => balls.reduce((sum, ball) => sum + ball, 0);
