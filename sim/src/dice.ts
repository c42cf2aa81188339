// Random numbers from the seed alone. Every draw has a name (stream and numbers) and no place in a sequence: leaving
// one command or one fault out of a run does not change what the others get.

export const streams = { workload: 1, schedule: 2, faults: 3, latency: 4, prices: 5, knobs: 6, network: 7 };
export type Stream = keyof typeof streams;

/** 32 well mixed bits of the seed and the numbers that name the draw. */
export function mix(seed: number, a: number, b = 0, c = 0, d = 0): number {
  let bits = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  bits = stir(bits, a);
  bits = stir(bits, b);
  bits = stir(bits, c);
  bits = stir(bits, d);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function stir(bits: number, part: number): number {
  let next = Math.imul(bits ^ part, 0xcc9e2d51);
  next = (next << 15) | (next >>> 17);
  next = Math.imul(next ^ (next >>> 13), 0x1b873593);
  return next ^ (next >>> 16);
}

const TWO_32 = 4_294_967_296;

/** A number in [0, 1) for the named draw. */
export const share = (seed: number, a: number, b = 0, c = 0, d = 0): number => mix(seed, a, b, c, d) / TWO_32;

export interface Dice {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number;
  chance(rate: number): boolean;
  pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number];
}

/** A sequence of numbers for one named draw. */
export function diceFor(seed: number, stream: Stream, a = 0, b = 0): Dice {
  let state = mix(seed, streams[stream], a, b, 0x51ed);
  const throwOne = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / TWO_32;
  };
  const below = (limit: number) => Math.floor(throwOne() * limit);
  return {
    below,
    chance: (rate) => throwOne() < rate,
    pick: (items) => items[below(items.length)],
  };
}
