// How an earcon is played, in a file of its own: nothing plays before the first tap, so no first screen waits for it.
import { EARCONS } from './earcons.ts';
import type { EarconName } from './sound-rules.ts';
import { type AudioWorld, strike } from './strike.ts';

export type PlayEarcon = (world: AudioWorld, out: AudioNode, atS: number, name: EarconName) => void;

export const playEarcon: PlayEarcon = (world, out, atS, name) => {
  for (const each of EARCONS[name]) strike(world, out, atS, each);
};
