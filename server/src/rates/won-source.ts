// Where the won price of a dollar coin comes from. A market's own source goes behind the same interface; until one is
// connected the rate is simulated and says so.
import { type Rate, rateOfUnits } from '@maru/engine/amount';
import type { Quote } from '@maru/engine/rates/exchange-rate';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis } from '@maru/engine/time';
import { diceOf } from '../feed/dice.ts';

export interface WonSource {
  /** Won for one USDT. Throws when the source does not answer: the last rate then grows old. */
  quote(now: Millis): Promise<Quote>;
}

const MEAN_WON = 1_385.5;
/** Each wave moves the rate by so much at most, as a part of it, between two points that are so far apart. */
const WAVES = [
  { everyMs: 10 * MINUTE_MS, most: 0.000_4 },
  { everyMs: 3 * HOUR_MS, most: 0.002 },
  { everyMs: DAY_MS, most: 0.005 },
] as const;
const UNITS_PER_JEON = 1_000_000n;

/** The same seed and instant give the same rate, in steps of a hundredth of a won. */
export function simulatedWon(seed: string): (at: Millis) => Rate {
  const waves = WAVES.map((wave) => ({ ...wave, dice: diceOf(seed, `won ${wave.everyMs}`) }));
  return (at) => {
    let moved = 0;
    for (const { everyMs, most, dice } of waves) {
      const place = Math.floor(at / everyMs);
      const part = (at % everyMs) / everyMs;
      // Without a bend at the points.
      const eased = part * part * (3 - 2 * part);
      moved += most * (2 * (dice(place) * (1 - eased) + dice(place + 1) * eased) - 1);
    }
    return rateOfUnits(BigInt(Math.round(MEAN_WON * (1 + moved) * 100)) * UNITS_PER_JEON);
  };
}

export function createSimulatedWon(seed: string): WonSource {
  const rateAt = simulatedWon(seed);
  return { quote: async (now) => ({ rate: rateAt(now), source: 'SIMULATED', at: now }) };
}
