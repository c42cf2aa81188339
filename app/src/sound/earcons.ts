// The eight earcons as scores. Wood means accepted, brass means filled; up is long, down is short.
import type { EarconName } from './sound-rules.ts';

export type Material = 'wood' | 'dampedWood' | 'brass' | 'tick' | 'low';

export interface Strike {
  readonly material: Material;
  readonly hertz: number;
  readonly atMs: number;
  readonly lengthMs: number;
  /** From 0 to 1, before the master's own level. */
  readonly loudness: number;
}

const FOURTH = 4 / 3;
const FIFTH = 3 / 2;

const knock = (hertz: number, atMs: number): Strike => ({
  material: 'wood',
  hertz,
  atMs,
  lengthMs: 110,
  loudness: 0.9,
});

const damped = (hertz: number): Strike => ({
  material: 'dampedWood',
  hertz,
  atMs: 0,
  lengthMs: 90,
  loudness: 0.8,
});

/** The first tone is shorter than the second, so that both end in time. */
const bowls = (first: number, second: number): readonly Strike[] => [
  { material: 'brass', hertz: first, atMs: 0, lengthMs: 200, loudness: 0.6 },
  { material: 'brass', hertz: second, atMs: 95, lengthMs: 250, loudness: 0.7 },
];

const low = (hertz: number, atMs: number): Strike => ({
  material: 'low',
  hertz,
  atMs,
  lengthMs: 150,
  loudness: 0.9,
});

const WOOD = 523;
const BOWL = 392;

export const EARCONS: Readonly<Record<EarconName, readonly Strike[]>> = {
  SUCCESS_LONG: [knock(WOOD, 0), knock(WOOD * FOURTH, 85)],
  SUCCESS_SHORT: [knock(WOOD, 0), knock(WOOD / FOURTH, 85)],
  FILLED_LONG: bowls(BOWL, BOWL * FIFTH),
  FILLED_SHORT: bowls(BOWL * FIFTH, BOWL),
  CANCEL_LONG: [damped(349)],
  CANCEL_SHORT: [damped(262)],
  TICK: [{ material: 'tick', hertz: 1_047, atMs: 0, lengthMs: 40, loudness: 0.35 }],
  // Low, yet high enough for a phone's speaker.
  WARNING: [low(220, 0), low(165, 180)],
};
