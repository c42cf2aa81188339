// The path of a simulated price as a function of time: no state, no history, any instant at once. The sum of smooth
// noises, each twice as slow as the one before and √2 as large, behaves like a random walk on every scale a chart can
// show, and stays near its level because the slowest of them is bounded.
import { DAY_MS, HOUR_MS } from '@maru/engine/time';
import { type Dice, diceOf } from './dice.ts';
import type { Rhythm, SimulatedLevel } from './simulated-levels.ts';

const FASTEST_SECONDS = 1.7;
const OCTAVES = 23;
/** Octaves below this are the noise of single trades; the mark price is the path without them. */
const MARK_FROM_OCTAVE = 5;
/** Scales the moves of one minute to the yearly move; measured by the test beside this file. */
const CALIBRATION = 0.74;
const YEAR_SECONDS = 365 * 86_400;
/** At this instant every instrument has exactly its level: the time of the screenshots. */
const ANCHOR_MS = Date.UTC(2026, 10, 14, 0, 41);

const JUMP_EVERY_SECONDS = 4 * 3_600;
const JUMP_FADES_SECONDS = 24 * 3_600;
const JUMP_CHANCE = 0.12;

/** How busy each hour UTC is, from Monday to Friday. */
const HOURS: Record<Rhythm, string> = {
  coin: '544334455666778999876665',
  forex: '444443458887789997643222',
  america: '222222344455679998875233',
  asia: '997679843333433433222124',
  europe: '222223689876678976432222',
};
const WEEKEND: Record<Rhythm, number> = { coin: 3, forex: 0.3, america: 0.3, asia: 0.3, europe: 0.3 };

const WEEK_HOURS = 168;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

interface Week {
  readonly busy: readonly number[];
  /** Market hours gone by at the start of each hour of the week. */
  readonly gone: readonly number[];
}

function weekOf(rhythm: Rhythm): Week {
  const raw = Array.from({ length: WEEK_HOURS }, (_, hour) =>
    hour >= 5 * 24 ? WEEKEND[rhythm] : Number(HOURS[rhythm][hour % 24]),
  );
  const mean = raw.reduce((sum, each) => sum + each, 0) / WEEK_HOURS;
  const busy = raw.map((each) => each / mean);
  let sum = 0;
  const gone = busy.map((each) => {
    const before = sum;
    sum += each;
    return before;
  });
  return { busy, gone };
}

const weeks: Record<Rhythm, Week> = {
  coin: weekOf('coin'),
  forex: weekOf('forex'),
  america: weekOf('america'),
  asia: weekOf('asia'),
  europe: weekOf('europe'),
};

/** 1 is an average hour. */
export function busyAt(rhythm: Rhythm, at: number): number {
  const hour = Math.floor((at - FIRST_MONDAY_MS) / HOUR_MS) % WEEK_HOURS;
  return weeks[rhythm].busy[hour < 0 ? hour + WEEK_HOURS : hour] ?? 1;
}

/** Seconds of market time: they pass faster in busy hours, which gives each hour its volatility. */
function marketSeconds(rhythm: Rhythm, at: number): number {
  const hours = (at - FIRST_MONDAY_MS) / HOUR_MS;
  const week = Math.floor(hours / WEEK_HOURS);
  const inWeek = hours - week * WEEK_HOURS;
  const hour = Math.floor(inWeek);
  const { busy, gone } = weeks[rhythm];
  return (week * WEEK_HOURS + (gone[hour] ?? 0) + (inWeek - hour) * (busy[hour] ?? 1)) * 3_600;
}

/** The price before it is rounded to the tick grid, with and without the noise of single trades. */
type Path = (at: number) => { readonly price: number; readonly mark: number };

interface Octave {
  readonly perSecond: number;
  readonly phase: number;
  readonly size: number;
  readonly dice: Dice;
}

export function createPath(seed: string, given: SimulatedLevel, mayBeNegative: boolean): Path {
  const perRootSecond = given.yearlyMove / Math.sqrt(YEAR_SECONDS);
  const octaves: readonly Octave[] = Array.from({ length: OCTAVES }, (_, k) => {
    const seconds = FASTEST_SECONDS * 2 ** k;
    return {
      perSecond: 1 / seconds,
      phase: diceOf(seed, 'phase')(k),
      dice: diceOf(seed, `octave ${k}`),
      size: CALIBRATION * perRootSecond * Math.sqrt(seconds),
    };
  });
  const jumpChance = diceOf(seed, 'jump chance');
  const jumpTime = diceOf(seed, 'jump time');
  const jumpShare = diceOf(seed, 'jump share');
  const jumpSize = perRootSecond * Math.sqrt(3_600) * 5;

  function moved(at: number): { readonly whole: number; readonly slow: number } {
    const seconds = marketSeconds(given.rhythm, at);
    let whole = 0;
    let fast = 0;
    for (let k = 0; k < OCTAVES; k++) {
      const { perSecond, phase, size, dice } = octaves[k]!;
      const place = seconds * perSecond + phase;
      const left = Math.floor(place);
      const part = place - left;
      const eased = part * part * (3 - 2 * part);
      const from = dice(left);
      whole += size * (2 * (from + (dice(left + 1) - from) * eased) - 1);
      if (k === MARK_FROM_OCTAVE - 1) fast = whole;
    }
    const news = jumps(seconds);
    return { whole: whole + news, slow: whole - fast + news };
  }

  /** News: a sudden jump that fades within a day. */
  function jumps(seconds: number): number {
    const now = Math.floor(seconds / JUMP_EVERY_SECONDS);
    let sum = 0;
    for (let slot = now - JUMP_FADES_SECONDS / JUMP_EVERY_SECONDS; slot <= now; slot++) {
      if (jumpChance(slot) >= JUMP_CHANCE) continue;
      const age = seconds - (slot + jumpTime(slot)) * JUMP_EVERY_SECONDS;
      if (age < 0 || age >= JUMP_FADES_SECONDS) continue;
      const left = 1 - age / JUMP_FADES_SECONDS;
      sum += jumpSize * (2 * jumpShare(slot) - 1) * left * left;
    }
    return sum;
  }

  /** One seed in eight has an oil glut: twice a day the oil price falls below zero, as in April 2020. */
  const hasGlut = mayBeNegative && diceOf(seed, 'glut')(0) < 0.125;
  const glut = (at: number) => (hasGlut ? 0.66 * (1 - Math.cos((at - ANCHOR_MS) / (2 * HOUR_MS))) : 0);

  const anchor = moved(ANCHOR_MS).whole;
  const priceOf = (move: number, at: number) =>
    mayBeNegative ? given.level * (1 + move - anchor - glut(at)) : given.level * Math.exp(move - anchor);

  return (at) => {
    const { whole, slow } = moved(at);
    return { price: priceOf(whole, at), mark: priceOf(slow, at) };
  };
}
