// Numbers that look random but are computed: the same seed, stream and index give the same number, at any time, in any
// order. Every stream has keys of its own from a cryptographic hash, so that nobody can find the seed from prices by
// trying seeds, and predict tomorrow's market. This is for practice money; real money needs a real feed.
import { createHash } from 'node:crypto';

/** Evenly spread over [0, 1). */
export type Dice = (index: number) => number;

export function diceOf(seed: string, stream: string): Dice {
  const digest = createHash('sha256').update(`${seed}\n${stream}`).digest();
  const first = digest.readInt32LE(0);
  const second = digest.readInt32LE(4);
  const third = digest.readInt32LE(8);
  return (index) => {
    let h = Math.imul(index ^ first, 0x85ebca6b);
    h = Math.imul((h ^ (h >>> 15)) + second, 0xc2b2ae35);
    h = Math.imul(h ^ (h >>> 13) ^ third, 0x27d4eb2f);
    h = Math.imul((h ^ (h >>> 16)) + first, 0x165667b1);
    return ((h ^ (h >>> 15)) >>> 0) / 4_294_967_296;
  };
}
