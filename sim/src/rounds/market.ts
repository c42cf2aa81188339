// The prices of an offer as a function of the seed: they run, pause, repeat, come late and come in pairs, and they fall
// on the edges of a round more often than by chance.
import { type Price, priceOfUnits } from '@maru/engine/amount';
import type { Millis } from '@maru/engine/time';
import { diceFor, mix, share, streams } from '../dice.ts';

export interface FeedTick {
  readonly ts: Millis;
  readonly seq: number;
  readonly price: Price;
  readonly arrivesMs: number;
}

/** Rounds open on multiples of this too. */
const SLOT_MS = 1_500;
const STRETCH_MS = 30_000;
const DEAD_SILENCE = 0.07;
const SILENCE = 0.22;
const FLAT = 0.3;

/** All that happened in `[from, to]`, in order, whenever it arrived. */
export function ticksIn(seed: number, offer: number, from: number, to: number): readonly FeedTick[] {
  const ticks: FeedTick[] = [];
  for (let slot = Math.floor(from / SLOT_MS); slot * SLOT_MS <= to; slot += 1) {
    const mood = share(seed, streams.prices, offer, Math.floor((slot * SLOT_MS) / STRETCH_MS), 1);
    const dice = diceFor(seed, 'prices', offer, slot);
    if (mood < DEAD_SILENCE || dice.chance(mood < SILENCE ? 0.85 : 0.1)) continue;
    const ts = slot * SLOT_MS + dice.pick([0, 0, 1, SLOT_MS - 1, dice.below(SLOT_MS), dice.below(SLOT_MS)]);
    const step = mood < FLAT ? 0 : dice.below(12);
    const late = dice.chance(0.8) ? 50 : dice.chance(0.7) ? dice.below(2_500) : 10_000;
    const count = dice.chance(0.08) ? 2 : 1;
    for (let nth = 0; nth < count; nth += 1) {
      if (ts < from || ts > to) continue;
      ticks.push({
        ts: ts as Millis,
        seq: slot * 2 + nth,
        price: priceOfUnits(BigInt(100_000 + step + nth) * 100_000n),
        arrivesMs: ts + late,
      });
    }
  }
  return ticks;
}

/** 64 digits that no other draw gives. */
export const seedFor = (seed: number, a: number, b: number): string =>
  Array.from({ length: 8 }, (_, part) =>
    mix(seed, streams.prices, a, b, 100 + part)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
